// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Testing

@Suite("Providing one-time passcodes to AutoFill")
struct OneTimeCodeFlowTests {
  private static let interactionRequired = (domain: "ASExtensionErrorDomain", code: 100)

  @Test("suggests a matching code with service and account, and asks no provider for it")
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

  @Test("tries a picked code without interaction and hands it to the client")
  func providesWithoutInteraction() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    let call = try harness.lastCall
    await harness.provider.say(.complete(call: call, result: .oneTimeCode), secret: "123456")
    guard case (2, .credential(.oneTimeCode("123456")))? = harness.seen.lastReply?.parts else {
      Issue.record("the client got \(String(describing: harness.seen.lastReply))")
      return
    }
  }

  @Test("calls prepareInterfaceToProvideCredential for the same request when interaction is required")
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
      Issue.record("the client got \(String(describing: harness.seen.lastReply))")
      return
    }
  }

  @Test("shows nothing that a provider presents during a headless call")
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

  @Test("an empty list of matches still lets the person see all codes, and cancelling is reported as userCanceled")
  func listAndCancel() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.list(PageFieldRequest(context: BrokerHarness.shop, field: .oneTimeCode)), id: 3)
    guard case (let call, .prepareOneTimeCodeCredentialList(let services))? = harness.provider.calls.last?.parts else {
      Issue.record("no list was asked for")
      return
    }
    #expect(services.map(\.identifier) == ["https://login.shop.example", "login.shop.example", "shop.example"])
    await harness.provider.say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 1, reason: nil))
    #expect(harness.lastFailure?.code == "userCanceled")
  }

  @Test("passes the person's pick to the provider only when it answers the view on screen")
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

  @Test("a suggestion is spent once")
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

  @Test("another client cannot spend a suggestion")
  func tokensAreBound() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    let stranger = await harness.broker.attach(as: .browser, caller: BrokerHarness.browserHost) { _, _ in }
    await harness.broker.receive(.request(id: 1, .provide(ProvideRequest(token: token, context: BrokerHarness.shop))), from: stranger)
    #expect(throws: TestFailure.self) { try harness.lastCall }
  }

  @Test(
    "refuses a code that is empty, too long or none, which may be what the entry makes of its key and is no fault of the provider's",
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

  @Test("refuses a password where a code was asked for")
  func checksType() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions().items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    await harness.provider.say(.complete(call: try harness.lastCall, result: .password(user: "anne")), secret: "hunter2")
    #expect(harness.lastFailure?.code == "providerFailed")
    #expect(harness.provider.wasKilled)
  }

  @Test("hands a followed set-up link to the provider as a secret and reports what it stored")
  func setsUp() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(
      .setUpCode(SetUpCodeRequest(context: BrokerHarness.shop, .link("apple-otpauth://totp/Shop:anne?secret=GEZDGNBV"))), id: 5)
    #expect(harness.provider.secrets == ["apple-otpauth://totp/Shop:anne?secret=GEZDGNBV"])
    await harness.provider.say(
      .complete(call: try harness.lastCall, result: .verificationCodeSetup(service: "shop.example", account: "anne")))
    guard harness.seen.lastReply == ClientReply(5, .setUpDone(CodeSetUp(service: "shop.example", account: "anne"))) else {
      Issue.record("the client got \(String(describing: harness.seen.lastReply))")
      return
    }
  }

  @Test("names the reason when a set-up link cannot be used")
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
