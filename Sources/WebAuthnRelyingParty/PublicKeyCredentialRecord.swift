// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// A server's record of a passkey (WebAuthn L3 §4, "Credential Record").
public struct PublicKeyCredentialRecord: Hashable, Sendable {
  /// The credential ID, unique among all accounts.
  public let id: CredentialID
  /// The handle of the account that the credential belongs to.
  public let userHandle: UserHandle
  /// The public key in COSE form, as contained in the attestation.
  public let publicKey: [UInt8]
  /// The last signature counter; 0 if the authenticator has none.
  public var signCount: UInt32
  /// Whether the user was verified at registration.
  public let isUserVerificationInitialized: Bool
  /// The transports for reaching the authenticator, for the descriptors in later options.
  public let transports: [String]
  /// Whether the credential may be stored on several devices; never changes.
  public let isBackupEligible: Bool
  /// Whether the credential was backed up at the latest ceremony.
  public var isBackedUp: Bool

  /// Creates a record from values in a server's storage.
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

  /// The record's descriptor for options.
  public var descriptor: PublicKeyCredentialDescriptorJSON {
    PublicKeyCredentialDescriptorJSON(id: id, transports: transports.isEmpty ? nil : transports)
  }
}
