// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol

/// The system's calls for passwords to keep and to make up.
extension ProviderTestHost {
  /// A form was sent, or a password was changed or generated.
  public func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) -> PlayedRequest {
    play(
      isHeadless: true, secret: savePasswordRequest.credential.password,
      .performSavePasswordRequestWithoutUserInteractionIfPossible(
        request: SavePasswordRequestValue(playing: savePasswordRequest)))
  }

  /// The provider asked for interaction: its second try.
  public func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) -> PlayedRequest {
    play(
      secret: savePasswordRequest.credential.password,
      .prepareInterfaceForSavePasswordRequest(request: SavePasswordRequestValue(playing: savePasswordRequest)))
  }

  /// A password is to be kept: without interaction first, and with it where the provider asks for that, as the system does.
  ///
  /// A password that was only filled into a form so far is nobody's question: asking for interaction ends that request.
  public func savePassword(_ request: ASSavePasswordRequest) async throws -> PlayedRequest {
    let quiet = performWithoutUserInteractionIfPossible(savePasswordRequest: request)
    guard case .canceled(.userInteractionRequired, _) = try await quiet.outcome(), request.event != .generatedPasswordFilled else {
      return quiet
    }
    return prepareInterface(for: request)
  }

  /// A form asks for a new password.
  public func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) -> PlayedRequest {
    play(
      isHeadless: true,
      .performGeneratePasswordsRequestWithoutUserInteraction(
        request: GeneratePasswordsRequestValue(playing: generatePasswordsRequest)))
  }

  /// The person wants to see the provider's own choice of new passwords.
  public func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) -> PlayedRequest {
    play(
      .prepareInterfaceForGeneratePasswordsRequest(
        request: GeneratePasswordsRequestValue(playing: generatePasswordsRequest)))
  }
}

extension SavePasswordRequestValue {
  /// Takes Apple's form of a request that a test made.
  fileprivate init(playing request: ASSavePasswordRequest) {
    self.init(
      service: ServiceIdentifierValue(request.serviceIdentifier), user: request.credential.user, title: request.title,
      sessionID: request.sessionID, event: Event(rawValue: request.event.rawValue) ?? .userInitiated,
      passwordKind: request.passwordKind?.rawValue)
  }
}

extension GeneratePasswordsRequestValue {
  /// Takes Apple's form of a request that a test made.
  fileprivate init(playing request: ASGeneratePasswordsRequest) {
    self.init(
      service: ServiceIdentifierValue(request.serviceIdentifier), passwordFieldRules: request.passwordFieldPasswordRules,
      confirmFieldRules: request.confirmPasswordFieldPasswordRules, quirkRules: request.passwordRulesFromQuirks)
  }
}
