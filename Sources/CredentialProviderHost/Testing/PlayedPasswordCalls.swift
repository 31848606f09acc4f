// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
internal import BrokerProtocol

/// The system's calls for saving and generating passwords.
extension ProviderTestHost {
  /// Plays the submission of a form, or a password being changed or generated.
  public func performWithoutUserInteractionIfPossible(savePasswordRequest: ASSavePasswordRequest) -> PlayedRequest {
    play(
      isHeadless: true, secret: savePasswordRequest.credential.password,
      .performSavePasswordRequestWithoutUserInteractionIfPossible(
        request: SavePasswordRequestValue(playing: savePasswordRequest)))
  }

  /// Plays the second attempt, after the provider required interaction.
  public func prepareInterface(for savePasswordRequest: ASSavePasswordRequest) -> PlayedRequest {
    play(
      secret: savePasswordRequest.credential.password,
      .prepareInterfaceForSavePasswordRequest(request: SavePasswordRequestValue(playing: savePasswordRequest)))
  }

  /// Plays saving a password: first without interaction, then with it if the provider requires it, as the system does.
  ///
  /// For a generated password that has only been filled into a form so far, requiring interaction ends the request.
  public func savePassword(_ request: ASSavePasswordRequest) async throws(ProviderTestError) -> PlayedRequest {
    let quiet = performWithoutUserInteractionIfPossible(savePasswordRequest: request)
    guard case .canceled(.userInteractionRequired, _) = try await quiet.outcome(), request.event != .generatedPasswordFilled else {
      return quiet
    }
    return prepareInterface(for: request)
  }

  /// Plays a form that requests a new password.
  public func performWithoutUserInteraction(generatePasswordsRequest: ASGeneratePasswordsRequest) -> PlayedRequest {
    play(
      isHeadless: true,
      .performGeneratePasswordsRequestWithoutUserInteraction(
        request: GeneratePasswordsRequestValue(playing: generatePasswordsRequest)))
  }

  /// Plays the user requesting the provider's own selection of new passwords.
  public func prepareInterface(for generatePasswordsRequest: ASGeneratePasswordsRequest) -> PlayedRequest {
    play(
      .prepareInterfaceForGeneratePasswordsRequest(
        request: GeneratePasswordsRequestValue(playing: generatePasswordsRequest)))
  }
}

extension SavePasswordRequestValue {
  /// Creates the value for Apple's form of a request that a test created.
  fileprivate init(playing request: ASSavePasswordRequest) {
    self.init(
      service: ServiceIdentifierValue(request.serviceIdentifier), user: request.credential.user, title: request.title,
      sessionID: request.sessionID, event: Event(rawValue: request.event.rawValue) ?? .userInitiated,
      passwordKind: request.passwordKind?.rawValue)
  }
}

extension GeneratePasswordsRequestValue {
  /// Creates the value for Apple's form of a request that a test created.
  fileprivate init(playing request: ASGeneratePasswordsRequest) {
    self.init(
      service: ServiceIdentifierValue(request.serviceIdentifier), passwordFieldRules: request.passwordFieldPasswordRules,
      confirmFieldRules: request.confirmPasswordFieldPasswordRules, quirkRules: request.passwordRulesFromQuirks)
  }
}
