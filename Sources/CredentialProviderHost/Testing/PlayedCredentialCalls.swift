// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol
internal import Foundation

/// The system's calls for credentials and for setting a provider up.
extension ProviderTestHost {
  /// The person tapped a suggestion.
  public func provideCredentialWithoutUserInteraction(for request: any ASCredentialRequest) -> PlayedRequest {
    play(isHeadless: true, .provideCredentialWithoutUserInteraction(request: CredentialRequestValue(playing: request)))
  }

  /// The provider asked for interaction: its second try.
  public func prepareInterfaceToProvideCredential(for request: any ASCredentialRequest) -> PlayedRequest {
    play(.prepareInterfaceToProvideCredential(request: CredentialRequestValue(playing: request)))
  }

  /// The person tapped a suggestion: without interaction first, and with it where the provider asks for that, as the system does.
  public func provideCredential(for request: any ASCredentialRequest) async throws -> PlayedRequest {
    let quiet = provideCredentialWithoutUserInteraction(for: request)
    guard case .canceled(.userInteractionRequired, _) = try await quiet.outcome() else { return quiet }
    return prepareInterfaceToProvideCredential(for: request)
  }

  /// The person asked for the list of passwords.
  public func prepareCredentialList(for services: [ASCredentialServiceIdentifier]) -> PlayedRequest {
    play(.prepareCredentialList(services: services.map(ServiceIdentifierValue.init), parameters: nil))
  }

  /// The person asked for the list of passkeys and passwords while a passkey request is pending.
  public func prepareCredentialList(
    for services: [ASCredentialServiceIdentifier], relyingPartyIdentifier: String, clientDataHash: Data, allowedCredentials: [Data] = []
  ) -> PlayedRequest {
    let parameters = PasskeyParametersValue(
      relyingPartyIdentifier: relyingPartyIdentifier, clientDataHash: clientDataHash, userVerification: "preferred",
      allowedCredentials: allowedCredentials)
    return play(.prepareCredentialList(services: services.map(ServiceIdentifierValue.init), parameters: parameters))
  }

  /// The person asked for the list of one-time codes.
  public func prepareOneTimeCodeCredentialList(for services: [ASCredentialServiceIdentifier]) -> PlayedRequest {
    play(.prepareOneTimeCodeCredentialList(services: services.map(ServiceIdentifierValue.init)))
  }

  /// The person chose the provider for a new passkey.
  public func prepareInterface(forPasskeyRegistration request: ASPasskeyCredentialRequest) -> PlayedRequest {
    play(.prepareInterfaceForPasskeyRegistration(request: CredentialRequestValue(playing: request)))
  }

  /// A service upgrades an account whose password was just filled.
  public func performWithoutUserInteractionIfPossible(passkeyRegistration request: ASPasskeyCredentialRequest) -> PlayedRequest {
    play(
      isHeadless: true,
      .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: CredentialRequestValue(playing: request)))
  }

  /// The person enabled the provider.
  public func prepareInterfaceForExtensionConfiguration() -> PlayedRequest {
    play(.prepareInterfaceForExtensionConfiguration)
  }

  /// The person asked for any text.
  public func prepareInterfaceForUserChoosingTextToInsert() -> PlayedRequest {
    play(.prepareInterfaceForUserChoosingTextToInsert)
  }

  /// The person followed a set-up link.
  public func prepareInterface(forVerificationCodeSetup link: String, services: [ASCredentialServiceIdentifier] = []) -> PlayedRequest {
    play(secret: link, .prepareInterfaceForVerificationCodeSetup(services: services.map(ServiceIdentifierValue.init)))
  }
}
