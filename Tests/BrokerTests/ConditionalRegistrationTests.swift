// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("A passkey that is made without a question after a sign-in by password")
struct ConditionalRegistrationTests {
  private static let options = JSONValue.object([
    "rp": .object(["id": .text("shop.example"), "name": .text("Shop")]),
    "user": .object(["id": .text("YW5uZQ"), "name": .text("anne"), "displayName": .text("Anne")]),
    "challenge": .text("AAECAwQFBgcICQoLDA0ODw"),
    "pubKeyCredParams": .array([.object(["type": .text("public-key"), "alg": .number(-7)])]),
  ])

  /// Two providers, of which the second has just filled a password.
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

  private func create(_ crowd: ProviderCrowd, origin: String = "https://login.shop.example") async {
    let context = ClientContext(origin: origin, topOrigin: origin, tab: 1, frame: 0, document: "d2")
    await crowd.send(.createPasskey(CreatePasskeyRequest(context: context, options: Self.options, isConditional: true)), id: 5)
  }

  private func call(_ crowd: ProviderCrowd) -> (CallNumber, CredentialRequestValue)? {
    guard case (let call, .performPasskeyRegistrationWithoutUserInteractionIfPossible(let request))? = crowd["second"].calls.last?.parts
    else {
      return nil
    }
    return (call, request)
  }

  @Test("is asked of the provider that filled the password, and of no other")
  func filler() async throws {
    let crowd = try await signedIn()
    await create(crowd)
    let (_, request) = try #require(call(crowd))
    #expect(request.type == .passkeyRegistration)
    #expect(request.identity.user == "anne")
    #expect(!crowd["first"].messages.contains { if case .storeReply = $0 { false } else { true } })
  }

  @Test("is refused in a frame inside another origin's page, which may make passkeys by a touch alone")
  func framed() async throws {
    let crowd = try await signedIn()
    let context = ClientContext(
      origin: "https://login.shop.example", topOrigin: "https://shop.example", ancestorOrigins: ["https://shop.example"], tab: 1, frame: 3,
      document: "d2", permissionsPolicy: ["publickey-credentials-create"])
    await crowd.send(.createPasskey(CreatePasskeyRequest(context: context, options: Self.options, isConditional: true)), id: 5)
    #expect(crowd.lastFailure?.code == "notAllowedHere")
    #expect(call(crowd) == nil)
  }

  @Test("is refused without a password filled before, with NotAllowedError")
  func noSignIn() async throws {
    let crowd = try await ProviderCrowd(["first", "second"])
    await create(crowd)
    #expect(crowd.lastFailure?.exception == "NotAllowedError")
    #expect(call(crowd) == nil)
  }

  @Test("is refused when the sign-in was longer ago than five minutes")
  func late() async throws {
    let crowd = try await signedIn()
    crowd.clock.advance(by: 301)
    await create(crowd)
    #expect(crowd.lastFailure?.exception == "NotAllowedError")
    #expect(call(crowd) == nil)
  }

  @Test("is refused when the password was filled into another site")
  func otherSite() async throws {
    let crowd = try await signedIn()
    let context = ClientContext(
      origin: "https://bank.example", topOrigin: "https://bank.example", tab: 1, frame: 0, document: "d2")
    guard case .object(var options) = Self.options else { return }
    options["rp"] = .object(["id": .text("bank.example"), "name": .text("Bank")])
    await crowd.send(.createPasskey(CreatePasskeyRequest(context: context, options: .object(options), isConditional: true)), id: 5)
    #expect(crowd.lastFailure?.exception == "NotAllowedError")
    #expect(call(crowd) == nil)
  }

  @Test("is refused when the provider does not declare that it makes such passkeys")
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
    "ends at whatever the provider cancels it with, without an interface and without telling the page of a passkey", arguments: ends.indices
  )
  func cancellation(row: Int) async throws {
    let crowd = try await signedIn()
    await create(crowd)
    let (number, _) = try #require(call(crowd))
    await crowd["second"].say(.cancelRequest(call: number, domain: "ASExtensionErrorDomain", code: Self.ends[row].code, reason: nil))
    #expect(crowd.lastFailure?.exception == Self.ends[row].exception)
    #expect(call(crowd)?.0 == number)
  }

  @Test("is answered by the provider's word where its page gave it up while the provider was at it", arguments: [false, true])
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
    guard case .passkeyCreated? = crowd.seen.lastReply?.answer else { throw TestFailure(description: "the client was not told of it") }
  }

  @Test("ends at the end of its time where its page gave it up and the provider says nothing")
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

  @Test("a frame has one under way at a time; a second is told that it is busy, and another frame's is its own")
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
    #expect(crowd.seen.answerCount == count)
  }

  @Test("shows nothing, whatever the provider presents")
  func silent() async throws {
    let crowd = try await signedIn()
    await create(crowd)
    let (number, _) = try #require(call(crowd))
    let count = crowd.seen.answerCount
    await crowd["second"].say(.present(call: number, view: PresentableViewValue(number: 1, kind: .confirmation, title: "?")))
    #expect(crowd.seen.answerCount == count)
  }
}
