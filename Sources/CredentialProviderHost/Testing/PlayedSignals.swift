// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
public import Foundation

/// Signals from services about their accounts. A provider does not answer them, so each function returns when the provider's method has
/// returned. Tests can wait for resulting changes in its identity store.
///
/// Each function throws ``ProviderTestError`` `timedOut` if the method does not return.
extension ProviderTestHost {
  /// Signals that an account with a passkey has a new name.
  public func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String)
    async throws(ProviderTestError)
  {
    try await report(.currentUserDetails(relyingParty: relyingParty, userHandle: userHandle, name: newName, displayName: nil))
  }

  /// Signals that a service does not know a passkey.
  public func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) async throws(ProviderTestError) {
    try await report(.unknownCredential(relyingParty: relyingParty, credentialID: credentialID))
  }

  /// Signals the passkeys of an account that its service still accepts.
  public func reportAllAcceptedPublicKeyCredentials(
    forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) async throws(ProviderTestError) {
    try await report(
      .allAcceptedCredentials(relyingParty: relyingParty, userHandle: userHandle, credentialIDs: acceptedCredentialIDs))
  }

  /// Signals that an account no longer uses its password.
  public func reportUnusedPasswordCredential(forDomain domain: String, userName: String) async throws(ProviderTestError) {
    try await report(.unusedPassword(domain: domain, userName: userName))
  }
}
