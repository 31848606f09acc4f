// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A request of the broker at a provider, or what happens to one: its number and what is said about it.
package struct ProviderCall: Codable, Hashable, Sendable {
  /// What is said about a request.
  package enum Payload: Codable, Hashable, Sendable {
    /// Apple: `provideCredentialWithoutUserInteraction(for:)`.
    case provideCredentialWithoutUserInteraction(request: CredentialRequestValue)
    /// Apple: `prepareInterfaceToProvideCredential(for:)`.
    case prepareInterfaceToProvideCredential(request: CredentialRequestValue)
    /// Apple: `prepareCredentialList(for:)`, or with parameters `prepareCredentialList(for:requestParameters:)`.
    case prepareCredentialList(services: [ServiceIdentifierValue], parameters: PasskeyParametersValue?)
    /// Apple: `prepareOneTimeCodeCredentialList(for:)`.
    case prepareOneTimeCodeCredentialList(services: [ServiceIdentifierValue])
    /// Apple: `prepareInterface(forPasskeyRegistration:)`.
    case prepareInterfaceForPasskeyRegistration(request: CredentialRequestValue)
    /// Apple: `performWithoutUserInteractionIfPossible(passkeyRegistration:)`.
    case performPasskeyRegistrationWithoutUserInteractionIfPossible(request: CredentialRequestValue)
    /// Apple: `prepareInterfaceForExtensionConfiguration()`.
    case prepareInterfaceForExtensionConfiguration
    /// Apple: `prepareInterfaceForUserChoosingTextToInsert()`.
    case prepareInterfaceForUserChoosingTextToInsert
    /// Apple: `performWithoutUserInteractionIfPossible(savePasswordRequest:)`; the password is the frame's secret part.
    case performSavePasswordRequestWithoutUserInteractionIfPossible(request: SavePasswordRequestValue)
    /// Apple: `prepareInterface(for:)` with a password to save, which is the frame's secret part.
    case prepareInterfaceForSavePasswordRequest(request: SavePasswordRequestValue)
    /// Apple: `performWithoutUserInteraction(generatePasswordsRequest:)`.
    case performGeneratePasswordsRequestWithoutUserInteraction(request: GeneratePasswordsRequestValue)
    /// Apple: `prepareInterface(for:)` with a request for new passwords.
    case prepareInterfaceForGeneratePasswordsRequest(request: GeneratePasswordsRequestValue)
    /// Linux: a set-up link the person followed; the link is the frame's secret part. `services` names the page, most specific first.
    case prepareInterfaceForVerificationCodeSetup(services: [ServiceIdentifierValue])
    /// Linux: the person wants what the provider keeps handed over to another; it asks for leave then, as an app does.
    case prepareInterfaceForCredentialExport
    /// Linux: another provider's credentials wait under a token (Apple: a user activity of type `ASCredentialExchangeActivity`); `exporter` is
    /// the other provider's name for people. With `isPreview`, which the provider that comes with Passfold alone gets, the person is told what
    /// would come in, and nothing is kept.
    case prepareInterfaceForCredentialImport(token: String, exporter: String, isPreview: Bool?)
    /// What the person did with a view the provider presents.
    case viewEvent(ViewEventValue)
    /// The request is over: the person or the page gave up, or its time ran out.
    case cancel
  }

  /// Numbers the request for its whole life.
  package var number: CallNumber
  /// What is said about it.
  package var payload: Payload

  /// Says something about a request.
  package init(_ number: CallNumber, _ payload: Payload) {
    self.number = number
    self.payload = payload
  }
}
