// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Reports changes to a service's accounts, so that providers can update their credentials. Replaced by ``ASCredentialDataManager``.
@available(iOS, introduced: 26.0, deprecated: 26.2, message: "Use ASCredentialDataManager")
@available(macOS, introduced: 26.0, deprecated: 26.2, message: "Use ASCredentialDataManager")
@available(visionOS, introduced: 26.0, deprecated: 26.2, message: "Use ASCredentialDataManager")
public final class ASCredentialUpdater {
  /// Creates an updater. All updaters use the same broker.
  public init() {}

  /// Reports to every provider the new name of an account with a passkey.
  ///
  /// - Throws: ``ASAuthorizationError`` if the app is not associated with the relying party or the system cannot be reached.
  public nonisolated(nonsending) func reportPublicKeyCredentialUpdate(
    relyingPartyIdentifier: String, userHandle: Data, newName: String
  ) async throws {
    try await SystemRequests.reportPublicKeyCredentialUpdate(
      relyingPartyIdentifier: relyingPartyIdentifier, userHandle: userHandle, newName: newName)
  }

  /// Reports to every provider that the service does not know a passkey.
  ///
  /// - Throws: ``ASAuthorizationError`` if the app is not associated with the relying party or the system cannot be reached.
  public nonisolated(nonsending) func reportUnknownPublicKeyCredential(
    relyingPartyIdentifier: String, credentialID: Data
  ) async throws {
    try await SystemRequests.reportUnknownPublicKeyCredential(
      relyingPartyIdentifier: relyingPartyIdentifier, credentialID: credentialID)
  }

  /// Reports to every provider the passkeys of an account that the service still accepts. Others can no longer be used.
  ///
  /// - Throws: ``ASAuthorizationError`` if the app is not associated with the relying party or the system cannot be reached.
  public nonisolated(nonsending) func reportAllAcceptedPublicKeyCredentials(
    relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) async throws {
    try await SystemRequests.reportAllAcceptedPublicKeyCredentials(
      relyingPartyIdentifier: relyingPartyIdentifier, userHandle: userHandle, acceptedCredentialIDs: acceptedCredentialIDs)
  }

  /// Reports to every provider that an account no longer uses its password.
  ///
  /// - Throws: ``ASAuthorizationError`` if the app is not associated with the domain or the system cannot be reached.
  public nonisolated(nonsending) func reportUnusedPasswordCredential(domain: String, userName: String) async throws {
    try await SystemRequests.reportUnusedPasswordCredential(domain: domain, userName: userName)
  }
}
