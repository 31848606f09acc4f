// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Synchronization
import Testing

@Suite("The carrier that the broker runs for the session's provider")
struct CarryingTests {
  /// Records whether the carrier is wanted.
  private final class Said: Sendable {
    let values = Mutex<[Bool]>([])

    var all: [Bool] { values.withLock { $0 } }
  }

  private func harness(staysRunning: Bool = true, _ said: Said) async throws -> BrokerHarness {
    try await BrokerHarness(staysRunning: staysRunning, carry: { wanted in said.values.withLock { $0.append(wanted) } })
  }

  @Test("runs while the provider says that there is something to carry")
  func wanted() async throws {
    let said = Said()
    let harness = try await harness(said)
    #expect(said.all.isEmpty)
    await harness.provider.say(.carries(true))
    await harness.provider.say(.carries(false))
    #expect(said.all == [true, false])
  }

  @Test("stops with the provider, and starts again when the next one asks for it")
  func serverEnds() async throws {
    let said = Said()
    let harness = try await harness(said)
    await harness.provider.say(.carries(true))
    await harness.provider.end()
    #expect(said.all == [true, false])
    let next = try #require(harness.seen.provider)
    #expect(next !== harness.provider)
    await next.say(.carries(true))
    #expect(said.all == [true, false, true])
  }

  @Test("stops with the broker")
  func brokerEnds() async throws {
    let said = Said()
    let harness = try await harness(said)
    await harness.provider.say(.carries(true))
    await harness.broker.stop()
    #expect(said.all == [true, false])
  }

  @Test("cannot be requested by another provider, which is a fault")
  func otherProviders() async throws {
    let said = Said()
    let harness = try await harness(staysRunning: false, said)
    await harness.provider.say(.carries(true))
    #expect(said.all.isEmpty && harness.provider.wasKilled)
  }
}
