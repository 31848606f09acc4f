// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation

/// The system's calls for credentials and for setting a provider up.
extension ProviderTestHost {
  /// Plays the user picking a suggestion.
  public func provideCredentialWithoutUserInteraction(for request: any ASCredentialRequest) -> PlayedRequest {
    play(isHeadless: true, .provideCredentialWithoutUserInteraction(request: CredentialRequestValue(playing: request)))
  }

  /// Plays the second attempt, after the provider required interaction.
  public func prepareInterfaceToProvideCredential(for request: any ASCredentialRequest) -> PlayedRequest {
    play(.prepareInterfaceToProvideCredential(request: CredentialRequestValue(playing: request)))
  }

  /// Plays the user picking a suggestion: first without interaction, then with it if the provider requires it, as the system does.
  public func provideCredential(for request: any ASCredentialRequest) async throws(ProviderTestError) -> PlayedRequest {
    let quiet = provideCredentialWithoutUserInteraction(for: request)
    guard case .canceled(.userInteractionRequired, _) = try await quiet.outcome() else { return quiet }
    return prepareInterfaceToProvideCredential(for: request)
  }

  /// Plays the user requesting the list of passwords.
  public func prepareCredentialList(for services: [ASCredentialServiceIdentifier]) -> PlayedRequest {
    play(.prepareCredentialList(services: services.map(ServiceIdentifierValue.init), parameters: nil))
  }

  /// Plays the user requesting the list of passkeys and passwords while a passkey request is pending.
  public func prepareCredentialList(
    for services: [ASCredentialServiceIdentifier], relyingPartyIdentifier: String, clientDataHash: Data, allowedCredentials: [Data] = []
  ) -> PlayedRequest {
    let parameters = PasskeyParametersValue(
      relyingPartyIdentifier: relyingPartyIdentifier, clientDataHash: clientDataHash, userVerification: "preferred",
      allowedCredentials: allowedCredentials)
    return play(.prepareCredentialList(services: services.map(ServiceIdentifierValue.init), parameters: parameters))
  }

  /// Plays the user requesting the list of one-time codes.
  public func prepareOneTimeCodeCredentialList(for services: [ASCredentialServiceIdentifier]) -> PlayedRequest {
    play(.prepareOneTimeCodeCredentialList(services: services.map(ServiceIdentifierValue.init)))
  }

  /// Plays the user choosing the provider for a new passkey.
  public func prepareInterface(forPasskeyRegistration request: ASPasskeyCredentialRequest) -> PlayedRequest {
    play(.prepareInterfaceForPasskeyRegistration(request: CredentialRequestValue(playing: request)))
  }

  /// Plays a service upgrading an account whose password was just filled.
  public func performWithoutUserInteractionIfPossible(passkeyRegistration request: ASPasskeyCredentialRequest) -> PlayedRequest {
    play(
      isHeadless: true,
      .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: CredentialRequestValue(playing: request)))
  }

  /// Plays the user enabling the provider.
  public func prepareInterfaceForExtensionConfiguration() -> PlayedRequest {
    play(.prepareInterfaceForExtensionConfiguration)
  }

  /// Plays the user requesting any text.
  public func prepareInterfaceForUserChoosingTextToInsert() -> PlayedRequest {
    play(.prepareInterfaceForUserChoosingTextToInsert)
  }

  /// Plays the user following a set-up link.
  public func prepareInterface(forVerificationCodeSetup link: String, services: [ASCredentialServiceIdentifier] = []) -> PlayedRequest {
    play(secret: link, .prepareInterfaceForVerificationCodeSetup(services: services.map(ServiceIdentifierValue.init)))
  }
}
