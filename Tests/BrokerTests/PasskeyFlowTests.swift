// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing
import WebAuthnModel

@Suite("Passkeys between page, broker and provider")
struct PasskeyFlowTests {
  private static let requestOptions = JSONValue.object([
    "challenge": .text("AAECAwQFBgcICQoLDA0ODw"), "rpId": .text("shop.example"), "userVerification": .text("preferred"),
  ])
  private static let creationOptions = JSONValue.object([
    "rp": .object(["id": .text("shop.example"), "name": .text("Shop")]),
    "user": .object(["id": .text("YW5uZQ"), "name": .text("anne"), "displayName": .text("Anne")]),
    "challenge": .text("AAECAwQFBgcICQoLDA0ODw"),
    "pubKeyCredParams": .array([.object(["type": .text("public-key"), "alg": .number(-7)])]),
    "excludeCredentials": .array([.object(["type": .text("public-key"), "id": .text("AQID")])]),
  ])

  @Test("a user-name field suggests a passkey only while the page has a conditional request for it")
  func conditional() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    #expect(try await harness.suggestions(.username).items.map(\.kind) == [.password])
    #expect(try await harness.suggestions(.username, passkey: Self.requestOptions).items.map(\.kind) == [.passkey, .password])
  }

  @Test("a request for another site's RP ID is refused with SecurityError")
  func foreignRelyingParty() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let options = JSONValue.object(["challenge": .text("AAEC"), "rpId": .text("bank.example")])
    await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: options)))
    // The other domain is first asked for its related origins.
    for _ in 0..<100_000 where harness.seen.answerCount == 0 { await Task.yield() }
    #expect(harness.lastFailure?.exception == "SecurityError")
    #expect(harness.lastFailure?.detail == "relyingPartyMismatch")
  }

  @Test("a modal request lists the matching passkeys and calls the provider only after the choice")
  func modal() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: Self.requestOptions)), id: 6)
    guard case (6, .present(let view))? = harness.seen.lastReply?.parts, let row = view.rows?.first else {
      Issue.record("nothing was presented")
      return
    }
    #expect(row.title == "anne")
    #expect(throws: TestFailure.self) { try harness.lastCall }
    await harness.broker.receive(.viewEvent(id: 6, ViewEventValue(view: view.number, action: .choose, row: row.id)), from: harness.client)
    guard case (_, .provideCredentialWithoutUserInteraction(let request))? = harness.provider.calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    #expect(request.type == .passkeyAssertion)
    #expect(request.clientDataHash?.count == 32)
    #expect(request.identity == BrokerHarness.passkey)
  }

  /// A page's options with a challenge of this many bytes.
  private static func options(_ options: JSONValue, challengeOf count: Int) -> JSONValue {
    guard case .object(var members) = options else { return options }
    members["challenge"] = .text(Base64URL([UInt8](repeating: 7, count: count)).text)
    return .object(members)
  }

  @Test(
    "a challenge of up to 16 KiB is accepted, and a longer one ends with NotAllowedError without a call"
  )
  func longChallenges() async throws {
    for (count, isServed) in [(8192, true), (16_384, true), (16_385, false), (150_000, false)] {
      let harness = try await BrokerHarness()
      try await harness.unlockProvider()
      let creation = Self.options(Self.creationOptions, challengeOf: count)
      await harness.send(.createPasskey(CreatePasskeyRequest(context: BrokerHarness.shop, options: creation)), id: 6)
      #expect(harness.provider.calls.isEmpty != isServed)
      #expect(harness.lastFailure?.code == (isServed ? nil : "badRequest"))
      #expect(harness.lastFailure?.exception == (isServed ? nil : "NotAllowedError"))
      await harness.broker.receive(.cancel(id: 6), from: harness.client)
      let request = Self.options(Self.requestOptions, challengeOf: count)
      await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: request)), id: 7)
      if case (7, .present)? = harness.seen.lastReply?.parts { #expect(isServed) } else { #expect(!isServed) }
      #expect(harness.lastFailure?.exception == (isServed ? nil : "NotAllowedError"))
    }
  }

  @Test("an answer that cannot be delivered ends its request with a failure")
  func undeliverable() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: Self.requestOptions)), id: 6)
    guard case (6, .present(let view))? = harness.seen.lastReply?.parts, let row = view.rows?.first else {
      Issue.record("nothing was presented")
      return
    }
    await harness.broker.couldNotDeliver(6, to: harness.client)
    #expect(harness.seen.lastReply?.id == 6)
    #expect(harness.lastFailure?.code == "answerTooLong")
    #expect(harness.lastFailure?.exception == "NotAllowedError")
    await harness.broker.receive(.viewEvent(id: 6, ViewEventValue(view: view.number, action: .choose, row: row.id)), from: harness.client)
    #expect(harness.provider.calls.isEmpty)
    // The same for a request that has already ended.
    await harness.broker.couldNotDeliver(5, to: harness.client)
    #expect(harness.seen.lastReply?.id == 5)
    #expect(harness.lastFailure?.code == "answerTooLong")
  }

  @Test("a passkey outside the allow list is not offered, and nothing to offer is NotAllowedError")
  func allowList() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let options = JSONValue.object([
      "challenge": .text("AAEC"), "rpId": .text("shop.example"),
      "allowCredentials": .array([.object(["type": .text("public-key"), "id": .text("CQkJ")])]),
    ])
    await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: options)))
    #expect(harness.lastFailure?.code == "nothingToOffer")
    #expect(harness.lastFailure?.exception == "NotAllowedError")
  }

  @Test("an assertion for another relying party, hash or credential is refused and is the provider's fault", arguments: 0..<3)
  func wrongAssertion(fault: Int) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let token = try #require(try await harness.suggestions(.username, passkey: Self.requestOptions).items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: BrokerHarness.shop)), id: 2)
    guard case (let call, .provideCredentialWithoutUserInteraction(let request))? = harness.provider.calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    await harness.provider.say(
      .complete(
        call: call,
        result: .passkeyAssertion(
          userHandle: Data([9]), relyingParty: fault == 0 ? "bank.example" : "shop.example", signature: Data([1]),
          clientDataHash: fault == 1 ? Data(count: 32) : request.clientDataHash ?? Data(), authenticatorData: Data(count: 37),
          credentialID: fault == 2 ? Data([7]) : Data([1, 2, 3]))))
    #expect(harness.lastFailure?.code == "providerFailed")
    #expect(harness.provider.wasKilled)
  }

  @Test("a registration reaches the provider with account, algorithms and excluded credentials")
  func registration() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.createPasskey(CreatePasskeyRequest(context: BrokerHarness.shop, options: Self.creationOptions)), id: 5)
    guard case (let call, .prepareInterfaceForPasskeyRegistration(let request))? = harness.provider.calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    #expect(request.supportedAlgorithms == [-7])
    #expect(request.excludedCredentialIDs == [Data([1, 2, 3])])
    #expect(request.identity.user == "anne")
    #expect(request.displayName == "Anne")
    await harness.provider.say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 102, reason: nil))
    #expect(harness.lastFailure?.exception == "InvalidStateError")
  }

  @Test("a declined registration is NotAllowedError for the page")
  func declined() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.createPasskey(CreatePasskeyRequest(context: BrokerHarness.shop, options: Self.creationOptions)), id: 5)
    await harness.provider.say(.cancelRequest(call: try harness.lastCall, domain: "ASExtensionErrorDomain", code: 1, reason: nil))
    #expect(harness.lastFailure?.code == "userCanceled")
    #expect(harness.lastFailure?.exception == "NotAllowedError")
  }

  @Test(
    "a malformed request is refused by its number without disturbing open requests",
    arguments: [
      (#"{"type":"signal","id":8,"signal":"unknown-credential","rpId":"shop.example","credentialId":"no base64"}"#, true),
      (#"{"type":"get-passkey","id":8}"#, true), (#"{"type":"get-passkey","id":5,"options":{}}"#, false),
      (#"{"type":"hello","id":8,"role":"settings"}"#, false), (#"{"type":"cancel","id":"8"}"#, false),
      (#"{"type":"view-event","id":8}"#, false), (#"{"type":"get-passkey"}"#, false), ("[]", false), ("", false),
    ])
  func malformedRequest(json: String, isRefused: Bool) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.createPasskey(CreatePasskeyRequest(context: BrokerHarness.shop, options: Self.creationOptions)), id: 5)
    let count = harness.seen.answerCount
    #expect(await harness.broker.refuse(malformed: Array(json.utf8), from: harness.client) == isRefused)
    #expect(harness.seen.answerCount == (isRefused ? count + 1 : count))
    if isRefused { #expect(harness.seen.lastReply == ClientReply(8, .failure(RequestFailure(code: "badRequest")))) }
    // The open request is still there.
    await harness.provider.say(.cancelRequest(call: try harness.lastCall, domain: "ASExtensionErrorDomain", code: 102, reason: nil))
    #expect(harness.lastFailure?.exception == "InvalidStateError")
  }

  @Test("a provider reports that it makes passkeys whether locked or unlocked, but not without a vault")
  func whoMakesPasskeys() async throws {
    let crowd = try await ProviderCrowd(["codes", "vault"]) { name in
      var capabilities = ProviderBundle.Capabilities()
      capabilities.oneTimeCodes = true
      capabilities.passkeys = name == "vault"
      return capabilities
    }
    func makesPasskeys() async -> [Bool?]? {
      await crowd.send(.status, id: 7)
      guard case (7, .status(let providers))? = crowd.seen.lastReply?.parts else { return nil }
      return providers.map(\.makesPasskeys)
    }
    #expect(await makesPasskeys() == [nil, true])
    for state in [ProviderLockState.locked, .unlocked, .locked] {
      await crowd["vault"].say(.lockState(state))
      #expect(await makesPasskeys() == [nil, true])
    }
    await crowd["vault"].say(.lockState(.noVault))
    #expect(await makesPasskeys() == [nil, nil])
  }

  @Test(
    "a provider's passkey interface gets the page's timeout, limited to 3 to 10 minutes",
    arguments: [(nil, 300), (1, 180), (60_000, 180), (240_000, 240), (7_200_000, 600)] as [(Double?, Double)], [false, true])
  func time(wish: (milliseconds: Double?, seconds: Double), isRegistration: Bool) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let timeout = wish.milliseconds.map { ["timeout": JSONValue.number($0)] } ?? [:]
    if isRegistration {
      let options = try #require(Self.creationOptions.with(timeout))
      await harness.send(.createPasskey(CreatePasskeyRequest(context: BrokerHarness.shop, options: options)), id: 5)
    } else {
      let options = try #require(Self.requestOptions.with(timeout))
      await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: options)), id: 5)
      await harness.broker.receive(.viewEvent(id: 5, ViewEventValue(view: 0, action: .choose, row: "b0")), from: harness.client)
      while harness.clock.sleeperCount == 0 { await Task.yield() }
      await harness.provider.say(.cancelRequest(call: try harness.lastCall, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
    }
    let call = try harness.lastCall
    // The timer of the call without an interface may still be waiting.
    let limit = BrokerLimits().withoutInteraction
    while harness.clock.sleeperCount == 0 || !harness.clock.sleeps(otherThan: limit) { await Task.yield() }
    harness.clock.advance(by: wish.seconds - 1)
    #expect(harness.clock.sleeps(otherThan: limit))
    #expect(harness.lastFailure == nil)
    harness.clock.advance(by: 1)
    while harness.lastFailure == nil { await Task.yield() }
    #expect(harness.lastFailure?.exception == "NotAllowedError")
    #expect(harness.provider.calls.last == ProviderCall(call, .cancel))
    #expect(!harness.provider.wasKilled)
  }
}

extension JSONValue {
  /// An object with additional members.
  fileprivate func with(_ members: [String: JSONValue]) -> JSONValue? {
    guard case .object(let own) = self else { return nil }
    return .object(own.merging(members) { _, new in new })
  }
}
