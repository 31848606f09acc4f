// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory
public import WebAuthnModel
public import WebDomains

/// A passkey with its private key, as an authenticator stores it (WebAuthn L3 §4, "Public Key Credential Source").
public struct PublicKeyCredentialSource: Sendable {
  /// The identifier by which services know the credential; random and never reused.
  public let id: CredentialID
  /// The algorithm that the key is used with.
  public let algorithm: COSEAlgorithm
  /// The private key: the raw P-256 scalar or Ed25519 seed, 32 bytes; for RS256, the DER of `RSAPrivateKey` (RFC 8017 A.1.2).
  public let privateKey: SharedSecret
  /// The relying party that the credential is scoped to.
  public let relyingPartyID: RelyingPartyID
  /// The account that the credential signs in to.
  public let userHandle: UserHandle
  /// Whether the passkey can be backed up and has been; set at creation, because BE must never change.
  public let backup: CredentialBackup
  /// Whether the passkey can be found without the relying party naming it.
  public let isDiscoverable: Bool
  /// The passkey's protection level.
  public let protection: CredentialProtection
  /// The passkey's PRF, if requested at creation.
  public let pseudoRandomFunction: CredentialPRF?
  /// The account's names, as given by the relying party.
  public let userNames: UserNames?
  /// The data that the relying party stores with the passkey, at most ``maximumLargeBlobByteCount`` bytes.
  public var largeBlob: [UInt8]?
  /// The bytes that the relying party put into the passkey at creation, at most 32 (CTAP 2.2 §12.2, credBlob).
  public var credBlob: [UInt8]?

  /// An account's names, for display.
  public struct UserNames: Hashable, Sendable {
    /// The account's name, such as an e-mail address.
    public let name: String?
    /// The user's display name.
    public let displayName: String?

    /// Creates a pair of names.
    public init(name: String?, displayName: String?) {
      self.name = name
      self.displayName = displayName
    }
  }

  /// The maximum size of the data stored with a passkey, in bytes: enough for a certificate chain, too little for files.
  public static let maximumLargeBlobByteCount = 4096

  /// Creates a stored passkey. The defaults are a synchronisable, discoverable one without extensions.
  public init(
    id: CredentialID, algorithm: COSEAlgorithm, privateKey: SharedSecret, relyingPartyID: RelyingPartyID, userHandle: UserHandle,
    backup: CredentialBackup = .eligible, isDiscoverable: Bool = true, protection: CredentialProtection = .userVerificationOptional,
    pseudoRandomFunction: CredentialPRF? = nil, userNames: UserNames? = nil, largeBlob: [UInt8]? = nil
  ) {
    self.id = id
    self.algorithm = algorithm
    self.privateKey = privateKey
    self.relyingPartyID = relyingPartyID
    self.userHandle = userHandle
    self.backup = backup
    self.isDiscoverable = isDiscoverable
    self.protection = protection
    self.pseudoRandomFunction = pseudoRandomFunction
    self.userNames = userNames
    self.largeBlob = largeBlob
  }
}
