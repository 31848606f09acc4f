// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import SecretMemory

/// A passkey with its key, in the vault's form.
package struct ExchangedPasskey: Sendable {
  /// The relying party that the key is scoped to.
  package var relyingPartyID: String
  /// The relying party's display name, if known.
  package var relyingPartyName: String?
  /// The relying party's name for the account, 1 to 64 bytes.
  package var userHandle: [UInt8]
  /// The account's name to display.
  package var userName: String
  /// The person's name to display.
  package var displayName: String
  /// The credential ID that the relying party knows the key by.
  package var credentialID: [UInt8]
  /// The COSE algorithm of the key, -7 for ES256.
  package var algorithm: Int
  /// The private key: the raw P-256 scalar or Ed25519 seed, 32 bytes; for RS256 the DER of `RSAPrivateKey` (RFC 8017 A.1.2).
  package var privateKey: SharedSecret
  /// The signature counter. A passkey that counts cannot exist in two places, which the reader reports as a finding.
  package var signatureCount: UInt32
  /// The BE flag: whether the key may be synchronised; nil if unknown.
  package var backupEligible: Bool?
  /// The BS flag: whether the key exists in more than one place; nil if unknown.
  package var backupState: Bool?
  /// The time at which the key was created, if known.
  package var created: Date?
  /// The condition under which the key may be discovered: 1 to 3 as numbered by CTAP 2.2 §12.1 (credProtect).
  package var protection: Int
  /// The keys of the pseudo-random functions (CTAP 2.2 §12.7), if the passkey has them.
  package var pseudoRandomFunction: PasskeyPRFKeys?
  /// The relying party's data stored with the key, uncompressed.
  package var largeBlob: SharedSecret?

  /// Creates a passkey.
  package init(
    relyingPartyID: String, relyingPartyName: String? = nil, userHandle: [UInt8], userName: String, displayName: String,
    credentialID: [UInt8], algorithm: Int, privateKey: SharedSecret, signatureCount: UInt32 = 0, backupEligible: Bool? = nil,
    backupState: Bool? = nil, created: Date? = nil, protection: Int = 1, pseudoRandomFunction: PasskeyPRFKeys? = nil,
    largeBlob: SharedSecret? = nil
  ) {
    self.relyingPartyID = relyingPartyID
    self.relyingPartyName = relyingPartyName
    self.userHandle = userHandle
    self.userName = userName
    self.displayName = displayName
    self.credentialID = credentialID
    self.algorithm = algorithm
    self.privateKey = privateKey
    self.signatureCount = signatureCount
    self.backupEligible = backupEligible
    self.backupState = backupState
    self.created = created
    self.protection = protection
    self.pseudoRandomFunction = pseudoRandomFunction
    self.largeBlob = largeBlob
  }
}
