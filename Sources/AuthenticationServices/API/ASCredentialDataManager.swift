// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Saves new passwords with providers and reports changes to a service's accounts, so that providers can update their credentials.
@available(iOS 26.2, macOS 26.2, visionOS 26.2, *)
public final class ASCredentialDataManager {
  /// Creates a manager. All managers use the same broker.
  public init() {}

  /// Offers a password to the user's provider, which may ask before it stores the password.
  ///
  /// - Parameters:
  ///   - password: The account's user name and password.
  ///   - scope: The URL for which the password is valid, on a domain that the app is associated with.
  ///   - title: A title for the account.
  ///   - anchor: The app's window.
  /// - Throws: ``ASAuthorizationError`` if the password is not stored.
  public nonisolated(nonsending) func save(
    password: ASPasswordCredential, for scope: ASAutoFillURLScope, title: String? = nil, anchor: ASPresentationAnchor
  ) async throws {
    try await SystemRequests.save(password: password, for: scope, title: title)
  }

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
