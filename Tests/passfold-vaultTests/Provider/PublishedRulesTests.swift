// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import CredentialModel
import Testing
import WebDomains
import passfold_vault

@MainActor
@Suite("Identities published to AutoFill")
struct PublishedRulesTests {
  @Test("an identity carries its address's matching rule, also in the compact form")
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

  /// Summaries with texts as long as an import or another device may produce.
  private static func long(_ count: Int) -> [CredentialSummary] {
    var generator = SystemRandomNumberGenerator()
    let text = String(repeating: "ü", count: count)
    let services = [CredentialModel.ServiceIdentifier(kind: .domain, text: "shop.example"), .init(kind: .url, text: "https://" + text)]
    return [
      CredentialSummary(id: .random(using: &generator), kind: .password, title: text, services: services, user: text),
      CredentialSummary(id: .random(using: &generator), kind: .oneTimeCode, title: text, services: services, user: ""),
      CredentialSummary(
        id: .random(using: &generator), kind: .passkey, title: text, services: [], user: text, relyingPartyID: "shop.example",
        credentialID: [1], userHandle: [2]),
    ]
  }

  @Test(
    "an overlong user name is shortened, and an overlong address is omitted",
    arguments: [9000, 50_000])
  func long(count: Int) throws {
    for summary in Self.long(count) {
      let values = IdentityPublisher.identities(of: summary).compactMap { CredentialIdentityValue($0) }
      #expect(values.map(\.service.identifier) == ["shop.example"])
      #expect(values.map(\.user) == [String(repeating: "ü", count: 512)])
      #expect(throws: Never.self) { try IdentityPage(values) }
    }
  }

  @Test("a passkey with an overlong credential ID or user handle is omitted")
  func impossiblePasskey() throws {
    var generator = SystemRandomNumberGenerator()
    for (id, handle) in [(1024, 1), (1, 65)] {
      let summary = CredentialSummary(
        id: .random(using: &generator), kind: .passkey, title: "Shop", services: [], user: "anne", relyingPartyID: "shop.example",
        credentialID: [UInt8](repeating: 1, count: id), userHandle: [UInt8](repeating: 1, count: handle))
      #expect(IdentityPublisher.identities(of: summary).isEmpty)
    }
  }
}
