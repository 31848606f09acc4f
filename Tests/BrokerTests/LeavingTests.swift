// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Testing

@Suite("The person leaves")
struct LeavingTests {
  @Test("and the session's server hears when the absence is short, after which a PIN may do")
  func briefLocking() async throws {
    let harness = try await BrokerHarness()
    async let isDone = harness.broker.lockProviders(briefly: true)
    try await until { harness.provider.messages.last == .lockBriefly(question: 1) }
    await harness.provider.say(.hasLocked(question: 1))
    #expect(await isDone)
  }

  @Test("and the session's server is told to lock, and waited for")
  func locking() async throws {
    let harness = try await BrokerHarness()
    async let isDone = harness.broker.lockProviders()
    try await until { harness.provider.messages.last == .lock(question: 1) }
    await harness.provider.say(.hasLocked(question: 1))
    #expect(await isDone)
    #expect(!harness.provider.wasKilled)
    // The limit of what was answered in time ends nobody later.
    harness.clock.wakeAll()
    #expect(!harness.provider.wasKilled)
  }

  @Test("and one that does not say that it has locked is ended, with its keys")
  func silence() async throws {
    let harness = try await BrokerHarness()
    async let isDone = harness.broker.lockProviders()
    try await until { harness.clock.sleeps(otherThan: .seconds(0)) && harness.provider.messages.last == .lock(question: 1) }
    harness.clock.advance(by: 3)
    #expect(!(await isDone))
    #expect(harness.provider.wasKilled)
  }

  @Test("and a provider that does not serve the session is told nothing")
  func others() async throws {
    let harness = try await BrokerHarness(staysRunning: false)
    #expect(await harness.broker.lockProviders())
    #expect(!harness.provider.messages.contains(.lock(question: 1)))
  }

  @Test("and a broker that nobody is connected to may end when the session's server says that nothing would be lost")
  func sparing() async throws {
    for answer in [true, false] {
      let harness = try await BrokerHarness()
      #expect(!(await harness.broker.mayEnd()), "somebody is connected")
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

  @Test("and a broker stays while a provider of others runs, or when no word comes")
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

  @Test("and no other provider can say that the session's server has locked or may end, which is a fault")
  func strangers() async throws {
    for answer in [ProviderMessage.hasLocked(question: 1), .rest(question: 1, mayEnd: true)] {
      let crowd = try await ProviderCrowd(["first", "second"])
      let (first, second) = (crowd["first"], crowd["second"])
      async let isDone = crowd.broker.lockProviders()
      try await until { crowd.clock.sleeps(otherThan: .seconds(0)) && first.messages.last == .lock(question: 1) }
      await second.say(answer)
      #expect(second.wasKilled)
      // The one that was asked has not answered: its time runs out.
      crowd.clock.advance(by: 3)
      try await until { crowd.clock.sleeps(otherThan: .seconds(0)) && second.messages.last == .lock(question: 2) }
      #expect(first.wasKilled)
      crowd.clock.advance(by: 3)
      #expect(!(await isDone))
    }
  }

  @Test("and a provider that does not serve the session was not asked, and has no word to give")
  func unasked() async throws {
    let harness = try await BrokerHarness(staysRunning: false)
    await harness.provider.say(.hasLocked(question: 1))
    #expect(harness.provider.wasKilled)
  }

  @Test("and a word that comes too late is no fault")
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
