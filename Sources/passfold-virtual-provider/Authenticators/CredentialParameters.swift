// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import WebAuthnModel

/// A credential as a test driver writes and reads it (WebAuthn L3 §11.5, "credential parameters").
///
/// The private key is a member: it was created for a test, and is never a user's key.
package struct CredentialParameters: Codable, Sendable {
  /// The credential ID.
  package var credentialId: Base64URL
  /// Whether it is discoverable.
  package var isResidentCredential: Bool
  /// The relying party that it belongs to.
  package var rpId: String
  /// The private key: PKCS #8 of P-256, Ed25519 or RSA.
  package var privateKey: Base64URL
  /// The account; required if the credential is discoverable.
  package var userHandle: Base64URL?
  /// The signature counter; zero stays zero.
  package var signCount: UInt32
  /// The large blob of the credential.
  package var largeBlob: Base64URL?
  /// Whether it is backup eligible; nil means the authenticator's default.
  package var backupEligibility: Bool?
  /// Whether it is backed up.
  package var backupState: Bool?
  /// The account's name.
  package var userName: String?
  /// The user's display name.
  package var userDisplayName: String?

  /// Creates a credential; the other properties can be set.
  package init(
    credentialId: Base64URL, isResidentCredential: Bool, rpId: String, privateKey: Base64URL, userHandle: Base64URL?, signCount: UInt32
  ) {
    self.credentialId = credentialId
    self.isResidentCredential = isResidentCredential
    self.rpId = rpId
    self.privateKey = privateKey
    self.userHandle = userHandle
    self.signCount = signCount
  }
}
