// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("A finger question of the session's provider")
struct FingerTests {
  @Test("is answered with the system's result")
  func answers() async throws {
    let harness = try await BrokerHarness(readFinger: { $0 == .verify ? .matched : .enrolled })
    await harness.provider.say(.finger(question: 4, .verify))
    try await until { harness.provider.messages.last == .finger(question: 4, .matched) }
    await harness.provider.say(.finger(question: 5, .isEnrolled))
    try await until { harness.provider.messages.last == .finger(question: 5, .enrolled) }
  }

  @Test("is open until the provider stops it, and a second one ends the first as unavailable")
  func stops() async throws {
    let harness = try await BrokerHarness(readFinger: { _ in
      while !Task.isCancelled { await Task.yield() }
      return .matched
    })
    await harness.provider.say(.finger(question: 4, .verify))
    await harness.provider.say(.finger(question: 5, .verify))
    try await until { harness.provider.messages.last == .finger(question: 4, .unavailable) }
    await harness.provider.say(.finger(question: 5, .stop))
    #expect(harness.provider.messages.last == .finger(question: 4, .unavailable))
  }

  @Test("from any other provider is a fault")
  func otherProviders() async throws {
    let harness = try await BrokerHarness(staysRunning: false, readFinger: { _ in .matched })
    await harness.provider.say(.finger(question: 9, .verify))
    #expect(harness.provider.messages.isEmpty && harness.provider.wasKilled)
  }

  private func until(_ condition: () -> Bool) async throws {
    for _ in 0..<10_000 where !condition() { await Task.yield() }
    try #require(condition())
  }
}
