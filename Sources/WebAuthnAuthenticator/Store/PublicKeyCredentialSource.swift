// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory
public import WebAuthnModel
public import WebDomains

/// A passkey with its private key, as an authenticator keeps it (WebAuthn L3 §4, "Public Key Credential Source").
public struct PublicKeyCredentialSource: Sendable {
  /// The identifier under which services know the credential; random, and never given twice.
  public let id: CredentialID
  /// The algorithm that the key is used with.
  public let algorithm: COSEAlgorithm
  /// The private key: the raw P-256 scalar or Ed25519 seed, 32 bytes; for RS256 the DER of `RSAPrivateKey` (RFC 8017 A.1.2).
  public let privateKey: SharedSecret
  /// The relying party that the credential is scoped to.
  public let relyingPartyID: RelyingPartyID
  /// The account that the credential signs in to.
  public let userHandle: UserHandle
  /// Whether the passkey can leave its device and has done so; fixed when it is made, since BE must never change.
  public let backup: CredentialBackup
  /// Whether the passkey is found without the relying party naming it.
  public let isDiscoverable: Bool
  /// When the passkey shows itself.
  public let protection: CredentialProtection
  /// The passkey's PRF, if it was asked for when it was made.
  public let pseudoRandomFunction: CredentialPRF?
  /// The account's names as the relying party gave them.
  public let userNames: UserNames?
  /// What the relying party keeps beside the passkey, at most ``maximumLargeBlobByteCount`` bytes.
  public var largeBlob: [UInt8]?
  /// What the relying party put into the passkey when it was made, at most 32 bytes (CTAP 2.2 §12.2, credBlob).
  public var credBlob: [UInt8]?

  /// An account's names, for people to read.
  public struct UserNames: Hashable, Sendable {
    /// The account's name, such as an e-mail address.
    public let name: String?
    /// The person's name.
    public let displayName: String?

    /// Gathers the names.
    public init(name: String?, displayName: String?) {
      self.name = name
      self.displayName = displayName
    }
  }

  /// The most that is kept beside a passkey, in bytes: room for a certificate chain, none for files.
  public static let maximumLargeBlobByteCount = 4096

  /// Gathers a stored passkey; the defaults describe a synchronisable, discoverable one without extensions.
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
