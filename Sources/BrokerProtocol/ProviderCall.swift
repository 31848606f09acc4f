// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A call of the broker to a provider: the number of a request and a message about it.
package struct ProviderCall: Codable, Hashable, Sendable {
  /// The message about a request.
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
    /// Linux: the user followed a set-up link, which is the frame's secret part. `services` names the page, most specific first.
    case prepareInterfaceForVerificationCodeSetup(services: [ServiceIdentifierValue])
    /// Linux: the user wants the provider's credentials exported to another; it then asks for permission, as an app does.
    case prepareInterfaceForCredentialExport
    /// Linux: another provider's credentials wait under a token (Apple: a user activity of type `ASCredentialExchangeActivity`); `exporter`
    /// is the other provider's display name. With `isPreview`, which only the provider that comes with Passfold gets, the user sees what
    /// would be imported, and nothing is stored.
    case prepareInterfaceForCredentialImport(token: String, exporter: String, isPreview: Bool?)
    /// The user's action in a view that the provider presents.
    case viewEvent(ViewEventValue)
    /// The request is over: the user or the page cancelled it, or its time ran out.
    case cancel
  }

  /// The request's number for its whole life.
  package var number: CallNumber
  /// The message about the request.
  package var payload: Payload

  /// Creates a call.
  package init(_ number: CallNumber, _ payload: Payload) {
    self.number = number
    self.payload = payload
  }
}
