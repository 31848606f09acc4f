// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Synchronization
import Testing

@Suite("Isolation of faulty providers")
struct FaultTests {
  private func providing() async throws -> BrokerHarness {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    return harness
  }

  @Test("a provider that crashes during a request fails only that request, and is started again for the next one")
  func crash() async throws {
    let harness = try await providing()
    await harness.provider.end()
    #expect(harness.lastFailure?.code == "providerFailed")
    #expect(harness.lastFailure?.detail == "Example")
    await harness.send(.status, id: 7)
    #expect(harness.seen.providerCount == 2)
  }

  @Test("a crashed provider loses its identities and is shown as locked")
  func crashForgetsIdentities() async throws {
    let harness = try await providing()
    await harness.provider.end()
    let (items, locked, _) = try await harness.suggestions()
    #expect(items.isEmpty)
    #expect(locked.map(\.provider) == ["Example"])
  }

  @Test("a provider that crashes three times within ten minutes is disabled and not started again")
  func crashLoop() async throws {
    let harness = try await providing()
    for _ in 0..<3 {
      await harness.seen.provider?.end()
      await harness.send(.status, id: 7)
    }
    #expect(harness.seen.providerCount == 3)
    harness.clock.advance(by: 3600)
    await harness.send(.status, id: 9)
    #expect(harness.seen.providerCount == 3)
    await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 10)
    #expect(harness.lastFailure?.code == "nothingToOffer")
  }

  @Test("the vault is never turned off for its faults: after the third it starts at most every four seconds, and only for a request")
  func vaultCrashLoop() async throws {
    let clock = ManualClock()
    let seen = Observations()
    var needs = ProviderBundle.Needs()
    needs.servesSession = true
    let vault = ProviderBundle(
      identifier: ProviderSettingsValue.vault, displayName: "Passfold", executable: "/none", capabilities: ProviderBundle.Capabilities(),
      needs: needs)
    let environment = BrokerEnvironment.scripted(clock, seen) { _, provider in seen.providers.withLock { $0.append(provider) } }
    let broker = Broker(providers: [vault], environment: environment)
    await broker.start()
    let client = await broker.attach(as: .browser, caller: BrokerHarness.browserHost, browser: "Chromium") { _, _ in }
    for count in 2...3 {
      await seen.provider?.end()
      #expect(seen.providerCount == count)
    }
    await seen.provider?.end()
    #expect(seen.providerCount == 3)
    #expect(!clock.sleeps(for: .seconds(4)))
    await broker.receive(.request(id: 1, .status), from: client)
    await broker.receive(.request(id: 2, .status), from: client)
    #expect(seen.providerCount == 3)
    while !clock.sleeps(for: .seconds(4)) { await Task.yield() }
    clock.advance(by: 4)
    while seen.providerCount == 3 { await Task.yield() }
    #expect(seen.providerCount == 4)
  }

  @Test("crashes more than ten minutes apart do not add up")
  func rareCrashes() async throws {
    let harness = try await providing()
    for count in 2...5 {
      await harness.seen.provider?.end()
      await harness.send(.status, id: 7)
      #expect(harness.seen.providerCount == count)
      harness.clock.advance(by: 601)
    }
  }

  @Test("messages from a process that has ended are ignored")
  func ghosts() async throws {
    let harness = try await providing()
    let ghost = harness.provider
    await ghost.end()
    await harness.send(.status, id: 7)
    await ghost.say(.store(request: 1, frame: .replace(try IdentityPage([BrokerHarness.code]))))
    #expect(try await harness.suggestions().items.isEmpty)
  }

  /// A provider that has exceeded the five seconds of a call without an interface.
  private func waitedForInVain() async throws -> BrokerHarness {
    let harness = try await providing()
    while harness.clock.sleeperCount == 0 { await Task.yield() }
    harness.clock.advance(by: 5)
    while harness.lastFailure == nil { await Task.yield() }
    #expect(harness.lastFailure?.code == "providerFailed")
    #expect(harness.provider.messages.suffix(2) == [.call(ProviderCall(try harness.lastCall, .cancel)), .ping])
    while !harness.clock.sleeps(for: .seconds(120)) { await Task.yield() }
    return harness
  }

  /// The provider's state as shown to the user.
  private func state(_ harness: BrokerHarness) async -> String? {
    await harness.send(.status, id: 9)
    guard case (9, .status(let states))? = harness.seen.lastReply?.parts else { return nil }
    return states.first?.state
  }

  @Test("a call without an interface ends after five seconds, which is no fault of a provider that still answers pings")
  func late() async throws {
    let harness = try await waitedForInVain()
    for id in 10..<20 {
      await harness.provider.say(.pong)
      harness.clock.advance(by: 120)
      let token = try #require(try await harness.suggestions().items.first?.token)
      await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: RequestNumber(rawValue: id))
      while !harness.clock.sleeps(for: .seconds(5)) { await Task.yield() }
      harness.clock.advance(by: 5)
      while harness.seen.lastReply?.id != RequestNumber(rawValue: id) { await Task.yield() }
      #expect(harness.lastFailure?.code == "providerFailed")
    }
    #expect(!harness.provider.wasKilled)
    #expect(await state(harness) == "unlocked")
    #expect(harness.seen.providerCount == 1)
  }

  @Test("any message from a provider counts as a sign of life and stops the hang timer")
  func signs() async throws {
    let harness = try await waitedForInVain()
    harness.clock.advance(by: 119)
    await harness.provider.say(.lockState(.unlocked))
    harness.clock.advance(by: 1)
    // After this many requests and answers, the tasks that woke have run.
    for _ in 0..<20 { #expect(await state(harness) == "unlocked") }
    #expect(!harness.provider.wasKilled)
  }

  @Test("a provider without a sign of life for two minutes is killed")
  func hang() async throws {
    let harness = try await waitedForInVain()
    harness.clock.advance(by: 119)
    for _ in 0..<20 { #expect(await state(harness) == "unlocked") }
    #expect(!harness.provider.wasKilled)
    harness.clock.advance(by: 1)
    while !harness.provider.wasKilled { await Task.yield() }
  }

  @Test("an answer that arrives after the user cancelled is dropped")
  func lateAnswer() async throws {
    let harness = try await providing()
    let call = try harness.lastCall
    await harness.broker.receive(.cancel(id: 2), from: harness.client)
    #expect(harness.lastFailure?.code == "userCanceled")
    let count = harness.seen.answerCount
    await harness.provider.say(.complete(call: call, result: .oneTimeCode), secret: "123456")
    #expect(harness.seen.answerCount == count)
  }

  @Test("the requests of a client that disconnects are cancelled at the provider")
  func clientGone() async throws {
    let harness = try await providing()
    let call = try harness.lastCall
    await harness.broker.detach(harness.client)
    guard case (call, .cancel)? = harness.provider.calls.last?.parts else {
      Issue.record("the provider was not notified")
      return
    }
  }

  @Test("a tab may have 24 open requests, and does not block other tabs")
  func flood() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    for id in 1...24 {
      await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: RequestNumber(rawValue: id))
    }
    #expect(harness.lastFailure == nil)
    await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 25)
    #expect(harness.lastFailure?.code == "busy")
    var other = BrokerHarness.shop
    other.tab = 2
    await harness.send(.suggestions(PageFieldRequest(context: other, field: .oneTimeCode)), id: 26)
    guard case (26, .suggestions(let suggestions))? = harness.seen.lastReply?.parts else {
      Issue.record("the other tab received \(String(describing: harness.seen.lastReply))")
      return
    }
    #expect(suggestions.items.count == 1)
  }

  @Test("a provider's texts are shown without characters that reorder or hide others")
  func cleansTexts() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 3)
    let row = PresentableViewValue.Row(id: "r", title: "evil\u{202E}elpmaxe.pohs", subtitle: "a\nb\u{200B}c")
    await harness.provider.say(
      .present(call: try harness.lastCall, view: PresentableViewValue(number: 1, kind: .list, title: "Codes", rows: [row])))
    guard case (_, .present(let view))? = harness.seen.lastReply?.parts else {
      Issue.record("nothing was presented")
      return
    }
    #expect(view.rows?.first?.title == "evilelpmaxe.pohs")
    #expect(view.rows?.first?.subtitle == "a bc")
  }

  @Test("a provider's view cannot use the broker's own heading and labels, and excess combining marks are dropped")
  func ownWords() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 3)
    let marks = String(repeating: "\u{301}", count: 5_000)
    var view = PresentableViewValue(
      number: 1, heading: .init(.signIn, subject: "bank.example" + marks),
      rows: [
        .init(id: "r", title: "a" + marks + "b", kind: .provider, provider: "Another provider"),
        .init(id: "s", title: "c", kind: .passkey, provider: "Another provider"),
      ])
    view.requester = "The bank"
    await harness.provider.say(.present(call: try harness.lastCall, view: view))
    guard case (_, .present(let shown))? = harness.seen.lastReply?.parts else {
      Issue.record("nothing was presented")
      return
    }
    #expect(shown.heading == nil)
    #expect(shown.requester == nil)
    #expect(shown.rows?.map(\.provider) == [nil, nil])
    #expect(shown.rows?.map(\.kind) == [nil, .passkey])
    #expect(shown.rows?.first?.title == "a" + String(repeating: "\u{301}", count: 7) + "b")
  }

  @Test("a provider that presents more than 100 views is killed")
  func viewFlood() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 3)
    let view = ProviderMessage.present(call: try harness.lastCall, view: PresentableViewValue(number: 1, kind: .message, title: "Wait"))
    for _ in 1...100 { await harness.provider.say(view) }
    #expect(!harness.provider.wasKilled)
    await harness.provider.say(view)
    #expect(harness.provider.wasKilled)
  }

  @Test("a provider may answer any number of requests")
  func manyAnswers() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    for id in 1...500 {
      let token = try #require(try await harness.suggestions().items.first?.token)
      await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: RequestNumber(rawValue: id))
      await harness.provider.say(.complete(call: try harness.lastCall, result: .oneTimeCode), secret: "123456")
    }
    #expect(!harness.provider.wasKilled)
    #expect(harness.seen.lastReply == ClientReply(500, .credential(.oneTimeCode("123456"))))
  }

  /// A credential that a provider may return for a login, and the reason if it cannot be filled in.
  struct Content: Sendable {
    var password: String?
    var user = "anne"
    /// nil if it is filled in.
    var refusal: String?
  }

  static let contents: [Content] = [
    Content(password: "with\ttab"), Content(password: "\u{85}\u{2028}\u{e9}"), Content(password: "hunter2", user: ""),
    Content(password: "two\nlines", refusal: "lineBreak"), Content(password: "hunter2\r\n", refusal: "lineBreak"),
    Content(password: "", refusal: "empty"), Content(password: nil, refusal: "empty"),
    Content(password: "\u{1b}", refusal: "controlCharacter"), Content(password: "\u{7f}", refusal: "controlCharacter"),
    Content(password: String(repeating: "p", count: 4096)), Content(password: String(repeating: "p", count: 4097), refusal: "tooLong"),
    Content(password: "hunter2", user: String(repeating: "u", count: 1025), refusal: "userTooLong"),
  ]

  @Test(
    "a credential that cannot be filled in fails with a reason, and is no fault of its provider", arguments: contents.indices)
  func fillable(row: Int) async throws {
    let content = Self.contents[row]
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    for id in 2...5 {
      let token = try #require(try await harness.suggestions(.currentPassword).items.first?.token)
      await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: RequestNumber(rawValue: id))
      await harness.provider.say(
        .complete(call: try harness.lastCall, result: .password(user: content.user)), secret: content.password)
      if let refusal = content.refusal {
        #expect((harness.lastFailure?.code, harness.lastFailure?.detail) == ("notFillable", refusal))
      } else {
        #expect(
          harness.seen.lastReply
            == ClientReply(RequestNumber(rawValue: id), .credential(.password(user: content.user, content.password))))
      }
    }
    #expect(!harness.provider.wasKilled)
    #expect(harness.seen.providerCount == 1)
  }

  @Test("an answer too long for a frame is no fault either")
  func longContents() async throws {
    let harness = try await providing()
    await harness.provider.say(
      .cancelRequest(call: try harness.lastCall, domain: "ASExtensionErrorDomain", code: 0, reason: "answerTooLarge"))
    #expect((harness.lastFailure?.code, harness.lastFailure?.detail) == ("notFillable", "tooLong"))
    #expect(!harness.provider.wasKilled)
  }

  @Test("a provider that is being killed for a fault is reported as failed")
  func punished() async throws {
    let harness = try await providing()
    await harness.provider.say(.complete(call: try harness.lastCall, result: .password(user: "eve")), secret: "not a code")
    #expect(harness.provider.wasKilled)
    await harness.send(.status, id: 7)
    #expect(harness.seen.lastReply == ClientReply(7, .status([ProviderStatusValue(name: "Example", state: "failed", makesPasskeys: true)])))
  }
}
