// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import WebAuthnModel

/// A credential as a test's driver writes and reads it (WebAuthn L3 §11.5, "credential parameters").
///
/// The private key is a member: what stands here was made for a test, and no person's key ever does.
package struct CredentialParameters: Codable, Sendable {
  /// The credential ID.
  package var credentialId: Base64URL
  /// Whether it is found without its name.
  package var isResidentCredential: Bool
  /// The relying party that it belongs to.
  package var rpId: String
  /// The private key: PKCS #8 of P-256, Ed25519 or RSA.
  package var privateKey: Base64URL
  /// The account; required where the credential is found without its name.
  package var userHandle: Base64URL?
  /// The signature counter; at zero it stays there.
  package var signCount: UInt32
  /// Data beside the credential.
  package var largeBlob: Base64URL?
  /// Whether it can leave the authenticator; nil takes the authenticator's default.
  package var backupEligibility: Bool?
  /// Whether it has done so.
  package var backupState: Bool?
  /// The account's name.
  package var userName: String?
  /// The person's name.
  package var userDisplayName: String?

  /// Describes a credential; the rest can be set.
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
