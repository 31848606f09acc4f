// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Synchronization
import Testing

@Suite("A conditional passkey registration")
struct ConditionalRegistrationTests {
  private static let options = JSONValue.object([
    "rp": .object(["id": .text("shop.example"), "name": .text("Shop")]),
    "user": .object(["id": .text("YW5uZQ"), "name": .text("anne"), "displayName": .text("Anne")]),
    "challenge": .text("AAECAwQFBgcICQoLDA0ODw"),
    "pubKeyCredParams": .array([.object(["type": .text("public-key"), "alg": .number(-7)])]),
  ])

  /// Two providers, the second of which has just filled in a password.
  private func signedIn() async throws -> ProviderCrowd {
    let crowd = try await ProviderCrowd(["first", "second"])
    try await crowd.fill("second", [BrokerHarness.password])
    let token = try #require(try await crowd.suggestions(.currentPassword).items.first?.token)
    await crowd.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    guard case (let call, .provideCredentialWithoutUserInteraction(_))? = crowd["second"].calls.last?.parts else {
      throw TestFailure(description: "no call")
    }
    await crowd["second"].say(.complete(call: call, result: .password(user: "anne")), secret: "correct horse")
    return crowd
  }

  private func create(
    _ crowd: ProviderCrowd, origin: String = "https://login.shop.example", tab: Int = 1, rp: String = "shop.example",
    user: String = "anne", handle: String = "YW5uZQ"
  ) async {
    guard case .object(var options) = Self.options else {
      Issue.record("the options are not an object")
      return
    }
    options["rp"] = .object(["id": .text(rp), "name": .text("Shop")])
    options["user"] = .object(["id": .text(handle), "name": .text(user), "displayName": .text("Anne")])
    let context = ClientContext(origin: origin, topOrigin: origin, tab: tab, frame: 0, document: "d2")
    await crowd.send(.createPasskey(CreatePasskeyRequest(context: context, options: .object(options), isConditional: true)), id: 5)
  }

  private static let strangers: [(origin: String, tab: Int, rp: String, user: String)] = [
    ("https://login.shop.example", 9, "shop.example", "anne"), ("https://evil.shop.example", 9, "evil.shop.example", "anne"),
    ("https://evil.shop.example", 9, "shop.example", "anne"), ("https://evil.shop.example", 1, "evil.shop.example", "anne"),
    ("https://login.shop.example", 1, "shop.example", "nobody"), ("https://login.shop.example", 1, "shop.example", ""),
    ("https://shop.example.org", 1, "shop.example", "anne"),
  ]

  @Test(
    "is refused immediately for another tab, a sibling host or another account, as if there had been no sign-in",
    arguments: strangers.indices)
  func stranger(row: Int) async throws {
    let stranger = Self.strangers[row]
    let before = try await ProviderCrowd(["first", "second"])
    await create(before, origin: stranger.origin, tab: stranger.tab, rp: stranger.rp, user: stranger.user)
    let crowd = try await signedIn()
    let count = crowd.seen.answerCount
    await create(crowd, origin: stranger.origin, tab: stranger.tab, rp: stranger.rp, user: stranger.user)
    // No provider is asked and no document fetched: the answer is there once the request has been handled.
    #expect(crowd.seen.answerCount == count + 1)
    #expect(call(crowd) == nil)
    #expect(crowd.lastFailure?.code == before.lastFailure?.code)
    #expect(crowd.lastFailure?.exception == "NotAllowedError" && before.lastFailure?.exception == "NotAllowedError")
  }

  @Test("is refused for a browser other than the one that filled in the password")
  func otherBrowser() async throws {
    let crowd = try await signedIn()
    let seen = Observations()
    let other = await crowd.broker.attach(as: .browser, caller: BrokerHarness.browserHost) { answer, _ in
      seen.answers.withLock { $0.append(answer) }
    }
    let context = ClientContext(
      origin: "https://login.shop.example", topOrigin: "https://login.shop.example", tab: 1, frame: 0, document: "d2")
    let request = CreatePasskeyRequest(context: context, options: Self.options, isConditional: true)
    await crowd.broker.receive(.request(id: 5, .createPasskey(request)), from: other)
    #expect(call(crowd) == nil)
    guard case .failure(let failure)? = seen.lastReply?.answer else { throw TestFailure(description: "no failure") }
    #expect(failure.code == "nothingToOffer" && failure.exception == "NotAllowedError")
  }

  @Test("is allowed on the host that a sign-in leads to in the same tab", arguments: ["https://shop.example", "https://www.shop.example"])
  func landing(origin: String) async throws {
    let crowd = try await signedIn()
    await create(crowd, origin: origin)
    #expect(call(crowd) != nil)
  }

  @Test("is allowed once for each password that was filled in")
  func spent() async throws {
    let crowd = try await signedIn()
    await create(crowd)
    let (number, request) = try #require(call(crowd))
    await crowd["second"].say(.complete(call: number, result: try ScriptedProvider.madePasskey(for: request)))
    guard case .passkeyCreated? = crowd.seen.lastReply?.answer else { throw TestFailure(description: "no passkey") }
    await create(crowd, handle: "YmVydGE")
    #expect(crowd.lastFailure?.code == "nothingToOffer")
    #expect(call(crowd)?.0 == number)
  }

  @Test("has one attempt per filled-in password, so that a page cannot try several user names")
  func guessing() async throws {
    let crowd = try await signedIn()
    await create(crowd, user: "berta")
    await create(crowd)
    #expect(crowd.lastFailure?.code == "nothingToOffer")
    #expect(call(crowd) == nil)
  }

  private func call(_ crowd: ProviderCrowd) -> (CallNumber, CredentialRequestValue)? {
    guard case (let call, .performPasskeyRegistrationWithoutUserInteractionIfPossible(let request))? = crowd["second"].calls.last?.parts
    else {
      return nil
    }
    return (call, request)
  }

  @Test("goes only to the provider that filled in the password")
  func filler() async throws {
    let crowd = try await signedIn()
    await create(crowd)
    let (_, request) = try #require(call(crowd))
    #expect(request.type == .passkeyRegistration)
    #expect(request.identity.user == "anne")
    #expect(!crowd["first"].messages.contains { if case .storeReply = $0 { false } else { true } })
  }

  @Test("is refused in a frame inside another origin's page, despite its permissions policy")
  func framed() async throws {
    let crowd = try await signedIn()
    let context = ClientContext(
      origin: "https://login.shop.example", topOrigin: "https://shop.example", ancestorOrigins: ["https://shop.example"], tab: 1, frame: 3,
      document: "d2", permissionsPolicy: ["publickey-credentials-create"])
    await crowd.send(.createPasskey(CreatePasskeyRequest(context: context, options: Self.options, isConditional: true)), id: 5)
    #expect(crowd.lastFailure?.code == "notAllowedHere")
    #expect(call(crowd) == nil)
  }

  @Test("is refused with NotAllowedError if no password was filled in before")
  func noSignIn() async throws {
    let crowd = try await ProviderCrowd(["first", "second"])
    await create(crowd)
    #expect(crowd.lastFailure?.exception == "NotAllowedError")
    #expect(call(crowd) == nil)
  }

  @Test("is refused more than five minutes after the sign-in")
  func late() async throws {
    let crowd = try await signedIn()
    crowd.clock.advance(by: 301)
    await create(crowd)
    #expect(crowd.lastFailure?.exception == "NotAllowedError")
    #expect(call(crowd) == nil)
  }

  @Test("is refused if the password was filled in on another site")
  func otherSite() async throws {
    let crowd = try await signedIn()
    let context = ClientContext(
      origin: "https://bank.example", topOrigin: "https://bank.example", tab: 1, frame: 0, document: "d2")
    guard case .object(var options) = Self.options else {
      Issue.record("the options are not an object")
      return
    }
    options["rp"] = .object(["id": .text("bank.example"), "name": .text("Bank")])
    await crowd.send(.createPasskey(CreatePasskeyRequest(context: context, options: .object(options), isConditional: true)), id: 5)
    #expect(crowd.lastFailure?.exception == "NotAllowedError")
    #expect(call(crowd) == nil)
  }

  @Test("is refused if the provider does not declare conditional registration")
  func capability() async throws {
    let crowd = try await ProviderCrowd(["second"]) { _ in
      var capabilities = ProviderCrowd.all
      capabilities.conditionalPasskeyRegistration = false
      return capabilities
    }
    try await crowd.fill("second", [BrokerHarness.password])
    let token = try #require(try await crowd.suggestions(.currentPassword).items.first?.token)
    await crowd.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    guard case (let number, .provideCredentialWithoutUserInteraction(_))? = crowd["second"].calls.last?.parts else { return }
    await crowd["second"].say(.complete(call: number, result: .password(user: "anne")), secret: "correct horse")
    await create(crowd)
    #expect(crowd.lastFailure?.exception == "NotAllowedError")
  }

  static let ends: [(code: Int, exception: String)] = [
    (0, "NotAllowedError"), (1, "NotAllowedError"), (100, "NotAllowedError"), (101, "NotAllowedError"), (102, "NotAllowedError"),
  ]

  @Test(
    "ends when the provider cancels it, without an interface and without revealing that a passkey exists", arguments: ends.indices
  )
  func cancellation(row: Int) async throws {
    let crowd = try await signedIn()
    await create(crowd)
    let (number, _) = try #require(call(crowd))
    await crowd["second"].say(.cancelRequest(call: number, domain: "ASExtensionErrorDomain", code: Self.ends[row].code, reason: nil))
    #expect(crowd.lastFailure?.exception == Self.ends[row].exception)
    #expect(call(crowd)?.0 == number)
  }

  @Test("is still answered with the provider's outcome if the page aborts it during the call", arguments: [false, true])
  func givenUp(isMade: Bool) async throws {
    let crowd = try await signedIn()
    await create(crowd)
    let (number, request) = try #require(call(crowd))
    let count = crowd.seen.answerCount
    await crowd.broker.receive(.cancel(id: 5), from: crowd.client)
    #expect(crowd.seen.answerCount == count)
    guard isMade else {
      await crowd["second"].say(.cancelRequest(call: number, domain: "ASExtensionErrorDomain", code: 0, reason: nil))
      #expect(crowd.lastFailure?.exception == "NotAllowedError")
      return
    }
    await crowd["second"].say(.complete(call: number, result: try ScriptedProvider.madePasskey(for: request)))
    guard case .passkeyCreated? = crowd.seen.lastReply?.answer else { throw TestFailure(description: "the client was not notified") }
  }

  @Test("ends after its time limit if the page aborted it and the provider stays silent")
  func givenUpAndSilent() async throws {
    let crowd = try await signedIn()
    let (sleeperCount, count) = (crowd.clock.sleeperCount, crowd.seen.answerCount)
    await create(crowd)
    let (number, _) = try #require(call(crowd))
    await crowd.broker.receive(.cancel(id: 5), from: crowd.client)
    while crowd.clock.sleeperCount == sleeperCount { await Task.yield() }
    crowd.clock.advance(by: 5)
    while crowd.seen.answerCount == count { await Task.yield() }
    #expect(crowd.lastFailure?.exception == "NotAllowedError")
    #expect(crowd["second"].calls.last == ProviderCall(number, .cancel))
  }

  @Test("is limited to one at a time per frame: a second one is busy, and another frame's finds the sign-in used up")
  func oneForEachFrame() async throws {
    let crowd = try await signedIn()
    await create(crowd)
    let options = CreatePasskeyRequest(
      context: ClientContext(
        origin: "https://login.shop.example", topOrigin: "https://login.shop.example", tab: 1, frame: 0, document: "d2"),
      options: Self.options, isConditional: true)
    await crowd.send(.createPasskey(options), id: 6)
    #expect(crowd.lastFailure?.code == "busy")
    let count = crowd.seen.answerCount
    var other = options
    other.context.frame = 3
    await crowd.send(.createPasskey(other), id: 7)
    #expect(crowd.seen.answerCount == count + 1)
    #expect(crowd.lastFailure?.code == "nothingToOffer")
  }

  @Test("shows no view, even if the provider presents one")
  func silent() async throws {
    let crowd = try await signedIn()
    await create(crowd)
    let (number, _) = try #require(call(crowd))
    let count = crowd.seen.answerCount
    await crowd["second"].say(.present(call: number, view: PresentableViewValue(number: 1, kind: .confirmation, title: "?")))
    #expect(crowd.seen.answerCount == count)
  }
}
