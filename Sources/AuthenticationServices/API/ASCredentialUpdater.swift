// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Tells providers what a service knows of its accounts, so that they keep up. ``ASCredentialDataManager`` is its successor.
@available(iOS, introduced: 26.0, deprecated: 26.2, message: "Use ASCredentialDataManager")
@available(macOS, introduced: 26.0, deprecated: 26.2, message: "Use ASCredentialDataManager")
@available(visionOS, introduced: 26.0, deprecated: 26.2, message: "Use ASCredentialDataManager")
public final class ASCredentialUpdater {
  /// Makes an updater; each of them speaks to the same broker.
  public init() {}

  /// Tells every provider what an account with a passkey is called now.
  ///
  /// - Throws: ``ASAuthorizationError`` when the app is not associated with the relying party or the system cannot be reached.
  public nonisolated(nonsending) func reportPublicKeyCredentialUpdate(
    relyingPartyIdentifier: String, userHandle: Data, newName: String
  ) async throws {
    try await SystemRequests.reportPublicKeyCredentialUpdate(
      relyingPartyIdentifier: relyingPartyIdentifier, userHandle: userHandle, newName: newName)
  }

  /// Tells every provider that the service does not know a passkey.
  ///
  /// - Throws: ``ASAuthorizationError`` when the app is not associated with the relying party or the system cannot be reached.
  public nonisolated(nonsending) func reportUnknownPublicKeyCredential(
    relyingPartyIdentifier: String, credentialID: Data
  ) async throws {
    try await SystemRequests.reportUnknownPublicKeyCredential(
      relyingPartyIdentifier: relyingPartyIdentifier, credentialID: credentialID)
  }

  /// Tells every provider which passkeys of an account the service still takes; the others are of no use.
  ///
  /// - Throws: ``ASAuthorizationError`` when the app is not associated with the relying party or the system cannot be reached.
  public nonisolated(nonsending) func reportAllAcceptedPublicKeyCredentials(
    relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) async throws {
    try await SystemRequests.reportAllAcceptedPublicKeyCredentials(
      relyingPartyIdentifier: relyingPartyIdentifier, userHandle: userHandle, acceptedCredentialIDs: acceptedCredentialIDs)
  }

  /// Tells every provider that an account has no use for its password any more.
  ///
  /// - Throws: ``ASAuthorizationError`` when the app is not associated with the domain or the system cannot be reached.
  public nonisolated(nonsending) func reportUnusedPasswordCredential(domain: String, userName: String) async throws {
    try await SystemRequests.reportUnusedPasswordCredential(domain: domain, userName: userName)
  }
}
