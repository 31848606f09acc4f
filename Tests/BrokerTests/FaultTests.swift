// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Testing

@Suite("Faults stay with the provider that has them")
struct FaultTests {
  private func providing() async throws -> BrokerHarness {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    return harness
  }

  @Test("a provider that crashes inside a request fails that request and is started again for the next")
  func crash() async throws {
    let harness = try await providing()
    await harness.provider.end()
    #expect(harness.lastFailure?.code == "providerFailed")
    #expect(harness.lastFailure?.detail == "Example")
    await harness.send(.status, id: 7)
    #expect(harness.seen.providerCount == 2)
  }

  @Test("a provider that crashed is closed again: its identities are gone and it is shown as locked")
  func crashForgetsIdentities() async throws {
    let harness = try await providing()
    await harness.provider.end()
    let (items, locked, _) = try await harness.suggestions()
    #expect(items.isEmpty)
    #expect(locked.map(\.provider) == ["Example"])
  }

  @Test("a provider that crashes three times in ten minutes is turned off, and no request starts it again")
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

  @Test("crashes that lie more than ten minutes apart do not add up")
  func rareCrashes() async throws {
    let harness = try await providing()
    for count in 2...5 {
      await harness.seen.provider?.end()
      await harness.send(.status, id: 7)
      #expect(harness.seen.providerCount == count)
      harness.clock.advance(by: 601)
    }
  }

  @Test("what an ended process still says is not heard")
  func ghosts() async throws {
    let harness = try await providing()
    let ghost = harness.provider
    await ghost.end()
    await harness.send(.status, id: 7)
    await ghost.say(.store(request: 1, frame: .replace(try IdentityPage([BrokerHarness.code]))))
    #expect(try await harness.suggestions().items.isEmpty)
  }

  /// A provider that has let the five seconds of a call without an interface pass.
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

  /// What the person is told of the provider.
  private func state(_ harness: BrokerHarness) async -> String? {
    await harness.send(.status, id: 9)
    guard case (9, .status(let states))? = harness.seen.lastReply?.parts else { return nil }
    return states.first?.state
  }

  @Test("a call without an interface ends after five seconds, and a provider that answers still has no fault by it, however often")
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

  @Test("whatever a provider says is a sign of life, and the watch over an earlier silence ends nobody")
  func signs() async throws {
    let harness = try await waitedForInVain()
    harness.clock.advance(by: 119)
    await harness.provider.say(.lockState(.unlocked))
    harness.clock.advance(by: 1)
    // What woke has had its turn when as much has been asked and answered.
    for _ in 0..<20 { #expect(await state(harness) == "unlocked") }
    #expect(!harness.provider.wasKilled)
  }

  @Test("a provider that gives no sign of life for two minutes hangs, and is ended")
  func hang() async throws {
    let harness = try await waitedForInVain()
    harness.clock.advance(by: 119)
    for _ in 0..<20 { #expect(await state(harness) == "unlocked") }
    #expect(!harness.provider.wasKilled)
    harness.clock.advance(by: 1)
    while !harness.provider.wasKilled { await Task.yield() }
  }

  @Test("an answer that comes after the person cancelled is dropped")
  func lateAnswer() async throws {
    let harness = try await providing()
    let call = try harness.lastCall
    await harness.broker.receive(.cancel(id: 2), from: harness.client)
    #expect(harness.lastFailure?.code == "userCanceled")
    let count = harness.seen.answerCount
    await harness.provider.say(.complete(call: call, result: .oneTimeCode), secret: "123456")
    #expect(harness.seen.answerCount == count)
  }

  @Test("a client that goes away in the middle ends its requests at the provider")
  func clientGone() async throws {
    let harness = try await providing()
    let call = try harness.lastCall
    await harness.broker.detach(harness.client)
    guard case (call, .cancel)? = harness.provider.calls.last?.parts else {
      Issue.record("the provider was not told")
      return
    }
  }

  @Test("a tab has at most 24 requests open, and no tab keeps another from having its own")
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
      Issue.record("the other tab was told \(String(describing: harness.seen.lastReply))")
      return
    }
    #expect(suggestions.items.count == 1)
  }

  @Test("texts of a provider reach the person without characters that reorder or hide others")
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

  @Test("what the broker says in its own words no view of a provider can say, and no line has more marks than a person's language")
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

  @Test("a provider that shows more views than anybody could see is ended")
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

  @Test("a provider may answer as often as it is asked")
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

  /// What a provider may hand over of a login that can be filled in, or why it cannot.
  struct Content: Sendable {
    var password: String?
    var user = "anne"
    /// nil where it is filled in.
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
    "what an entry holds is no fault of its provider: it is filled in, or the person learns why it cannot be", arguments: contents.indices)
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

  @Test("an answer that no frame holds is no fault either")
  func longContents() async throws {
    let harness = try await providing()
    await harness.provider.say(
      .cancelRequest(call: try harness.lastCall, domain: "ASExtensionErrorDomain", code: 0, reason: "answerTooLarge"))
    #expect((harness.lastFailure?.code, harness.lastFailure?.detail) == ("notFillable", "tooLong"))
    #expect(!harness.provider.wasKilled)
  }

  @Test("a provider that is being ended for a fault is not said to be ready")
  func punished() async throws {
    let harness = try await providing()
    await harness.provider.say(.complete(call: try harness.lastCall, result: .password(user: "eve")), secret: "not a code")
    #expect(harness.provider.wasKilled)
    await harness.send(.status, id: 7)
    #expect(harness.seen.lastReply == ClientReply(7, .status([ProviderStatusValue(name: "Example", state: "failed", makesPasskeys: true)])))
  }
}
