// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// What a server keeps of a passkey (WebAuthn L3 §4, "Credential Record").
public struct PublicKeyCredentialRecord: Hashable, Sendable {
  /// The credential ID, unique among all accounts.
  public let id: CredentialID
  /// The handle of the account that the credential belongs to.
  public let userHandle: UserHandle
  /// The public key in COSE form, as the attestation carried it.
  public let publicKey: [UInt8]
  /// The last signature counter; 0 where the authenticator keeps none.
  public var signCount: UInt32
  /// Whether the person was verified at the registration.
  public let isUserVerificationInitialized: Bool
  /// How the authenticator can be reached, for the descriptors of later options.
  public let transports: [String]
  /// Whether the credential may be kept on several devices; constant over its life.
  public let isBackupEligible: Bool
  /// Whether the credential was backed up at the last ceremony.
  public var isBackedUp: Bool

  /// Gathers a record out of a server's storage.
  public init(
    id: CredentialID, userHandle: UserHandle, publicKey: [UInt8], signCount: UInt32, isUserVerificationInitialized: Bool,
    transports: [String], isBackupEligible: Bool, isBackedUp: Bool
  ) {
    self.id = id
    self.userHandle = userHandle
    self.publicKey = publicKey
    self.signCount = signCount
    self.isUserVerificationInitialized = isUserVerificationInitialized
    self.transports = transports
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
  }

  /// The record as options name it.
  public var descriptor: PublicKeyCredentialDescriptorJSON {
    PublicKeyCredentialDescriptorJSON(id: id, transports: transports.isEmpty ? nil : transports)
  }
}
