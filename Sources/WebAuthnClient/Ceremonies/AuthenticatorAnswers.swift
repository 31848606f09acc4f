// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// An authenticator's response to a registration.
public struct CreationAnswer: Sendable {
  /// The attestation object's bytes.
  public var attestationObject: [UInt8]
  /// The new credential.
  public var credentialID: CredentialID
  /// Whether the credential is discoverable; nil if the authenticator does not say.
  public var isDiscoverable: Bool? = true
  /// Whether the credential has a PRF.
  public var hasPRF = false
  /// The PRF's results for the given salts.
  public var prfResults: PRFValuesJSON?
  /// Whether data can be stored with the credential.
  public var keepsLargeBlob = false
  /// Whether the given bytes were stored in the credential.
  public var keepsCredBlob = false

  /// Creates the response of an authenticator without extensions. Set the other properties as needed.
  public init(attestationObject: [UInt8], credentialID: CredentialID) {
    self.attestationObject = attestationObject
    self.credentialID = credentialID
  }
}

/// An authenticator's response to an authentication.
public struct AssertionAnswer: Sendable {
  /// The credential that signed.
  public var credentialID: CredentialID
  /// The authenticator data in the bytes that were signed.
  public var authenticatorData: [UInt8]
  /// The signature over authenticator data and client data hash, in the algorithm's own encoding.
  public var signature: [UInt8]
  /// The account, if the authenticator states it.
  public var userHandle: UserHandle?
  /// The PRF's results for the applicable salts.
  public var prfResults: PRFValuesJSON?
  /// The data stored with the credential, if requested and present.
  public var largeBlob: [UInt8]?
  /// Whether the given data were stored.
  public var wroteLargeBlob: Bool?
  /// The bytes in the credential, if requested; empty if there are none.
  public var credBlob: [UInt8]?

  /// Creates the response of an authenticator without extensions. Set the other properties as needed.
  public init(credentialID: CredentialID, authenticatorData: [UInt8], signature: [UInt8], userHandle: UserHandle?) {
    self.credentialID = credentialID
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }
}
