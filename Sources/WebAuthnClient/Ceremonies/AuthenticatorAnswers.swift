// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// What an authenticator answers to a registration.
public struct CreationAnswer: Sendable {
  /// The attestation object's bytes.
  public var attestationObject: [UInt8]
  /// The new credential.
  public var credentialID: CredentialID
  /// Whether the credential is discoverable, or nil when the authenticator does not say.
  public var isDiscoverable: Bool? = true
  /// Whether the credential has a PRF.
  public var hasPRF = false
  /// The PRF's results for the salts that were given.
  public var prfResults: PRFValuesJSON?
  /// Whether data can be kept beside the credential.
  public var keepsLargeBlob = false
  /// Whether the bytes that were brought are in the credential now.
  public var keepsCredBlob = false

  /// States the answer of an authenticator without extensions; the rest can be set.
  public init(attestationObject: [UInt8], credentialID: CredentialID) {
    self.attestationObject = attestationObject
    self.credentialID = credentialID
  }
}

/// What an authenticator answers to an authentication.
public struct AssertionAnswer: Sendable {
  /// The credential that signed.
  public var credentialID: CredentialID
  /// The authenticator data as they were signed.
  public var authenticatorData: [UInt8]
  /// The signature over authenticator data and client data hash, in the algorithm's own form.
  public var signature: [UInt8]
  /// The account, when the authenticator says it.
  public var userHandle: UserHandle?
  /// The PRF's results for the salts that applied.
  public var prfResults: PRFValuesJSON?
  /// The data beside the credential, when they were asked for and there are any.
  public var largeBlob: [UInt8]?
  /// Whether the data to keep are kept now.
  public var wroteLargeBlob: Bool?
  /// The bytes in the credential, when they were asked for; empty where there are none.
  public var credBlob: [UInt8]?

  /// States the answer of an authenticator without extensions; the rest can be set.
  public init(credentialID: CredentialID, authenticatorData: [UInt8], signature: [UInt8], userHandle: UserHandle?) {
    self.credentialID = credentialID
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }
}
