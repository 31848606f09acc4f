// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
public import WebDomains

/// Where an authenticator keeps its credentials (WebAuthn L3 §6, "credentials map").
///
/// A store that fails throws `constraint` when there is no room and `unknown` otherwise.
public protocol PublicKeyCredentialSourceStore {
  /// The credentials of one relying party, newest first.
  func credentials(of relyingPartyID: RelyingPartyID) throws(WebAuthnAuthenticatorError) -> [PublicKeyCredentialSource]

  /// Keeps a new credential; those that it supersedes go where they can be brought back from, since the relying party may never have
  /// learned of the new one.
  func add(_ source: PublicKeyCredentialSource, superseding: [CredentialID]) throws(WebAuthnAuthenticatorError)

  /// Keeps data beside a credential in place of what is there.
  func setLargeBlob(_ blob: [UInt8], of credential: CredentialID) throws(WebAuthnAuthenticatorError)

  /// Forgets everything.
  func removeAll() throws(WebAuthnAuthenticatorError)
}
