// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Testing

@Suite("Filling in one-time codes")
struct OneTimeCodeFlowTests {
  private static let interactionRequired = (domain: "ASExtensionErrorDomain", code: 100)

  @Test("a matching code is suggested with service and account, without a call to the provider")
  func suggestsWithoutAsking() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let (items, locked, canList) = try await harness.suggestions()
    #expect(items.map(\.account) == ["anne"])
    #expect(items.map(\.kind) == [.oneTimeCode])
    #expect(locked.isEmpty)
    #expect(canList)
    #expect(throws: TestFailure.self) { try harness.lastCall }
  }

  @Test("a chosen code is requested without interaction and returned to the client")
  func providesWithoutInteraction() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    let call = try harness.lastCall
    await harness.provider.say(.complete(call: call, result: .oneTimeCode), secret: "123456")
    guard case (2, .credential(.oneTimeCode("123456")))? = harness.seen.lastReply?.parts else {
      Issue.record("the client received \(String(describing: harness.seen.lastReply))")
      return
    }
  }

  @Test("a provider that requires interaction gets prepareInterfaceToProvideCredential for the same request")
  func preparesInterface() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    let first = try harness.lastCall
    await harness.provider.say(.cancelRequest(call: first, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
    guard case (let call, .prepareInterfaceToProvideCredential(let request))? = harness.provider.calls.last?.parts else {
      Issue.record("the interface was not prepared")
      return
    }
    #expect(request.identity == BrokerHarness.code)
    await harness.provider.say(.present(call: call, view: PresentableViewValue(number: 1, kind: .message, title: "Unlock")))
    guard case (2, .present(let view))? = harness.seen.lastReply?.parts else {
      Issue.record("nothing was presented")
      return
    }
    #expect(view.source == "Example")
    await harness.provider.say(.complete(call: call, result: .oneTimeCode), secret: "654321")
    guard case (2, .credential(.oneTimeCode("654321")))? = harness.seen.lastReply?.parts else {
      Issue.record("the client received \(String(describing: harness.seen.lastReply))")
      return
    }
  }

  @Test("a view presented during a call without an interface is not shown")
  func headlessShowsNothing() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    let count = harness.seen.answerCount
    await harness.provider.say(
      .present(call: try harness.lastCall, view: PresentableViewValue(number: 1, kind: .message, title: "Look here")))
    #expect(harness.seen.answerCount == count)
  }

  @Test("a list request opens the provider's list, and cancelling it is userCanceled")
  func listAndCancel() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 3)
    guard case (let call, .prepareOneTimeCodeCredentialList(let services))? = harness.provider.calls.last?.parts else {
      Issue.record("the provider was not asked for a list")
      return
    }
    #expect(services.map(\.identifier) == ["https://login.shop.example", "login.shop.example", "shop.example"])
    await harness.provider.say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 1, reason: nil))
    #expect(harness.lastFailure?.code == "userCanceled")
  }

  @Test("a view event reaches the provider only if it belongs to the view on screen")
  func viewEventsMatchTheirView() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 3)
    let call = try harness.lastCall
    await harness.provider.say(.present(call: call, view: PresentableViewValue(number: 2, kind: .list, title: "Codes", rows: [])))
    await harness.broker.receive(.viewEvent(id: 3, ViewEventValue(view: 1, action: .choose, row: "r1")), from: harness.client)
    guard case .prepareOneTimeCodeCredentialList? = harness.provider.calls.last?.payload else {
      Issue.record("a stale event reached the provider")
      return
    }
    await harness.broker.receive(.viewEvent(id: 3, ViewEventValue(view: 2, action: .choose, row: "r1")), from: harness.client)
    guard case (call, .viewEvent(let event))? = harness.provider.calls.last?.parts else {
      Issue.record("the event was lost")
      return
    }
    #expect(event.row == "r1")
  }

  @Test("a suggestion can be used once")
  func tokensAreSpentOnce() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 4)
    #expect(harness.lastFailure?.code == "tokenExpired")
  }

  @Test("a suggestion older than two minutes is refused")
  func tokensAge() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    harness.clock.advance(by: 121)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    #expect(harness.lastFailure?.code == "tokenExpired")
  }

  @Test("another client cannot use a suggestion")
  func tokensAreBound() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    let stranger = await harness.broker.attach(as: .browser, caller: BrokerHarness.browserHost) { _, _ in }
    await harness.broker.receive(.request(id: 1, .provide(ProvideRequest(token: token, context: BrokerHarness.shop))), from: stranger)
    #expect(throws: TestFailure.self) { try harness.lastCall }
  }

  @Test(
    "an empty, overlong or invalid code is refused with its reason, and is no fault of the provider",
    arguments: [("", "empty"), (String(repeating: "1", count: 65), "notACode"), ("12\n34", "notACode"), ("Invalid Key", "notACode")])
  func checksCodes(code: String, reason: String) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    await harness.provider.say(.complete(call: try harness.lastCall, result: .oneTimeCode), secret: code)
    #expect((harness.lastFailure?.code, harness.lastFailure?.detail) == ("notFillable", reason))
    #expect(!harness.provider.wasKilled)
  }

  @Test("a password in place of a code is refused and is the provider's fault")
  func checksType() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    await harness.provider.say(.complete(call: try harness.lastCall, result: .password(user: "anne")), secret: "hunter2")
    #expect(harness.lastFailure?.code == "providerFailed")
    #expect(harness.provider.wasKilled)
  }

  @Test("a set-up link reaches the provider as a secret, and the client learns what was set up")
  func setsUp() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(
      .setUpCode(SetUpCodeRequest(context: BrokerHarness.shop, .link("apple-otpauth://totp/Shop:anne?secret=GEZDGNBV"))), id: 5)
    #expect(harness.provider.secrets == ["apple-otpauth://totp/Shop:anne?secret=GEZDGNBV"])
    await harness.provider.say(
      .complete(call: try harness.lastCall, result: .verificationCodeSetup(service: "shop.example", account: "anne")))
    guard harness.seen.lastReply == ClientReply(5, .setUpDone(CodeSetUp(service: "shop.example", account: "anne"))) else {
      Issue.record("the client received \(String(describing: harness.seen.lastReply))")
      return
    }
  }

  @Test("a set-up link that cannot be used is refused with the reason")
  func badSetUpLink() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.setUpCode(SetUpCodeRequest(context: BrokerHarness.shop, .link("apple-otpauth://totp/Shop:anne"))), id: 5)
    await harness.provider.say(
      .cancelRequest(call: try harness.lastCall, domain: "ASExtensionErrorDomain", code: 0, reason: "setup.missingSecret"))
    #expect(harness.lastFailure?.code == "badSetUpLink")
    #expect(harness.lastFailure?.detail == "missingSecret")
  }
}
