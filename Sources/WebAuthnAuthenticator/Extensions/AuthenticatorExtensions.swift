// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// The extensions that a registration requests from the authenticator; by default none.
public struct MakeCredentialExtensions: Sendable {
  /// Whether to create a PRF for the credential (WebAuthn L3 §10.1.4; CTAP 2.2 §12.7, hmac-secret).
  public var wantsPRF = false
  /// The inputs to evaluate the new PRF on immediately (CTAP 2.2 §12.8, hmac-secret-mc); only with ``wantsPRF``.
  public var prfSalts: PRFSalts?
  /// The credential's protection level (CTAP 2.2 §12.1, credProtect); nil for the default.
  public var protection: CredentialProtection?
  /// The bytes to store in the credential, at most 32 (CTAP 2.2 §12.2, credBlob); nil if the authenticator does not support it.
  public var credBlob: [UInt8]?
  /// The minimum length of the authenticator's PIN, if it may be disclosed to the relying party (CTAP 2.2 §12.4, minPinLength).
  public var minimumPINLength: Int?

  /// Creates an empty request.
  public init() {}
}

/// The results of a registration's extensions.
public struct MakeCredentialExtensionResults: Sendable {
  /// Whether the credential has a PRF.
  public internal(set) var hasPRF = false
  /// The PRF's results, if salts were given and the user was verified.
  public internal(set) var prfResults: PRFResults?
  /// The protection level, if requested.
  public internal(set) var protection: CredentialProtection?

  init() {}
}

/// The extensions that an authentication requests from the authenticator; by default none.
public struct GetAssertionExtensions: Sendable {
  /// An operation on the data stored with the credential (WebAuthn L3 §10.1.5).
  public enum LargeBlobOperation: Sendable {
    /// Read the data.
    case read
    /// Replace the data with these bytes.
    case write([UInt8])
  }

  /// The PRF inputs for any credential.
  public var prfSalts: PRFSalts?
  /// The PRF inputs for individual credentials, which override the common ones.
  public var prfSaltsByCredential: [CredentialID: PRFSalts] = [:]
  /// The operation on the data stored with the credential.
  public var largeBlob: LargeBlobOperation?
  /// Whether to include the bytes in the credential in the signed assertion (CTAP 2.2 §12.2, credBlob).
  public var wantsCredBlob = false

  /// Creates an empty request.
  public init() {}

  func salts(for credential: CredentialID) -> PRFSalts? {
    prfSaltsByCredential[credential] ?? prfSalts
  }
}

/// The results of an authentication's extensions.
public struct GetAssertionExtensionResults: Sendable {
  /// The PRF's results, if the credential has a PRF, salts applied to it, and the user was verified.
  public internal(set) var prfResults: PRFResults?
  /// The data stored with the credential, if reading was requested and there are any.
  public internal(set) var largeBlob: [UInt8]?
  /// Whether the data were stored, if writing was requested. Nil from the operation without a store, which leaves writing to its caller.
  public internal(set) var wroteLargeBlob: Bool?
  /// The bytes in the credential, if requested; empty if there are none.
  public internal(set) var credBlob: [UInt8]?

  init() {}
}
