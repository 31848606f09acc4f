// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Testing

@Suite("Locking and idle exit of the session's provider")
struct LeavingTests {
  @Test("a short absence locks the provider briefly, so that a PIN may unlock it")
  func briefLocking() async throws {
    let harness = try await BrokerHarness()
    async let isDone = harness.broker.lockProviders(briefly: true)
    try await until { harness.provider.messages.last == .lockBriefly(question: 1) }
    await harness.provider.say(.hasLocked(question: 1))
    #expect(await isDone)
  }

  @Test("locking asks the provider to lock and waits until it has")
  func locking() async throws {
    let harness = try await BrokerHarness()
    async let isDone = harness.broker.lockProviders()
    try await until { harness.provider.messages.last == .lock(question: 1) }
    await harness.provider.say(.hasLocked(question: 1))
    #expect(await isDone)
    #expect(!harness.provider.wasKilled)
    // The time limit of an answered question does not kill the provider later.
    harness.clock.wakeAll()
    #expect(!harness.provider.wasKilled)
  }

  @Test("a provider that does not confirm locking within three seconds is killed, with its keys")
  func silence() async throws {
    let harness = try await BrokerHarness()
    async let isDone = harness.broker.lockProviders()
    try await until { harness.clock.sleeps(otherThan: .seconds(0)) && harness.provider.messages.last == .lock(question: 1) }
    harness.clock.advance(by: 3)
    #expect(!(await isDone))
    #expect(harness.provider.wasKilled)
  }

  @Test("other providers are not asked to lock")
  func others() async throws {
    let harness = try await BrokerHarness(staysRunning: false)
    #expect(await harness.broker.lockProviders())
    #expect(!harness.provider.messages.contains(.lock(question: 1)))
  }

  @Test("a broker without clients may exit if the provider is locked and says that nothing would be lost")
  func sparing() async throws {
    for answer in [true, false] {
      let harness = try await BrokerHarness()
      #expect(!(await harness.broker.mayEnd()), "a client is connected")
      await harness.broker.detach(harness.client)
      await harness.provider.say(.ready(protocolVersion: 1))
      await harness.provider.say(.lockState(.unlocked))
      #expect(!(await harness.broker.mayEnd()), "the vault is open")
      await harness.provider.say(.lockState(.locked))
      async let mayEnd = harness.broker.mayEnd()
      try await until { harness.provider.messages.last == .mayEnd(question: 1) }
      await harness.provider.say(.rest(question: 1, mayEnd: answer))
      #expect(await mayEnd == answer)
    }
  }

  @Test("a broker keeps running while another provider runs, or if the provider does not answer")
  func staying() async throws {
    let other = try await BrokerHarness(staysRunning: false)
    await other.broker.detach(other.client)
    await other.provider.say(.ready(protocolVersion: 1))
    await other.provider.say(.lockState(.locked))
    #expect(!(await other.broker.mayEnd()))
    let harness = try await BrokerHarness()
    await harness.broker.detach(harness.client)
    await harness.provider.say(.ready(protocolVersion: 1))
    await harness.provider.say(.lockState(.locked))
    async let mayEnd = harness.broker.mayEnd()
    try await until { harness.clock.sleeps(otherThan: .seconds(0)) && harness.provider.messages.last == .mayEnd(question: 1) }
    harness.clock.advance(by: 3)
    #expect(!(await mayEnd))
  }

  @Test("a provider cannot confirm locking or exit in another's place, which is a fault")
  func strangers() async throws {
    for answer in [ProviderMessage.hasLocked(question: 1), .rest(question: 1, mayEnd: true)] {
      let crowd = try await ProviderCrowd(["first", "second"])
      let (first, second) = (crowd["first"], crowd["second"])
      async let isDone = crowd.broker.lockProviders()
      try await until { crowd.clock.sleeps(otherThan: .seconds(0)) && first.messages.last == .lock(question: 1) }
      await second.say(answer)
      #expect(second.wasKilled)
      // The asked provider has not answered, so its time runs out.
      crowd.clock.advance(by: 3)
      try await until { crowd.clock.sleeps(otherThan: .seconds(0)) && second.messages.last == .lock(question: 2) }
      #expect(first.wasKilled)
      crowd.clock.advance(by: 3)
      #expect(!(await isDone))
    }
  }

  @Test("a confirmation of locking from a provider that was not asked is a fault")
  func unasked() async throws {
    let harness = try await BrokerHarness(staysRunning: false)
    await harness.provider.say(.hasLocked(question: 1))
    #expect(harness.provider.wasKilled)
  }

  @Test("a late confirmation is no fault")
  func late() async throws {
    let harness = try await BrokerHarness()
    await harness.provider.say(.hasLocked(question: 9))
    #expect(!harness.provider.wasKilled)
  }

  private func until(_ condition: () -> Bool) async throws {
    for _ in 0..<10_000 where !condition() { await Task.yield() }
    try #require(condition())
  }
}
