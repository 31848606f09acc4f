// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import Testing

@Suite("A provider test host's other calls", .timeLimit(.minutes(1)))
@MainActor
struct PlayedCallTests {
  private let shop = ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)

  private func save(_ password: String, event: ASSavePasswordRequest.Event = .formDidDisappear) -> ASSavePasswordRequest {
    ASSavePasswordRequest(
      serviceIdentifier: shop, credential: ASPasswordCredential(user: "anne", password: password), title: "Shop", sessionID: "s1",
      event: event, passwordKind: .passphrase)
  }

  private func registration(of user: String) -> ASPasskeyCredentialRequest {
    ASPasskeyCredentialRequest(
      credentialIdentity: ASPasskeyCredentialIdentity(
        relyingPartyIdentifier: "shop.example", userName: user, credentialID: Data(), userHandle: Data([9])),
      clientDataHash: Data(repeating: 3, count: 32), userVerificationPreference: .preferred, supportedAlgorithms: [.ES256])
  }

  @Test("a password is saved without interaction, or with it if the provider asks for that")
  func saving() async throws {
    try await ProviderTestHost.run(AttentiveProvider.self) { host in
      #expect(try await host.savePassword(save("new")).outcome() == .passwordSaved)
      let asked = try await host.savePassword(save("changed"))
      let view = try await asked.nextView()
      #expect(view.details.map(\.value) == ["anne", "PASSPHRASE"])
      #expect(view.details.map(\.label) == ["Shop", "s1"])
      try view.confirm()
      #expect(try await asked.outcome() == .passwordSaved)
    }
  }

  @Test("a password that was only filled into a form so far does not prompt the user")
  func pending() async throws {
    try await ProviderTestHost.run(AttentiveProvider.self) { host in
      let filled = try await host.savePassword(save("changed", event: .generatedPasswordFilled))
      #expect(try await filled.outcome() == .canceled(.userInteractionRequired, reason: nil))
    }
  }

  @Test("a view presented during a call without an interface is not shown and ends the call as needing interaction")
  func headless() async throws {
    try await ProviderTestHost.run(AttentiveProvider.self) { host in
      let quiet = host.performWithoutUserInteractionIfPossible(savePasswordRequest: save("rude"))
      let outcome = try await quiet.outcome()
      #expect(outcome == .canceled(.userInteractionRequired, reason: "noInterface"))
      #expect(quiet.view == nil)
      let view = try? await quiet.nextView()
      #expect(view == nil)
    }
  }

  @Test("generated passwords come in the provider's order and follow the form's rules")
  func generating() async throws {
    try await ProviderTestHost.run(AttentiveProvider.self) { host in
      let request = ASGeneratePasswordsRequest(
        serviceIdentifier: shop, passwordFieldPasswordRules: "minlength: 20", confirmPasswordFieldPasswordRules: nil,
        passwordRulesFromQuirks: nil)
      #expect(
        try await host.performWithoutUserInteraction(generatePasswordsRequest: request).outcome()
          == .generatedPasswords([
            .init(kind: .strong, value: "minlength: 20-strong"), .init(kind: .passphrase, value: "zwölf wörter"),
            .init(kind: .strong, value: "another"),
          ]))
      let chosen = host.prepareInterface(for: request)
      try await chosen.nextView().choose(titled: "Long")
      #expect(try await chosen.outcome() == .generatedPasswords([.init(kind: .alphanumeric, value: "b")]))
    }
  }

  @Test("a text is chosen from the provider's list")
  func text() async throws {
    try await ProviderTestHost.run(AttentiveProvider.self) { host in
      let request = host.prepareInterfaceForUserChoosingTextToInsert()
      try await request.nextView().choose(titled: "IBAN")
      #expect(try await request.outcome() == .textToInsert("DE02 1203 0000 0000 2020 51"))
    }
  }

  @Test("a passkey is created without interaction or not at all")
  func silentRegistration() async throws {
    try await ProviderTestHost.run(AttentiveProvider.self) { host in
      let made = try await host.performWithoutUserInteractionIfPossible(passkeyRegistration: registration(of: "anne")).outcome()
      #expect(
        made
          == .passkeyRegistration(
            relyingParty: "shop.example", clientDataHash: Data(repeating: 3, count: 32), credentialID: Data([1]),
            attestationObject: Data([2])))
      let refused = try await host.performWithoutUserInteractionIfPossible(passkeyRegistration: registration(of: "bob")).outcome()
      #expect(refused == .canceled(.userInteractionRequired, reason: nil))
    }
  }

  @Test("the configuration after enabling a provider is completed or cancelled")
  func configuration() async throws {
    try await ProviderTestHost.run(AttentiveProvider.self) { host in
      let done = host.prepareInterfaceForExtensionConfiguration()
      try await done.nextView().confirm()
      #expect(try await done.outcome() == .configured)
      let left = host.prepareInterfaceForExtensionConfiguration()
      try await left.nextView().cancel()
      #expect(try await left.outcome() == .canceled(.userCanceled, reason: nil))
    }
  }

  @Test("signals reach their methods, and a test can wait for their effect")
  func signals() async throws {
    try await ProviderTestHost.run(AttentiveProvider.self) { host in
      try await host.reportPublicKeyCredentialUpdate(forRelyingParty: "shop.example", userHandle: Data([1, 2]), newName: "anna")
      try await host.reportUnknownPublicKeyCredential(forRelyingParty: "shop.example", credentialID: Data([1, 2, 3]))
      try await host.reportAllAcceptedPublicKeyCredentials(
        forRelyingParty: "shop.example", userHandle: Data([1]), acceptedCredentialIDs: [Data([1]), Data([2])])
      try await host.reportUnusedPasswordCredential(forDomain: "shop.example", userName: "anne")
      try await host.identityStore.wait { $0.count == 4 }
      #expect(
        Set(host.identityStore.passwords.map(\.user)) == [
          "shop.example 2 is anna", "shop.example does not know 3", "shop.example takes 2 of 1", "shop.example anne",
        ])
    }
  }

  @Test("a signal to a provider that does not handle it returns immediately")
  func deafToSignals() async throws {
    try await ProviderTestHost.run(SilentProvider.self) { host in
      try await host.reportUnusedPasswordCredential(forDomain: "shop.example", userName: "anne")
      #expect(host.identityStore.identities.isEmpty)
    }
  }
}
