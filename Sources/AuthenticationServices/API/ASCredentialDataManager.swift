// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Hands providers a new password, and tells them what a service knows of its accounts, so that they keep up.
@available(iOS 26.2, macOS 26.2, visionOS 26.2, *)
public final class ASCredentialDataManager {
  /// Makes a manager; each of them speaks to the same broker.
  public init() {}

  /// Offers a password to the person's provider, which may ask before it keeps it.
  ///
  /// - Parameters:
  ///   - password: The account's name and password.
  ///   - scope: The address that it is good for, on a domain that the app is associated with.
  ///   - title: What to call the account.
  ///   - anchor: The app's window.
  /// - Throws: ``ASAuthorizationError`` when it is not kept.
  public nonisolated(nonsending) func save(
    password: ASPasswordCredential, for scope: ASAutoFillURLScope, title: String? = nil, anchor: ASPresentationAnchor
  ) async throws {
    try await SystemRequests.save(password: password, for: scope, title: title)
  }

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
