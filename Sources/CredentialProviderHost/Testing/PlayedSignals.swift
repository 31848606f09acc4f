// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
public import Foundation

/// What services tell about their accounts. A provider answers nothing, so each function returns when its method has; what it goes on to
/// change in its identity store can be waited for there.
///
/// Each throws ``ProviderTestError`` `timedOut` when the method does not return.
extension ProviderTestHost {
  /// An account with a passkey has another name.
  public func reportPublicKeyCredentialUpdate(forRelyingParty relyingParty: String, userHandle: Data, newName: String) async throws {
    try await report(.currentUserDetails(relyingParty: relyingParty, userHandle: userHandle, name: newName, displayName: nil))
  }

  /// A service does not know a passkey.
  public func reportUnknownPublicKeyCredential(forRelyingParty relyingParty: String, credentialID: Data) async throws {
    try await report(.unknownCredential(relyingParty: relyingParty, credentialID: credentialID))
  }

  /// The passkeys of an account that its service still takes.
  public func reportAllAcceptedPublicKeyCredentials(
    forRelyingParty relyingParty: String, userHandle: Data, acceptedCredentialIDs: [Data]
  ) async throws {
    try await report(
      .allAcceptedCredentials(relyingParty: relyingParty, userHandle: userHandle, credentialIDs: acceptedCredentialIDs))
  }

  /// An account has no use for its password any more.
  public func reportUnusedPasswordCredential(forDomain domain: String, userName: String) async throws {
    try await report(.unusedPassword(domain: domain, userName: userName))
  }
}
