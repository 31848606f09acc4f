// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import CredentialProviderHost
import Foundation
import Testing

@Suite("What a provider reports", .timeLimit(.minutes(1)))
@MainActor
struct ReportingTests {
  @Test("lock states reach the broker")
  func lockState() async throws {
    let broker = try await PlayedBroker()
    for (state, value) in [(CredentialProviderLockState.noVault, ProviderLockState.noVault), (.locked, .locked), (.unlocked, .unlocked)] {
      broker.main.report(state)
      guard case .lockState(value) = try await broker.next().message else {
        Issue.record("not \(value)")
        return
      }
    }
    await broker.leave()
  }

  @Test("the identity store asks the broker and takes its answer")
  func store() async throws {
    let broker = try await PlayedBroker()
    let state = Task { await broker.store.state().isEnabled }
    guard case .store(let question, .state) = try await broker.next().message else {
      Issue.record("no question")
      return
    }
    try broker.send(.storeReply(request: question, reply: .state(isEnabled: true, supportsIncrementalUpdates: true)))
    #expect(await state.value)
    await broker.leave()
  }

  @Test("a replacement too large for one frame goes on as additions and loses nothing")
  func parts() {
    let identities = (0..<2000).map { number in
      CredentialIdentityValue(
        kind: .password, service: ServiceIdentifierValue(identifier: "shop\(number).example", kind: .domain), user: "anne",
        recordIdentifier: String(repeating: "0", count: 32))
    }
    let parts = IdentityStoreParts.split(.replace(identities))
    var read: [CredentialIdentityValue] = []
    for (index, part) in parts.enumerated() {
      switch part {
      case .replace(let run):
        #expect(index == 0)
        read += run
      case .save(let run):
        #expect(index > 0)
        read += run
      default: Issue.record("unexpected part")
      }
    }
    #expect(parts.count > 1)
    #expect(read == identities)
  }

  @Test("replacing by nothing still reaches the broker")
  func emptyReplacement() {
    guard case .replace(let identities) = IdentityStoreParts.split(.replace([])).first else {
      Issue.record("no replacement")
      return
    }
    #expect(identities.isEmpty)
  }
}
