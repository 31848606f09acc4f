// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import CredentialModel
import Testing
import WebDomains
import passfold_vault

@MainActor
@Suite("What the system is told of addresses")
struct PublishedRulesTests {
  @Test("each identity says which requests its address answers, also in the compact form")
  func rules() throws {
    var generator = SystemRandomNumberGenerator()
    let services = [MatchRule.domain, .host, .exact, .never].map {
      CredentialModel.ServiceIdentifier(kind: .domain, text: "\($0).shop.example", rule: $0)
    }
    for kind in [CredentialModel.CredentialKind.password, .oneTimeCode] {
      let summary = CredentialSummary(id: .random(using: &generator), kind: kind, title: "Shop", services: services, user: "anne")
      let values = IdentityPublisher.identities(of: summary).compactMap { CredentialIdentityValue($0) }
      #expect(values.map(\.service.matching) == [nil, .host, .exact, .never])
      let read = try values.map { IdentityRecord(try IdentityRecord.body(of: $0)[...])?.identity }
      #expect(read == values)
    }
  }
}
