// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

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
  static var isReachable: Bool { false }

  /// Performs an app's requests together: only such as can be answered here, at least one.
  static func authorize(_ requests: [ASAuthorizationRequest], mode: AuthorizationFlow.Mode) async throws -> ASAuthorization {
    throw AuthorizationFailure.systemUnreachable.error
  }

  /// Passes the news of an account's new name on to every provider.
  static func reportPublicKeyCredentialUpdate(relyingPartyIdentifier: String, userHandle: Data, newName: String) async throws {
    throw AuthorizationFailure.systemUnreachable.error
  }

  /// Passes the news of a passkey that its service does not know on to every provider.
  static func reportUnknownPublicKeyCredential(relyingPartyIdentifier: String, credentialID: Data) async throws {
    throw AuthorizationFailure.systemUnreachable.error
  }

  /// Passes the list of an account's passkeys that its service takes on to every provider.
  static func reportAllAcceptedPublicKeyCredentials(
    relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) async throws {
    throw AuthorizationFailure.systemUnreachable.error
  }

  /// Passes the news of a password that is of no use any more on to every provider.
  static func reportUnusedPasswordCredential(domain: String, userName: String) async throws {
    throw AuthorizationFailure.systemUnreachable.error
  }

  /// Offers a password to the provider that the person keeps new ones in.
  static func save(password: ASPasswordCredential, for scope: ASAutoFillURLScope, title: String?) async throws {
    throw AuthorizationFailure.systemUnreachable.error
  }

  /// Shows the person the settings.
  static func openSettings(_ settings: Settings) async throws {
    throw AuthorizationFailure.systemUnreachable.error
  }

  /// Asks the person to enable the provider of this app; true when it is enabled now.
  static func requestToTurnOnProvider() async -> Bool { false }

  /// Opens a page in the person's browser and waits for the address that it ends at.
  static func authenticate(at page: URL, callback: WebCallback, isEphemeral: Bool) async throws -> URL {
    throw ASWebAuthenticationSessionError(.presentationContextInvalid)
  }
}
