// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing
import WebAuthnModel
import WebDomains

@Suite("Passkey extensions between page, broker and provider")
struct PasskeyExtensionFlowTests {
  private static func request(_ extensions: [String: JSONValue], allowed: Bool = false) -> JSONValue {
    var options: [String: JSONValue] = [
      "challenge": .text("AAECAwQFBgcICQoLDA0ODw"), "rpId": .text("shop.example"), "userVerification": .text("discouraged"),
      "extensions": .object(extensions),
    ]
    if allowed { options["allowCredentials"] = .array([.object(["type": .text("public-key"), "id": .text("AQID")])]) }
    return .object(options)
  }

  private static func creation(_ extensions: [String: JSONValue]) -> JSONValue {
    .object([
      "rp": .object(["id": .text("shop.example"), "name": .text("Shop")]),
      "user": .object(["id": .text("YW5uZQ"), "name": .text("anne"), "displayName": .text("Anne")]),
      "challenge": .text("AAECAwQFBgcICQoLDA0ODw"),
      "pubKeyCredParams": .array([.object(["type": .text("public-key"), "alg": .number(-7)])]),
      "extensions": .object(extensions),
    ])
  }

  /// Requests a passkey as a page's script does, chooses the only one, and returns the provider's call.
  private func pick(_ options: JSONValue, _ harness: BrokerHarness) async throws -> (call: CallNumber, request: CredentialRequestValue) {
    await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: options)), id: 6)
    guard case (6, .present(let view))? = harness.seen.lastReply?.parts, let row = view.rows?.first else {
      throw TestFailure(description: "nothing was presented")
    }
    await harness.broker.receive(.viewEvent(id: 6, ViewEventValue(view: view.number, action: .choose, row: row.id)), from: harness.client)
    guard case (let call, .provideCredentialWithoutUserInteraction(let request))? = harness.provider.calls.last?.parts else {
      throw TestFailure(description: "the provider was not asked")
    }
    return (call, request)
  }

  private func answer(_ request: CredentialRequestValue, _ outputs: PasskeyExtensionOutputsValue?) throws -> ProviderResult {
    let data = AuthenticatorData(
      relyingPartyID: try RelyingPartyID("shop.example"), flags: [.userPresent, .userVerified], signCount: 0)
    return .passkeyAssertion(
      userHandle: Data([9]), relyingParty: "shop.example", signature: Data([1]), clientDataHash: request.clientDataHash ?? Data(),
      authenticatorData: Data(data.encoded), credentialID: Data([1, 2, 3]), extensions: outputs)
  }

  private func results(_ harness: BrokerHarness) -> JSONValue? {
    guard case (_, .passkeyAsserted(.object(let response)))? = harness.seen.lastReply?.parts else { return nil }
    return response["clientExtensionResults"]
  }

  @Test("PRF inputs reach the provider hashed, user verification becomes required, and the page gets the results")
  func pseudoRandomFunction() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let options = Self.request(["prf": .object(["eval": .object(["first": .text("AQID"), "second": .text("")])])])
    let (call, request) = try await pick(options, harness)
    #expect(request.userVerification == "required")
    // SHA-256 of "WebAuthn PRF", a zero byte and 01 02 03 (WebAuthn L3 §10.1.4).
    let hash = try #require(Base64URL(parsing: "waqLV3h2dCoZgKc7FfciddcQT9qhksdsBAC7MGvyEpI"))
    #expect(request.extensions?.salts?.first == Data(hash.bytes))
    #expect(request.extensions?.salts?.second?.count == 32)
    var outputs = PasskeyExtensionOutputsValue()
    outputs.prfResultCount = 2
    let secret = String(repeating: "\u{1}", count: 32) + String(repeating: "\u{2}", count: 32)
    await harness.provider.say(.complete(call: call, result: try answer(request, outputs)), secret: secret)
    let expected = JSONValue.object([
      "first": .text(Base64URL([UInt8](repeating: 1, count: 32)).text), "second": .text(Base64URL([UInt8](repeating: 2, count: 32)).text),
    ])
    #expect(results(harness) == .object(["prf": .object(["results": expected])]))
  }

  /// A request with this many credentials, the first of which exists, and salts for each.
  private static func flood(_ count: Int) -> JSONValue {
    let rest = [UInt8](repeating: 7, count: 16)
    let others = (1..<count).map { (number: Int) -> [UInt8] in [UInt8(number >> 8), UInt8(number & 0xff)] + rest }
    let credentials = ([[1, 2, 3]] + others).map { Base64URL($0).text }
    let salts = Dictionary(uniqueKeysWithValues: credentials.map { ($0, JSONValue.object(["first": .text("AAAA")])) })
    guard case .object(var options) = request(["prf": .object(["evalByCredential": .object(salts)])]) else { return .null }
    options["allowCredentials"] = .array(credentials.map { .object(["type": .text("public-key"), "id": .text($0)]) })
    return .object(options)
  }

  @Test("only the chosen credential's PRF salts reach the provider, however many there are")
  func saltsOfOthers() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    for count in [2, 2_600] {
      let (call, request) = try await pick(Self.flood(count), harness)
      #expect(request.extensions?.saltsByCredential.map(\.credentialID) == [Data([1, 2, 3])])
      var outputs = PasskeyExtensionOutputsValue()
      outputs.prfResultCount = 1
      await harness.provider.say(
        .complete(call: call, result: try answer(request, outputs)), secret: String(repeating: "\u{1}", count: 32))
      let expected = JSONValue.object(["first": .text(Base64URL([UInt8](repeating: 1, count: 32)).text)])
      #expect(results(harness) == .object(["prf": .object(["results": expected])]))
    }
  }

  @Test("a call too long for a frame ends the request immediately and is no fault of the provider")
  func tooLong() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    // Any of the credentials may be chosen from a list, so the call has the salts of all.
    let field = PageFieldRequest(context: BrokerHarness.shop, field: .username, passkey: Self.flood(2_600))
    await harness.send(.list(field), id: 7)
    #expect((harness.lastFailure?.code, harness.lastFailure?.detail) == ("badRequest", "tooLong"))
    #expect(!harness.provider.messages.contains { if case .call(let call) = $0 { call.payload != .cancel } else { false } })
    while harness.clock.sleeperCount > 0 { harness.clock.wakeAll() }
    #expect(!harness.provider.wasKilled)
  }

  @Test("large-blob data to write reaches the provider, and the page learns that it was written")
  func writing() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let options = Self.request(["largeBlob": .object(["write": .text("AQID")])], allowed: true)
    let (call, request) = try await pick(options, harness)
    #expect(request.extensions?.largeBlob == .write(Data([1, 2, 3])))
    var outputs = PasskeyExtensionOutputsValue()
    outputs.wroteLargeBlob = true
    await harness.provider.say(.complete(call: call, result: try answer(request, outputs)))
    #expect(results(harness) == .object(["largeBlob": .object(["written": .boolean(true)])]))
  }

  @Test("large-blob data that is too long, or that the provider does not confirm, is reported as not written", arguments: [3, 40_000])
  func unwritten(byteCount: Int) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let data = Base64URL([UInt8](repeating: 1, count: byteCount)).text
    let (call, request) = try await pick(Self.request(["largeBlob": .object(["write": .text(data)])], allowed: true), harness)
    #expect((request.extensions?.largeBlob == nil) == (byteCount > 32 * 1024))
    await harness.provider.say(.complete(call: call, result: try answer(request, nil)))
    #expect(results(harness) == .object(["largeBlob": .object(["written": .boolean(false)])]))
  }

  @Test("large-blob data that was read reaches the page only if the page asked for it")
  func reading() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    var outputs = PasskeyExtensionOutputsValue()
    outputs.largeBlobByteCount = 3
    for (extensions, expected) in [
      (["largeBlob": .object(["read": .boolean(true)])], .object(["largeBlob": .object(["blob": .text("BAUG")])])), ([:], .object([:])),
    ] as [([String: JSONValue], JSONValue)] {
      let (call, request) = try await pick(Self.request(extensions), harness)
      await harness.provider.say(.complete(call: call, result: try answer(request, outputs)), secret: "\u{4}\u{5}\u{6}")
      #expect(results(harness) == expected)
    }
  }

  @Test(
    "extension outputs that do not fit their secret part are the provider's fault",
    arguments: [(1, nil, 31), (3, nil, 96), (0, 5, 4), (0, nil, 1)] as [(Int, Int?, Int)])
  func misfits(count: Int, blob: Int?, secret: Int) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let (call, request) = try await pick(Self.request(["largeBlob": .object(["read": .boolean(true)])]), harness)
    var outputs = PasskeyExtensionOutputsValue()
    outputs.prfResultCount = count
    outputs.largeBlobByteCount = blob
    await harness.provider.say(
      .complete(call: call, result: try answer(request, outputs)), secret: String(repeating: "a", count: secret))
    #expect(harness.lastFailure?.code == "providerFailed")
    #expect(harness.provider.wasKilled)
  }

  @Test("a malformed extension gets the exception that the specification names")
  func malformed() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let values = JSONValue.object(["first": .text("AQID")])
    for (extensions, allowed, exception) in [
      (["prf": .object(["evalByCredential": .object(["AQID": values])])], false, "NotSupportedError"),
      (["prf": .object(["evalByCredential": .object(["CQkJ": values])])], true, "SyntaxError"),
      (["largeBlob": .object(["read": .boolean(true), "write": .text("AQID")])], true, "NotSupportedError"),
    ] as [([String: JSONValue], Bool, String)] {
      await harness.send(.getPasskey(GetPasskeyRequest(context: BrokerHarness.shop, options: Self.request(extensions, allowed: allowed))))
      #expect(harness.lastFailure?.code == "badRequest")
      #expect(harness.lastFailure?.exception == exception)
    }
  }

  @Test("a registration's extensions reach the provider, and are absent if the page wants none")
  func registration() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    func asked(_ extensions: [String: JSONValue]) async throws -> CredentialRequestValue {
      await harness.send(.createPasskey(CreatePasskeyRequest(context: BrokerHarness.shop, options: Self.creation(extensions))), id: 5)
      guard case (let call, .prepareInterfaceForPasskeyRegistration(let request))? = harness.provider.calls.last?.parts else {
        throw TestFailure(description: "the provider was not asked")
      }
      await harness.provider.say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 1, reason: nil))
      return request
    }
    let wanted = try await asked([
      "prf": .object([:]), "largeBlob": .object(["support": .text("required")]),
      "credentialProtectionPolicy": .text("userVerificationRequired"),
    ]).extensions
    #expect(wanted?.wantsPRF == true && wanted?.salts == nil)
    #expect(wanted?.largeBlobSupport == "required")
    #expect(wanted?.protectionPolicy == "userVerificationRequired")
    #expect(try await asked(["credProps": .boolean(true)]).extensions == nil)
  }

  @Test(
    "the page learns that the provider stores no large blobs, and gets no passkey if it requires them",
    arguments: [(#"{"support":"preferred"}"#, nil), ("{}", nil), (#"{"support":"required"}"#, "NotAllowedError")] as [(String, String?)])
  func keepsNoData(wish: (json: String, exception: String?)) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let largeBlob = try JSONDecoder().decode(JSONValue.self, from: Data(wish.json.utf8))
    let options = Self.creation(["largeBlob": largeBlob])
    await harness.send(.createPasskey(CreatePasskeyRequest(context: BrokerHarness.shop, options: options)), id: 5)
    guard case (let call, .prepareInterfaceForPasskeyRegistration(let request))? = harness.provider.calls.last?.parts else {
      throw TestFailure(description: "the provider was not asked")
    }
    await harness.provider.say(.complete(call: call, result: try ScriptedProvider.madePasskey(for: request)))
    if let exception = wish.exception {
      #expect(harness.lastFailure?.exception == exception)
    } else {
      guard case (5, .passkeyCreated(.object(let response)))? = harness.seen.lastReply?.parts else {
        throw TestFailure(description: "no passkey: \(String(describing: harness.seen.lastReply))")
      }
      #expect(response["clientExtensionResults"] == .object(["largeBlob": .object(["supported": .boolean(false)])]))
    }
  }

  @Test("reading a large blob that does not exist returns an empty result")
  func nothingToRead() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let (call, request) = try await pick(Self.request(["largeBlob": .object(["read": .boolean(true)])], allowed: true), harness)
    await harness.provider.say(.complete(call: call, result: try answer(request, nil)))
    #expect(results(harness) == .object(["largeBlob": .object([:])]))
  }
}
