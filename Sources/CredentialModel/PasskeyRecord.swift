// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// A passkey: a WebAuthn credential source that stays for life what it was when it was made.
package struct PasskeyRecord: Sendable {
  /// The record's identifier.
  package let id: RecordIdentifier
  /// The relying party that the key is scoped to.
  package let relyingPartyID: String
  /// The relying party's name for the account, 1 to 64 bytes.
  package let userHandle: [UInt8]
  /// The account's name for people.
  package var userName: String
  /// The person's name for people.
  package var displayName: String
  /// The credential ID that the relying party knows the key by.
  package let credentialID: [UInt8]
  /// The COSE algorithm of the key, -7 for ES256.
  package let algorithm: Int
  /// The private key: the raw P-256 scalar or Ed25519 seed, 32 bytes; for RS256 the DER of `RSAPrivateKey` (RFC 8017 A.1.2).
  package let privateKey: SharedSecret
  /// The BE flag: whether the key may be synchronised.
  package let backupEligible: Bool
  /// The BS flag: whether the key exists in more than one place.
  package var backupState: Bool
  /// When the key was made, to the millisecond.
  package let created: Date
  /// When the key shows itself, 1 to 3 as CTAP 2.2 §12.1 (credProtect) numbers them.
  package let protection: Int
  /// The keys of the pseudo-random functions, if the relying party asked for one when the key was made.
  package let pseudoRandomFunction: PasskeyPRFKeys?
  /// What the relying party keeps beside the key.
  package var largeBlob: SharedSecret?

  /// Puts a record together.
  package init(
    id: RecordIdentifier, relyingPartyID: String, userHandle: [UInt8], userName: String, displayName: String, credentialID: [UInt8],
    algorithm: Int, privateKey: SharedSecret, backupEligible: Bool, backupState: Bool, created: Date, protection: Int = 1,
    pseudoRandomFunction: PasskeyPRFKeys? = nil, largeBlob: SharedSecret? = nil
  ) {
    self.id = id
    self.relyingPartyID = relyingPartyID
    self.userHandle = userHandle
    self.userName = userName
    self.displayName = displayName
    self.credentialID = credentialID
    self.algorithm = algorithm
    self.privateKey = privateKey
    self.backupEligible = backupEligible
    self.backupState = backupState
    self.created = created
    self.protection = protection
    self.pseudoRandomFunction = pseudoRandomFunction
    self.largeBlob = largeBlob
  }
}
