// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

/// The operations that Apple's API needs from the broker and the desktop, all in one place.
///
/// Every function ends as soon as its task is cancelled, with `CancellationError`. Other errors are ``ASAuthorizationError`` values,
/// created by ``AuthorizationFailure``, or for web sessions ``ASWebAuthenticationSessionError`` values.
enum SystemRequests {
  /// The settings that an app can open.
  enum Settings: Sendable {
    case credentialProviders
    case verificationCodes
  }

  /// Whether the broker is running or can be started.
  static var isReachable: Bool { BrokerClient.isReachable }

  /// Performs an app's requests. All must be supported here, and there must be at least one.
  static func authorize(_ requests: [ASAuthorizationRequest], mode: AuthorizationFlow.Mode) async throws -> ASAuthorization {
    let values = requests.compactMap(AppRequestValue.init)
    let terminal = TerminalSurface.start(for: mode)
    defer { terminal?.end() }
    let reply = try await ask(.authorize(AuthorizeRequest(requests: values, mode: mode.value)))
    guard case .authorized(let credential) = reply.answer,
      let authorization = ASAuthorization(credential, secret: reply.secret, answering: requests)
    else { throw AuthorizationFailure.malformedAnswer.error }
    return authorization
  }

  /// Reports an account's new name to every provider.
  static func reportPublicKeyCredentialUpdate(relyingPartyIdentifier: String, userHandle: Data, newName: String) async throws {
    try await signal(
      .currentUserDetails(relyingParty: relyingPartyIdentifier, userHandle: userHandle, name: newName, displayName: nil))
  }

  /// Reports a passkey that its service does not know to every provider.
  static func reportUnknownPublicKeyCredential(relyingPartyIdentifier: String, credentialID: Data) async throws {
    try await signal(.unknownCredential(relyingParty: relyingPartyIdentifier, credentialID: credentialID))
  }

  /// Reports the list of an account's accepted passkeys to every provider.
  static func reportAllAcceptedPublicKeyCredentials(
    relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) async throws {
    try await signal(
      .allAcceptedCredentials(relyingParty: relyingPartyIdentifier, userHandle: userHandle, credentialIDs: acceptedCredentialIDs))
  }

  /// Reports a password that is no longer used to every provider.
  static func reportUnusedPasswordCredential(domain: String, userName: String) async throws {
    try await signal(.unusedPassword(domain: domain, userName: userName))
  }

  /// Offers a password to the provider in which the user stores new ones.
  static func save(password: ASPasswordCredential, for scope: ASAutoFillURLScope, title: String?) async throws {
    guard let url = scope.url else { throw AuthorizationFailure.badScope.error }
    let request = SavePasswordRequestValue(
      service: ServiceIdentifierValue(identifier: url.absoluteString, kind: .url), user: password.user, title: title,
      sessionID: UUID().uuidString, event: .userInitiated)
    let terminal = TerminalSurface.start(for: .modal)
    defer { terminal?.end() }
    let secret = SecretMemory.SharedSecret(copying: password.password.utf8)
    let reply = try await ask(.savePassword(SavePasswordRequest(request)), secret: secret)
    guard case .saved = reply.answer else { throw AuthorizationFailure.malformedAnswer.error }
  }

  /// Shows the settings. One window serves both kinds, because the app that provides codes also opens links for setting them up.
  static func openSettings(_ settings: Settings) async throws {
    try await SettingsWindow.open()
  }

  /// Returns whether this app's provider is enabled. If not, shows the settings in which the user can enable it.
  static func requestToTurnOnProvider() async -> Bool {
    if await ASCredentialIdentityStore.shared.state().isEnabled { return true }
    try? await SettingsWindow.open()
    return false
  }

  /// Opens a page in the user's browser and waits for the URL that it ends at.
  static func authenticate(at page: URL, callback: WebCallback, isEphemeral: Bool) async throws -> URL {
    do {
      return try await WebAuthenticationFlow(url: page, callback: callback, isEphemeral: isEphemeral).run()
    } catch let failure as WebAuthenticationFailure {
      throw failure.error
    }
  }

  private static func signal(_ signal: CredentialSignal) async throws {
    let reply = try await ask(.signal(SignalRequest(signal)))
    guard case .done = reply.answer else { throw AuthorizationFailure.malformedAnswer.error }
  }

  private static func ask(_ request: ClientRequest, secret: SecretMemory.SharedSecret? = nil) async throws -> BrokerClient.Reply {
    do {
      let reply = try await BrokerClient.current.ask(request, secret: secret)
      try Task.checkCancellation()
      return reply
    } catch let error as BrokerClientError {
      try Task.checkCancellation()
      throw AuthorizationFailure(error).error
    }
  }
}

extension AuthorizationFlow.Mode {
  /// The corresponding mode of the broker.
  fileprivate var value: AppRequestMode {
    switch self {
    case .modal: .modal
    case .immediate: .immediate
    case .autofill: .autofill
    }
  }
}
