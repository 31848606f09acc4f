// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import Testing

private class PasswordProvider: ASCredentialProviderViewController {
  override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {}
  override func provideCredentialWithoutUserInteraction(for credentialRequest: any ASCredentialRequest) {}
}

private final class PasskeyProvider: PasswordProvider {
  override func prepareInterface(forPasskeyRegistration registrationRequest: any ASCredentialRequest) {}
  override func viewDidLoad() {}
}

private final class OlderProvider: ASCredentialProviderViewController {
  override func provideCredentialWithoutUserInteraction(for credentialIdentity: ASPasswordCredentialIdentity) {}
}

private final class SavingProvider: ASCredentialProviderViewController {
  override func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) {}
  override func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) {}
  override func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) {}
}

private final class EmptyProvider: ASCredentialProviderViewController {}

@Suite("The methods that a provider's class overrides")
@MainActor
struct OverriddenMethodsTests {
  @Test("are found without calling them")
  func names() {
    #expect(
      OverriddenMethods.names(of: PasswordProvider.self) == [
        "prepareCredentialList(for:)", "provideCredentialWithoutUserInteraction(for:)",
      ])
    #expect(OverriddenMethods.names(of: EmptyProvider.self) == [])
    #expect(OverriddenMethods.names(of: ASCredentialProviderViewController.self) == [])
  }

  @Test("include inherited ones, and overloads with the same base name are distinguished")
  func inherited() {
    #expect(
      OverriddenMethods.names(of: PasskeyProvider.self) == [
        "prepareCredentialList(for:)", "provideCredentialWithoutUserInteraction(for:)", "prepareInterface(forPasskeyRegistration:)",
      ])
    #expect(
      OverriddenMethods.names(of: OlderProvider.self) == ["provideCredentialWithoutUserInteraction(for: ASPasswordCredentialIdentity)"])
  }

  @Test("distinguish the interface for saving a password from the one for generating passwords")
  func overloads() {
    #expect(
      OverriddenMethods.names(of: SavingProvider.self) == [
        "performWithoutUserInteractionIfPossible(savePasswordRequest:)", "prepareInterface(for: ASGeneratePasswordsRequest)",
        "reportUnknownPublicKeyCredential(forRelyingParty:credentialID:)",
      ])
  }
}
