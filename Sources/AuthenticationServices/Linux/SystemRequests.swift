// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation
internal import SecretMemory

/// The one door from Apple's names to the system: what an app's calls need of the broker and the desktop.
///
/// Every function ends as soon as its task is cancelled, with `CancellationError`; other errors are ``ASAuthorizationError`` values, made
/// by ``AuthorizationFailure``, or for web sessions ``ASWebAuthenticationSessionError`` values.
enum SystemRequests {
  /// The settings that an app can have opened.
  enum Settings: Sendable {
    case credentialProviders
    case verificationCodes
  }

  /// Whether there is a broker to be reached: one runs, or can be started.
  static var isReachable: Bool { BrokerClient.isReachable }

  /// Performs an app's requests together: only such as can be answered here, at least one.
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

  /// Passes the news of an account's new name on to every provider.
  static func reportPublicKeyCredentialUpdate(relyingPartyIdentifier: String, userHandle: Data, newName: String) async throws {
    try await signal(
      .currentUserDetails(relyingParty: relyingPartyIdentifier, userHandle: userHandle, name: newName, displayName: nil))
  }

  /// Passes the news of a passkey that its service does not know on to every provider.
  static func reportUnknownPublicKeyCredential(relyingPartyIdentifier: String, credentialID: Data) async throws {
    try await signal(.unknownCredential(relyingParty: relyingPartyIdentifier, credentialID: credentialID))
  }

  /// Passes the list of an account's passkeys that its service takes on to every provider.
  static func reportAllAcceptedPublicKeyCredentials(
    relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) async throws {
    try await signal(
      .allAcceptedCredentials(relyingParty: relyingPartyIdentifier, userHandle: userHandle, credentialIDs: acceptedCredentialIDs))
  }

  /// Passes the news of a password that is of no use any more on to every provider.
  static func reportUnusedPasswordCredential(domain: String, userName: String) async throws {
    try await signal(.unusedPassword(domain: domain, userName: userName))
  }

  /// Offers a password to the provider that the person keeps new ones in.
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

  /// Shows the person the settings; one window has both kinds, since who provides codes is who links for setting them up go to.
  static func openSettings(_ settings: Settings) async throws {
    try await SettingsWindow.open()
  }

  /// Whether the provider of this app is enabled; shows the person the settings, in which it can be, if it is not yet.
  static func requestToTurnOnProvider() async -> Bool {
    if await ASCredentialIdentityStore.shared.state().isEnabled { return true }
    try? await SettingsWindow.open()
    return false
  }

  /// Opens a page in the person's browser and waits for the address that it ends at.
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
  /// The broker's name of it.
  fileprivate var value: AppRequestMode {
    switch self {
    case .modal: .modal
    case .immediate: .immediate
    case .autofill: .autofill
    }
  }
}
