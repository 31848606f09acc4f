// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import SecretMemory
public import WebAuthnModel
public import WebDomains

/// A passkey with its private key, as an authenticator keeps it (WebAuthn L3 §4, "Public Key Credential Source").
public struct PublicKeyCredentialSource: Sendable {
  /// The credential ID.
  public let id: CredentialID
  /// The algorithm that the key is used with.
  public let algorithm: COSEAlgorithm
  /// The private key: the raw P-256 scalar or Ed25519 seed, 32 bytes.
  public let privateKey: SharedSecret
  /// The relying party that the credential is scoped to.
  public let relyingPartyID: RelyingPartyID
  /// The account that the credential signs in to.
  public let userHandle: UserHandle

  /// Gathers a stored passkey.
  public init(id: CredentialID, algorithm: COSEAlgorithm, privateKey: SharedSecret, relyingPartyID: RelyingPartyID, userHandle: UserHandle)
  {
    self.id = id
    self.algorithm = algorithm
    self.privateKey = privateKey
    self.relyingPartyID = relyingPartyID
    self.userHandle = userHandle
  }
}

/// Whether a passkey can leave its device and has done so, the flags BE and BS (WebAuthn L3 §6.1.3).
public enum CredentialBackup: Sendable {
  /// Bound to one device: neither flag.
  case deviceBound
  /// May be synchronised but is not yet: BE.
  case eligible
  /// Synchronised or backed up: BE and BS.
  case backedUp

  var flags: AuthenticatorData.Flags {
    switch self {
    case .deviceBound: []
    case .eligible: .backupEligible
    case .backedUp: [.backupEligible, .backupState]
    }
  }
}

/// What the person did in this ceremony; an earlier unlock is no verification (WebAuthn L3 §4, "Authorization Gesture").
public struct AuthorizationGesture: Sendable {
  /// The person was there and agreed.
  public var userPresent: Bool
  /// The person was verified in this ceremony, by passphrase or fingerprint.
  public var userVerified: Bool

  /// States what the person did.
  public init(userPresent: Bool, userVerified: Bool) {
    self.userPresent = userPresent
    self.userVerified = userVerified
  }

  var flags: AuthenticatorData.Flags {
    var flags: AuthenticatorData.Flags = []
    if userPresent { flags.insert(.userPresent) }
    if userVerified { flags.insert(.userVerified) }
    return flags
  }
}
