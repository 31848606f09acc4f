// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("A credential signal")
struct SignalTests {
  private static let signal = CredentialSignal.unknownCredential(relyingParty: "shop.example", credentialID: Data([1, 2, 3]))

  @Test("reaches every provider that declares SupportsCredentialUpdate, and no other")
  func fanOut() async throws {
    let crowd = try await ProviderCrowd(["a", "b", "c"]) { name in
      var capabilities = ProviderCrowd.all
      capabilities.credentialUpdate = name != "b"
      return capabilities
    }
    await crowd.send(.signal(SignalRequest(context: BrokerHarness.shop, Self.signal)), id: 8)
    #expect(crowd.seen.lastReply == ClientReply(8, .done()))
    #expect(crowd["a"].messages.last == .report(Self.signal))
    #expect(crowd["b"].calls.isEmpty)
    #expect(crowd["c"].messages.last == .report(Self.signal))
  }

  @Test(
    "is refused for a service other than the page's own",
    arguments: [
      CredentialSignal.unknownCredential(relyingParty: "bank.example", credentialID: Data([1])),
      .unknownCredential(relyingParty: "example", credentialID: Data([1])),
      .allAcceptedCredentials(relyingParty: "pay.shop.example", userHandle: Data([1]), credentialIDs: []),
      .currentUserDetails(relyingParty: "bank.example", userHandle: Data([1]), name: "n", displayName: nil),
      .unusedPassword(domain: "bank.example", userName: "anne"),
    ])
  func foreign(signal: CredentialSignal) async throws {
    let crowd = try await ProviderCrowd(["a"])
    await crowd.send(.signal(SignalRequest(context: BrokerHarness.shop, signal)), id: 8)
    #expect(crowd.lastFailure?.code == "notAllowedHere")
    #expect(crowd.lastFailure?.exception == "SecurityError")
    #expect(crowd["a"].calls.isEmpty)
  }

  @Test("is refused if a value exceeds the size of a credential")
  func bounded() async throws {
    let crowd = try await ProviderCrowd(["a"])
    for signal: CredentialSignal in [
      .unknownCredential(relyingParty: "shop.example", credentialID: Data(count: 1024)),
      .unknownCredential(relyingParty: "shop.example", credentialID: Data()),
      .allAcceptedCredentials(relyingParty: "shop.example", userHandle: Data(count: 65), credentialIDs: []),
    ] {
      await crowd.send(.signal(SignalRequest(context: BrokerHarness.shop, signal)), id: 8)
      #expect(crowd.lastFailure?.code == "badRequest")
    }
    #expect(crowd["a"].calls.isEmpty)
  }
}

@Suite("Saving and generating passwords, and inserting text")
struct PasswordRequestTests {
  private static let service = ServiceIdentifierValue(identifier: "", kind: .url)

  private static func save(_ event: SavePasswordRequestValue.Event) -> SavePasswordRequestValue {
    SavePasswordRequestValue(service: service, user: "anne", sessionID: "s", event: event)
  }

  @Test("a password is saved with the first capable provider for the page's own origin, and travels as the secret part")
  func saving() async throws {
    let crowd = try await ProviderCrowd(["a", "b"]) { name in
      var capabilities = ProviderCrowd.all
      capabilities.savePasswordCredentials = name == "b"
      return capabilities
    }
    await crowd.send(
      .savePassword(SavePasswordRequest(context: BrokerHarness.shop, Self.save(.formDidDisappear), password: "correct horse")), id: 4)
    guard case (let call, .performSavePasswordRequestWithoutUserInteractionIfPossible(let request))? = crowd["b"].calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    #expect(request.service.identifier == "https://login.shop.example")
    #expect(crowd["b"].secrets == ["correct horse"])
    await crowd["b"].say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
    #expect(crowd["b"].calls.last == ProviderCall(call, .prepareInterfaceForSavePasswordRequest(request: request)))
    #expect(crowd["b"].secrets == ["correct horse", "correct horse"])
    await crowd["b"].say(.complete(call: call, result: .passwordSaved))
    #expect(crowd.seen.lastReply == ClientReply(4, .saved()))
  }

  @Test("a generated password is saved without an interface while its form is still open")
  func pending() async throws {
    let crowd = try await ProviderCrowd(["a"])
    await crowd.send(
      .savePassword(SavePasswordRequest(context: BrokerHarness.shop, Self.save(.generatedPasswordFilled), password: "pw")), id: 4)
    guard case (let call, .performSavePasswordRequestWithoutUserInteractionIfPossible(_))? = crowd["a"].calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    await crowd["a"].say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
    #expect(crowd.lastFailure?.code == "providerFailed")
  }

  @Test("a password for another site, an empty password and a missing one are refused", arguments: [0, 1, 2])
  func refused(row: Int) async throws {
    let crowd = try await ProviderCrowd(["a"])
    var request = Self.save(.userInitiated)
    if row == 0 { request.service = ServiceIdentifierValue(identifier: "bank.example", kind: .domain) }
    await crowd.send(.savePassword(SavePasswordRequest(context: BrokerHarness.shop, request, password: ["pw", "", nil][row])), id: 4)
    #expect(crowd.lastFailure?.code == (row == 0 ? "notAllowedHere" : "badRequest"))
    #expect(crowd["a"].calls.isEmpty)
  }

  @Test("generated passwords arrive in the provider's order, each with its own length")
  func generating() async throws {
    let crowd = try await ProviderCrowd(["a"])
    let request = GeneratePasswordsRequestValue(service: Self.service, passwordFieldRules: "minlength: 12;")
    await crowd.send(.generatePassword(GeneratePasswordRequest(context: BrokerHarness.shop, request)), id: 4)
    guard case (let call, .performGeneratePasswordsRequestWithoutUserInteraction(let asked))? = crowd["a"].calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    #expect(asked.passwordFieldRules == "minlength: 12;")
    let values = [GeneratedPasswordValue(kind: "STRONG", byteCount: 4), GeneratedPasswordValue(kind: "PASSPHRASE", byteCount: 6)]
    await crowd["a"].say(.complete(call: call, result: .generatedPasswords(values)), secret: "abcdünïc")
    #expect(
      crowd.seen.lastReply
        == ClientReply(
          4,
          .generated([
            GeneratedPasswordValue(kind: "STRONG", byteCount: 4, value: "abcd"),
            GeneratedPasswordValue(kind: "PASSPHRASE", byteCount: 6, value: "ünïc"),
          ])))
  }

  private static let chosen = ClientRequest.generatePassword(
    GeneratePasswordRequest(context: BrokerHarness.shop, GeneratePasswordsRequestValue(service: service), isChosen: true))

  @Test("a user who wants to choose sees the provider's interface and gets the generated password")
  func choosing() async throws {
    let crowd = try await ProviderCrowd(["a"])
    await crowd.send(Self.chosen, id: 4)
    guard case (let call, .prepareInterfaceForGeneratePasswordsRequest(let asked))? = crowd["a"].calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    #expect(asked.service.identifier == "https://login.shop.example")
    await crowd["a"].say(.present(call: call, view: PresentableViewValue(number: 1, kind: .list, title: "New password")))
    guard case (4, .present(let view))? = crowd.seen.lastReply?.parts else {
      Issue.record("the interface was not shown")
      return
    }
    #expect(view.title == "New password")
    await crowd["a"].say(.complete(call: call, result: .generatedPasswords([.init(kind: "STRONG", byteCount: 4)])), secret: "abcd")
    #expect(crowd.seen.lastReply == ClientReply(4, .generated([.init(kind: "STRONG", byteCount: 4, value: "abcd")])))
  }

  @Test(
    "a provider without an interface generates passwords, and the broker lets the user choose",
    arguments: [true, false])
  func optedOut(chooses: Bool) async throws {
    let crowd = try await ProviderCrowd(["a"]) { _ in
      var capabilities = ProviderCrowd.all
      capabilities.generatePasswordCredentialsWithUI = false
      return capabilities
    }
    await crowd.send(Self.chosen, id: 4)
    guard case (let call, .performGeneratePasswordsRequestWithoutUserInteraction(_))? = crowd["a"].calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    let values = [GeneratedPasswordValue(kind: "STRONG", byteCount: 4), GeneratedPasswordValue(kind: "PASSPHRASE", byteCount: 6)]
    await crowd["a"].say(.complete(call: call, result: .generatedPasswords(values)), secret: "abcdünïc")
    guard case (4, .present(let view))? = crowd.seen.lastReply?.parts else {
      Issue.record("no choice was presented")
      return
    }
    #expect(view.rows?.map(\.title) == ["abcd", "ünïc"])
    // Messages about the ended call are ignored.
    await crowd["a"].say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 0, reason: nil))
    await crowd["a"].say(.dismiss(call: call))
    let action: ViewEventValue.Action = chooses ? .choose : .cancel
    await crowd.broker.receive(
      .viewEvent(id: 4, ViewEventValue(view: view.number, action: action, row: view.rows?.last?.id)), from: crowd.client)
    if chooses {
      #expect(crowd.seen.lastReply == ClientReply(4, .generated([.init(kind: "PASSPHRASE", byteCount: 6, value: "ünïc")])))
    } else {
      #expect(crowd.lastFailure?.code == "userCanceled")
    }
  }

  @Test("a call to generate passwords without an interface is not repeated with one")
  func noSecondTry() async throws {
    let crowd = try await ProviderCrowd(["a"])
    await crowd.send(
      .generatePassword(GeneratePasswordRequest(context: BrokerHarness.shop, GeneratePasswordsRequestValue(service: Self.service))), id: 4)
    guard case (let call, .performGeneratePasswordsRequestWithoutUserInteraction(_))? = crowd["a"].calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    await crowd["a"].say(.cancelRequest(call: call, domain: "ASExtensionErrorDomain", code: 100, reason: nil))
    #expect(crowd.lastFailure?.code == "providerFailed")
    #expect(crowd["a"].calls.count == 1)
  }

  @Test("a password is not sent to a provider without a vault")
  func noVault() async throws {
    let crowd = try await ProviderCrowd(["a"])
    await crowd["a"].say(.lockState(.noVault))
    await crowd.send(.savePassword(SavePasswordRequest(context: BrokerHarness.shop, Self.save(.formDidDisappear), password: "pw")), id: 4)
    #expect(crowd.lastFailure?.code == "nothingToOffer")
    #expect(crowd["a"].calls.isEmpty)
  }

  @Test("generated passwords whose lengths do not fit their secret are the provider's fault", arguments: [[4, 5], [4, 7], [], [10, 0]])
  func lengths(counts: [Int]) async throws {
    let crowd = try await ProviderCrowd(["a"])
    await crowd.send(
      .generatePassword(GeneratePasswordRequest(context: BrokerHarness.shop, GeneratePasswordsRequestValue(service: Self.service))), id: 4)
    guard case (let call, .performGeneratePasswordsRequestWithoutUserInteraction(_))? = crowd["a"].calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    let values = counts.map { GeneratedPasswordValue(kind: "STRONG", byteCount: $0) }
    await crowd["a"].say(.complete(call: call, result: .generatedPasswords(values)), secret: "abcdefghij")
    #expect(crowd.lastFailure?.code == "providerFailed")
    #expect(crowd["a"].wasKilled)
  }

  @Test("an app's text is chosen in the provider's list, and an empty text is no fault", arguments: ["anne@mail.example", ""])
  func text(secret: String) async throws {
    let world = try await AppWorld()
    try await world.harness.unlockProvider()
    await world.harness.broker.receive(.request(id: 4, .chooseText), from: world.app)
    guard case (let call, .prepareInterfaceForUserChoosingTextToInsert)? = world.harness.provider.calls.last?.parts else {
      Issue.record("the provider was not asked")
      return
    }
    await world.harness.provider.say(.complete(call: call, result: .textToInsert), secret: secret)
    #expect(!world.harness.provider.wasKilled)
    if secret.isEmpty {
      let failure = try await world.nextFailure()
      #expect((failure.code, failure.detail) == ("notFillable", "empty"))
    } else {
      let told = try await world.next()
      #expect(told.answer == ClientReply(4, .text(nil)))
      #expect(told.secret == secret)
    }
  }

  @Test("a browser cannot request text")
  func textForPage() async throws {
    let crowd = try await ProviderCrowd(["a"])
    let context = try String(decoding: JSONEncoder().encode(BrokerHarness.shop), as: UTF8.self)
    let asked = Data(#"{"type":"choose-text","id":4,"context":\#(context)}"#.utf8)
    await crowd.broker.receive(try JSONDecoder().decode(ClientMessage.self, from: asked), from: crowd.client)
    #expect(crowd.lastFailure?.code == "notAllowedHere")
    #expect(crowd["a"].calls.isEmpty)
  }
}
