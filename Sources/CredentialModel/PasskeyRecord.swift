// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import SecretMemory

/// A passkey: a WebAuthn credential source, which never changes after creation.
package struct PasskeyRecord: Sendable {
  /// The record's identifier.
  package let id: RecordIdentifier
  /// The relying party that the key is scoped to.
  package let relyingPartyID: String
  /// The relying party's name for the account, 1 to 64 bytes.
  package let userHandle: [UInt8]
  /// The account's name to display.
  package var userName: String
  /// The person's name to display.
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
  /// The time at which the key was created, with millisecond precision.
  package let created: Date
  /// The condition under which the key may be discovered: 1 to 3 as numbered by CTAP 2.2 §12.1 (credProtect).
  package let protection: Int
  /// The keys of the pseudo-random functions, if the relying party asked for them when the key was created.
  package let pseudoRandomFunction: PasskeyPRFKeys?
  /// The relying party's data stored with the key.
  package var largeBlob: SharedSecret?

  /// Creates a record.
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
