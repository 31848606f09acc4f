// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("The broker asks for the session's server about a finger")
struct FingerTests {
  @Test("and hands on what the system said")
  func answers() async throws {
    let harness = try await BrokerHarness(readFinger: { $0 == .verify ? .matched : .enrolled })
    await harness.provider.say(.finger(question: 4, .verify))
    try await until { harness.provider.messages.last == .finger(question: 4, .matched) }
    await harness.provider.say(.finger(question: 5, .isEnrolled))
    try await until { harness.provider.messages.last == .finger(question: 5, .enrolled) }
  }

  @Test("until nobody asks any more; one question at a time is open")
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

  @Test("and for no other provider, which has made a fault")
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
