// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import Foundation
import Testing

/// A provider for all the other calls; it returns the signals that it received as text to insert.
final class ManySidedProvider: ASCredentialProviderViewController {
  private static var heard: [String] = []

  override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  override func performWithoutUserInteractionIfPossible(passkeyRegistration registrationRequest: ASPasskeyCredentialRequest) {
    extensionContext.completeRegistrationRequest(
      using: ASPasskeyRegistrationCredential(
        relyingParty: "shop.example", clientDataHash: registrationRequest.clientDataHash, credentialID: Data([1]),
        attestationObject: Data([UInt8(isViewLoaded ? 1 : 0), UInt8(hasAppeared ? 1 : 0)])))
  }

  private var hasAppeared = false

  override func viewWillAppear(_ animated: Bool) { hasAppeared = true }

  override func prepareInterfaceForExtensionConfiguration() {
    extensionContext.completeExtensionConfigurationRequest()
  }

  override func prepareInterfaceForUserChoosingTextToInsert() {
    extensionContext.completeRequest(withTextToInsert: Self.heard.joined(separator: " "))
    Self.heard = []
  }

  override func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {
    guard savePasswordRequest.event == .userInitiated else {
      return extensionContext.cancelRequest(withError: ASExtensionError(.userInteractionRequired))
    }
    extensionContext.completeSavePasswordRequest()
  }

  override func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) {
    let isAsSent = savePasswordRequest.credential.user == "anne" && savePasswordRequest.credential.password == "hunter2"
    if isAsSent { extensionContext.completeSavePasswordRequest() }
  }

  override func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) {
    let rules = generatePasswordsRequest.passwordFieldPasswordRules ?? ""
    extensionContext.completeGeneratePasswordRequest(results: [
      ASGeneratedPassword(kind: .strong, value: "ä1-" + rules), ASGeneratedPassword(kind: .passphrase, value: "four words"),
    ])
  }

  override func reportUnusedPasswordCredential(forDomain domain: String, userName: String) {
    Self.heard.append("unused \(domain) \(isViewLoaded ? userName : "before the view")")
  }

  override func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {
    Self.heard.append("unknown \(relyingParty) \([UInt8](credentialID))")
  }

  override func reportAllAcceptedPublicKeyCredentials(
    forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) {
    Self.heard.append("accepted \(acceptedCredentialIDs.count)")
  }

  override func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String) {
    Self.heard.append("named \(newName)")
  }
}

@Suite("A broker's call to a provider", .timeLimit(.minutes(1)))
@MainActor
struct ProviderCallTests {
  static let service = ServiceIdentifierValue(identifier: "shop.example", kind: .domain)

  private func save(_ event: SavePasswordRequestValue.Event) -> SavePasswordRequestValue {
    SavePasswordRequestValue(service: Self.service, user: "anne", sessionID: "4", event: event)
  }

  @Test("creates a passkey silently, with the view loaded, as on Apple's systems, but not shown")
  func silentRegistration() async throws {
    let broker = try await PlayedBroker(ManySidedProvider.self)
    try broker.send(
      .call(ProviderCall(1, .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: PlayedBroker.registration()))))
    guard case .passkeyRegistration(_, _, _, let attestationObject, _) = try await broker.nextCompletion().result else {
      Issue.record("no registration")
      return
    }
    #expect(attestationObject == Data([1, 0]))
    await broker.leave()
  }

  @Test("shows the provider's configuration")
  func configuration() async throws {
    let broker = try await PlayedBroker(ManySidedProvider.self)
    try broker.send(.call(ProviderCall(1, .prepareInterfaceForExtensionConfiguration)))
    #expect(try await broker.nextCompletion().result == .configured)
    await broker.leave()
  }

  @Test("saves a password, sent in the secret part, immediately or on a second call with an interface")
  func savePassword() async throws {
    let broker = try await PlayedBroker(ManySidedProvider.self)
    try broker.send(
      .call(ProviderCall(1, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: save(.userInitiated)))), secret: "hunter2")
    #expect(try await broker.nextCompletion().result == .passwordSaved)
    try broker.send(
      .call(ProviderCall(2, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: save(.formDidDisappear)))),
      secret: "hunter2")
    #expect(try await broker.nextCancellation().code == 100)
    try broker.send(.call(ProviderCall(2, .prepareInterfaceForSavePasswordRequest(request: save(.formDidDisappear)))), secret: "hunter2")
    #expect(try await broker.nextCompletion().result == .passwordSaved)
    await broker.leave()
  }

  @Test("is malformed if it asks to save a password without sending one")
  func noPassword() async throws {
    let broker = try await PlayedBroker(ManySidedProvider.self)
    try broker.send(.call(ProviderCall(1, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: save(.userInitiated)))))
    #expect(try await broker.nextCancellation().reason == "malformedRequest")
    await broker.leave()
  }

  @Test("generates passwords, which are returned one after the other in the secret part")
  func generate() async throws {
    let broker = try await PlayedBroker(ManySidedProvider.self)
    let request = GeneratePasswordsRequestValue(service: Self.service, passwordFieldRules: "required: digit")
    try broker.send(.call(ProviderCall(1, .performGeneratePasswordsRequestWithoutUserInteraction(request: request))))
    let answer = try await broker.nextCompletion()
    #expect(
      answer.result
        == .generatedPasswords([
          GeneratedPasswordValue(kind: "STRONG", byteCount: 19), GeneratedPasswordValue(kind: "PASSPHRASE", byteCount: 10),
        ]))
    #expect(answer.secret == "ä1-required: digitfour words")
    await broker.leave()
  }

  @Test("forwards each of the four signals, and returns text to insert in the secret part")
  func signals() async throws {
    let broker = try await PlayedBroker(ManySidedProvider.self)
    try broker.send(.report(.unusedPassword(domain: "shop.example", userName: "anne")))
    try broker.send(.report(.unknownCredential(relyingParty: "shop.example", credentialID: Data([5]))))
    try broker.send(
      .report(.allAcceptedCredentials(relyingParty: "shop.example", userHandle: Data([1]), credentialIDs: [Data([2]), Data([3])])))
    try broker.send(
      .report(.currentUserDetails(relyingParty: "shop.example", userHandle: Data([1]), name: "berta", displayName: nil)))
    try broker.send(.call(ProviderCall(1, .prepareInterfaceForUserChoosingTextToInsert)))
    let answer = try await broker.nextCompletion()
    #expect(answer.result == .textToInsert)
    #expect(answer.secret == "unused shop.example anne unknown shop.example [5] accepted 2 named berta")
    await broker.leave()
  }

  @Test("is cancelled as failed if the provider does not override its method")
  func notOverridden() async throws {
    let broker = try await PlayedBroker(SilentProvider.self)
    let calls: [BrokerMessage] = [
      .call(ProviderCall(1, .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: PlayedBroker.registration()))),
      .call(ProviderCall(1, .prepareInterfaceForExtensionConfiguration)),
      .call(ProviderCall(1, .prepareInterfaceForUserChoosingTextToInsert)),
      .call(ProviderCall(1, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: save(.userInitiated)))),
      .call(ProviderCall(1, .prepareInterfaceForSavePasswordRequest(request: save(.userInitiated)))),
      .call(
        ProviderCall(
          1, .performGeneratePasswordsRequestWithoutUserInteraction(request: GeneratePasswordsRequestValue(service: Self.service)))),
      .call(ProviderCall(1, .prepareInterfaceForGeneratePasswordsRequest(request: GeneratePasswordsRequestValue(service: Self.service)))),
    ]
    for call in calls {
      try broker.send(call, secret: "hunter2")
      let end = try await broker.nextCancellation()
      #expect(end.code == 0)
      #expect(end.reason == "methodNotOverridden")
    }
    await broker.leave()
  }
}
