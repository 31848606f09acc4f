// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// The extensions that a registration asks of the authenticator; the defaults ask for none.
public struct MakeCredentialExtensions: Sendable {
  /// Whether the credential shall have a PRF (WebAuthn L3 §10.1.4; CTAP 2.2 §12.7, hmac-secret).
  public var wantsPRF = false
  /// What the new PRF shall be evaluated on at once (CTAP 2.2 §12.8, hmac-secret-mc); only with ``wantsPRF``.
  public var prfSalts: PRFSalts?
  /// When the credential shows itself (CTAP 2.2 §12.1, credProtect), or nil for the default.
  public var protection: CredentialProtection?
  /// What shall be kept in the credential, at most 32 bytes (CTAP 2.2 §12.2, credBlob); nil for an authenticator that keeps nothing.
  public var credBlob: [UInt8]?
  /// How long the authenticator's PIN must be, where the relying party may know (CTAP 2.2 §12.4, minPinLength).
  public var minimumPINLength: Int?

  /// Asks for nothing.
  public init() {}
}

/// What became of a registration's extensions.
public struct MakeCredentialExtensionResults: Sendable {
  /// Whether the credential has a PRF.
  public internal(set) var hasPRF = false
  /// The PRF's results, when salts were given and the person was verified.
  public internal(set) var prfResults: PRFResults?
  /// The protection that was asked for and given.
  public internal(set) var protection: CredentialProtection?

  init() {}
}

/// The extensions that an authentication asks of the authenticator; the defaults ask for none.
public struct GetAssertionExtensions: Sendable {
  /// What is done with the data beside the credential (WebAuthn L3 §10.1.5).
  public enum LargeBlobOperation: Sendable {
    /// Reads them.
    case read
    /// Keeps these instead of what is there.
    case write([UInt8])
  }

  /// What any credential's PRF shall be evaluated on.
  public var prfSalts: PRFSalts?
  /// What single credentials' PRFs shall be evaluated on instead.
  public var prfSaltsByCredential: [CredentialID: PRFSalts] = [:]
  /// What is done with the data beside the credential.
  public var largeBlob: LargeBlobOperation?
  /// Whether the bytes in the credential shall be signed with the assertion (CTAP 2.2 §12.2, credBlob).
  public var wantsCredBlob = false

  /// Asks for nothing.
  public init() {}

  func salts(for credential: CredentialID) -> PRFSalts? {
    prfSaltsByCredential[credential] ?? prfSalts
  }
}

/// What became of an authentication's extensions.
public struct GetAssertionExtensionResults: Sendable {
  /// The PRF's results, when the credential has one, there were salts for it, and the person was verified.
  public internal(set) var prfResults: PRFResults?
  /// The data beside the credential, when reading was asked for and there are any.
  public internal(set) var largeBlob: [UInt8]?
  /// Whether the data are kept now, when writing was asked for; the pure operation leaves it to its caller and says nil.
  public internal(set) var wroteLargeBlob: Bool?
  /// The bytes in the credential, when they were asked for; empty where there are none.
  public internal(set) var credBlob: [UInt8]?

  init() {}
}
