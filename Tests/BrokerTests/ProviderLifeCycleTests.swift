// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import FoundationEssentials
import Synchronization
import Testing

@Suite("The life cycle of a provider's process", .timeLimit(.minutes(1)))
struct ProviderLifeCycleTests {
  /// A broker whose provider has stored its identities and is locked, so that nothing keeps it running.
  private func quiet() async throws -> BrokerHarness {
    let harness = try await BrokerHarness(staysRunning: false)
    try await harness.unlockProvider()
    await harness.provider.say(.lockState(.locked))
    return harness
  }

  /// Advances the time by a minute once the idle timer waits; other timers may come and go.
  private func passAMinute(in harness: BrokerHarness) async throws {
    while !harness.clock.sleeps(for: .seconds(60)) { try await yield() }
    harness.clock.advance(by: 60)
  }

  /// Yields, and stops at the test's time limit.
  private func yield() async throws {
    try Task.checkCancellation()
    await Task.yield()
  }

  @Test("a provider idle for a minute is stopped, and its identities are still suggested")
  func idle() async throws {
    let harness = try await quiet()
    try await passAMinute(in: harness)
    while !harness.provider.wasKilled { try await yield() }
    #expect(try await harness.suggestions().items.count == 1)
    #expect(harness.seen.providerCount == 1)
  }

  @Test("a request starts a stopped provider and is sent to the new process")
  func onDemand() async throws {
    let harness = try await quiet()
    try await passAMinute(in: harness)
    while !harness.provider.wasKilled { try await yield() }
    await harness.provider.end()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    #expect(harness.seen.providerCount == 2)
    guard case (let call, .provideCredentialWithoutUserInteraction(_))? = harness.seen.provider?.calls.last?.parts else {
      Issue.record("the new process was not asked")
      return
    }
    await harness.seen.provider?.say(.complete(call: call, result: .oneTimeCode), secret: "123456")
    guard case (2, .credential(.oneTimeCode("123456")))? = harness.seen.lastReply?.parts else {
      Issue.record("answered with \(String(describing: harness.seen.lastReply)) instead of a code")
      return
    }
  }

  @Test("a change in a stopped provider's folder starts it with the next request, and its new identities are then suggested")
  func leftByItsApp() async throws {
    let state = Mutex<Int64>(1)
    let harness = try await BrokerHarness(staysRunning: false, folderState: { _ in state.withLock { $0 } })
    try await harness.unlockProvider([BrokerHarness.password])
    await harness.provider.say(.lockState(.locked))
    // While the provider runs, it learns of changes by itself.
    state.withLock { $0 = 2 }
    #expect(try await harness.suggestions().items.isEmpty)
    #expect(harness.seen.providerCount == 1)
    try await passAMinute(in: harness)
    while !harness.provider.wasKilled { try await yield() }
    await harness.provider.end()
    #expect(try await harness.suggestions().items.isEmpty)
    #expect(harness.seen.providerCount == 1)
    state.withLock { $0 = 3 }
    #expect(try await harness.suggestions().items.isEmpty)
    #expect(harness.seen.providerCount == 2)
    let started = try #require(harness.seen.provider)
    await started.say(.ready(protocolVersion: 1))
    await started.say(.store(request: 1, frame: .replace(try IdentityPage([BrokerHarness.password, BrokerHarness.code]))))
    #expect(try await harness.suggestions().items.count == 1)
    #expect(harness.seen.providerCount == 2)
  }

  @Test("stopping an idle provider is no fault, however often it happens")
  func idlenessIsNoFault() async throws {
    let harness = try await quiet()
    for count in 1...5 {
      try await passAMinute(in: harness)
      while harness.seen.provider?.wasKilled != true { try await yield() }
      await harness.seen.provider?.end()
      let token = try #require(try await harness.suggestions().items.first?.token)
      await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
      #expect(harness.seen.providerCount == count + 1)
      await harness.seen.provider?.say(.ready(protocolVersion: 1))
      await harness.broker.receive(.cancel(id: 2), from: harness.client)
      harness.clock.wakeAll()
    }
  }

  @Test("an unlocked provider is not stopped, because it would return locked")
  func unlocked() async throws {
    let harness = try await BrokerHarness(staysRunning: false)
    try await harness.unlockProvider()
    for _ in 0..<3 { try await passAMinute(in: harness) }
    while !harness.clock.sleeps(for: .seconds(60)) { try await yield() }
    #expect(!harness.provider.wasKilled)
  }

  @Test("a provider with an open request is not stopped")
  func working() async throws {
    let harness = try await quiet()
    await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 2)
    while harness.clock.sleeperCount < 2 { try await yield() }
    harness.clock.advance(by: 60)
    while harness.clock.sleeperCount < 2 { try await yield() }
    #expect(!harness.provider.wasKilled)
  }

  @Test("a provider disabled for its faults stays disabled after the broker restarts")
  func turnedOff() async throws {
    let kept = Mutex(ProviderSettings())
    let storage = ProviderSettingsStorage {
      kept.withLock { $0 }
    } save: { settings in
      kept.withLock { $0 = settings }
    }
    let harness = try await BrokerHarness(settings: storage)
    for _ in 0..<3 {
      await harness.seen.provider?.end()
      await harness.send(.status, id: 7)
    }
    #expect(kept.withLock { $0.notice(for: "org.example.provider")?.reason } == "faults")
    #expect(kept.withLock { $0.notice(for: "org.example.provider")?.fault?.reason } == "exited")
    await Broker(providers: [harness.bundle], environment: harness.environment).start()
    #expect(harness.seen.providerCount == 3)
  }

  @Test("the settings show a provider's last fault, even after it is disabled")
  func lastFault() async throws {
    let harness = try await BrokerHarness()
    func told() async -> ProviderSettingsValue? {
      let answers = Mutex<[ClientReply]>([])
      let settings = await harness.broker.attach(as: .settings, caller: BrokerHarness.browserHost) { answer, _ in
        answers.withLock { $0.append(answer) }
      }
      await harness.broker.receive(.request(id: 5, .providers), from: settings)
      guard case .providers(let providers, _)? = answers.withLock({ $0.last })?.answer else { return nil }
      return providers.first
    }
    #expect(try #require(await told()).lastFault == nil)
    await harness.seen.provider?.end(ProviderEnd(status: 127, lastLine: "libshop.so: cannot open shared object file"))
    let first = try #require(await told()?.lastFault)
    #expect((first.reason, first.number) == ("exited", 127))
    #expect(first.lastLine == "libshop.so: cannot open shared object file")
    #expect(first.time == harness.clock.now.timeIntervalSince1970)
    await harness.seen.provider?.end(ProviderEnd(signal: 11))
    #expect(await told()?.lastFault == ProviderFaultValue(reason: "signaled", number: 11, time: first.time))
    await harness.seen.provider?.say(.ready(protocolVersion: 99))
    await harness.seen.provider?.end(ProviderEnd(signal: 9, lastLine: "bye"))
    let off = try #require(await told())
    #expect(!off.isEnabled && off.lastFault?.lastLine == "bye")
  }
}
