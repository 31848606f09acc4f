// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
public import WebDomains

/// The storage of an authenticator's credentials (WebAuthn L3 §6, "credentials map").
///
/// On failure, a store throws `constraint` if there is no room, otherwise `unknown`.
public protocol PublicKeyCredentialSourceStore {
  /// Returns the credentials of one relying party, newest first.
  func credentials(of relyingPartyID: RelyingPartyID) throws(WebAuthnAuthenticatorError) -> [PublicKeyCredentialSource]

  /// Stores a new credential. The store sets those that it replaces aside so that they can be restored, because the relying party may never
  /// have learned of the new one.
  func add(_ source: PublicKeyCredentialSource, superseding: [CredentialID]) throws(WebAuthnAuthenticatorError)

  /// Replaces the data stored with a credential.
  func setLargeBlob(_ blob: [UInt8], of credential: CredentialID) throws(WebAuthnAuthenticatorError)

  /// Deletes everything.
  func removeAll() throws(WebAuthnAuthenticatorError)
}
