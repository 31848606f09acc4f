// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Synchronization
import Testing
import WebAuthnModel

@Suite("Passkeys in cross-origin frames")
struct CrossOriginFrameTests {
  private static let login = "https://login.shop.example"
  private static let options = JSONValue.object(["challenge": .text("AAEC"), "rpId": .text("shop.example")])
  private static let creation = JSONValue.object([
    "rp": .object(["id": .text("shop.example"), "name": .text("Shop")]),
    "user": .object(["id": .text("YW5uZQ"), "name": .text("anne"), "displayName": .text("Anne")]),
    "challenge": .text("AAEC"), "pubKeyCredParams": .array([.object(["type": .text("public-key"), "alg": .number(-7)])]),
  ])
  private static let get = "publickey-credentials-get"
  private static let create = "publickey-credentials-create"

  /// The shop's sign-in page inside other pages, the nearest first.
  private static func frame(inside ancestors: [String] = ["https://blog.example"], _ policy: [String]? = [get, create]) -> ClientContext {
    ClientContext(
      origin: login, topOrigin: ancestors.last ?? login, ancestorOrigins: ancestors, tab: 1, frame: 3, document: "d1",
      permissionsPolicy: policy)
  }

  private static func clientDataHash(_ type: CollectedClientData.CeremonyType, top: String) -> Data {
    let data = CollectedClientData(type: type, challenge: [0, 1, 2], origin: login, crossOrigin: true, topOrigin: top)
    return Data(CollectedClientData.hash(of: data.serialized))
  }

  @Test(
    "an assertion that the permissions policy allows is signed with both origins",
    arguments: [
      ["https://blog.example"], ["https://pay.shop.example"], ["https://login.shop.example:8443"],
      ["https://login.shop.example", "https://blog.example"], ["https://blog.example", "https://login.shop.example"],
    ])
  func signIn(ancestors: [String]) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.getPasskey(GetPasskeyRequest(context: Self.frame(inside: ancestors), options: Self.options)), id: 6)
    guard case (6, .present(let view))? = harness.seen.lastReply?.parts else {
      throw TestFailure(description: "nothing was presented: \(String(describing: harness.seen.lastReply))")
    }
    await harness.broker.receive(.viewEvent(id: 6, ViewEventValue(view: view.number, action: .choose, row: "b0")), from: harness.client)
    guard case (_, .provideCredentialWithoutUserInteraction(let request))? = harness.provider.calls.last?.parts else {
      throw TestFailure(description: "the provider was not asked")
    }
    #expect(request.clientDataHash == Self.clientDataHash(.get, top: try #require(ancestors.last)))
  }

  @Test("a registration that the permissions policy allows is signed with both origins")
  func registration() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.createPasskey(CreatePasskeyRequest(context: Self.frame(), options: Self.creation)), id: 5)
    guard case (_, .prepareInterfaceForPasskeyRegistration(let request))? = harness.provider.calls.last?.parts else {
      throw TestFailure(description: "the provider was not asked")
    }
    #expect(request.clientDataHash == Self.clientDataHash(.create, top: "https://blog.example"))
  }

  @Test("without the permission for an assertion nothing is shown", arguments: [nil, [], [create], ["publickey-credentials-get *"]])
  func notPermitted(policy: [String]?) async throws {
    for ancestor in ["https://blog.example", "https://pay.shop.example"] {
      let harness = try await BrokerHarness()
      try await harness.unlockProvider()
      await harness.send(
        .getPasskey(GetPasskeyRequest(context: Self.frame(inside: [ancestor], policy), options: Self.options)))
      #expect(harness.lastFailure?.code == "notAllowedHere")
      #expect(harness.lastFailure?.exception ?? "NotAllowedError" == "NotAllowedError")
      #expect(throws: TestFailure.self) { try harness.lastCall }
    }
  }

  @Test("the permission for assertions does not allow a registration")
  func creationNotPermitted() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    await harness.send(.createPasskey(CreatePasskeyRequest(context: Self.frame([Self.get]), options: Self.creation)))
    #expect(harness.lastFailure?.code == "notAllowedHere")
    #expect(throws: TestFailure.self) { try harness.lastCall }
  }

  @Test("an insecure or opaque ancestor prevents a ceremony, whatever the permissions policy", arguments: ["http://blog.example", "null"])
  func insecureAround(origin: String) async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    for ancestors in [[origin], [origin, "https://blog.example"]] {
      await harness.send(.getPasskey(GetPasskeyRequest(context: Self.frame(inside: ancestors), options: Self.options)))
      #expect(harness.lastFailure?.code == "notAllowedHere")
    }
    #expect(throws: TestFailure.self) { try harness.lastCall }
  }

  @Test("a field in a cross-site frame gets passkeys for the frame's request, but no passwords, codes or lists")
  func fields() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    let offered = try await harness.suggestions(.username, context: Self.frame(), passkey: Self.options)
    #expect(offered.items.map(\.kind) == [.passkey])
    #expect(offered.locked.isEmpty && !offered.canList)
    for (field, options) in [(FieldPurpose.username, nil), (.currentPassword, Self.options), (.oneTimeCode, Self.options)] {
      await harness.send(.suggestions(PageFieldRequest(context: Self.frame(), field: field, passkey: options)))
      #expect(harness.lastFailure?.detail == "crossSiteFrame")
    }
    for field in [FieldPurpose.username, .currentPassword, .oneTimeCode] {
      await harness.send(.list(PageFieldRequest(context: Self.frame(), field: field, passkey: Self.options)))
      #expect(harness.lastFailure?.detail == "crossSiteFrame")
    }
    #expect(throws: TestFailure.self) { try harness.lastCall }

    let token = try #require(offered.items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: Self.frame())), id: 2)
    guard case (_, .provideCredentialWithoutUserInteraction(let request))? = harness.provider.calls.last?.parts else {
      throw TestFailure(description: "the provider was not asked")
    }
    #expect(request.clientDataHash == Self.clientDataHash(.get, top: "https://blog.example"))
  }

  @Test("a password suggested in a same-site page cannot be provided to a cross-site frame")
  func passwordToken() async throws {
    let harness = try await BrokerHarness()
    try await harness.unlockProvider()
    var own = Self.frame(nil)
    (own.topOrigin, own.ancestorOrigins) = (Self.login, [Self.login])
    let token = try #require(try await harness.suggestions(.currentPassword, context: own).items.first?.token)
    await harness.send(.provide(ProvideRequest(token: token, context: Self.frame())), id: 2)
    #expect(harness.lastFailure?.detail == "crossSiteFrame")
    #expect(throws: TestFailure.self) { try harness.lastCall }
  }

  @Test("a locked provider's list opens in a cross-site frame only for passkeys, and a password chosen there is withheld")
  func lockedProvider() async throws {
    let harness = try await BrokerHarness()
    await harness.provider.say(.lockState(.locked))
    await harness.send(.getPasskey(GetPasskeyRequest(context: Self.frame(), options: Self.options)), id: 6)
    guard case (6, .present(let view))? = harness.seen.lastReply?.parts else {
      throw TestFailure(description: "nothing was presented: \(String(describing: harness.seen.lastReply))")
    }
    await harness.broker.receive(.viewEvent(id: 6, ViewEventValue(view: view.number, action: .choose, row: "b0")), from: harness.client)
    await harness.provider.say(.complete(call: try harness.lastCall, result: .password(user: "anne")), secret: "correct horse")
    #expect(harness.lastFailure?.code == "providerFailed")
    #expect(harness.seen.secrets.withLock { $0.allSatisfy { $0 == nil } })
  }
}
