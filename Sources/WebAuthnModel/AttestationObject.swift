// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import CanonicalCBOR

/// The result of a registration: authenticator data and an attestation statement (WebAuthn L3 §6.5.4).
public struct AttestationObject: Hashable, Sendable {
  /// The statement's format, such as `none` or `packed`.
  public let format: String
  /// The statement, in the structure that the format prescribes: a map or, for `compound`, an array.
  public let statement: CBORValue
  /// The authenticator data of the new credential (WebAuthn L3 §6.1).
  public let authenticatorData: AuthenticatorData
  /// The authenticator data's bytes as received or to be sent.
  public let authenticatorDataBytes: [UInt8]

  /// Creates an attestation object without attestation (WebAuthn L3 §8.7).
  public init(unattested authenticatorData: AuthenticatorData) {
    self.init(format: "none", statement: CBORMap(), authenticatorData: authenticatorData)
  }

  /// Creates an attestation object with a statement over these authenticator data (WebAuthn L3 §6.5.4).
  public init(format: String, statement: CBORMap, authenticatorData: AuthenticatorData) {
    self.format = format
    self.statement = .map(statement)
    self.authenticatorData = authenticatorData
    authenticatorDataBytes = authenticatorData.encoded
  }

  /// A copy with the statement removed (WebAuthn L3 §5.1.3 step 22, conveyance preference `none`).
  public var withoutStatement: AttestationObject {
    AttestationObject(
      format: "none", statement: .map(CBORMap()), authenticatorData: authenticatorData, authenticatorDataBytes: authenticatorDataBytes)
  }

  private init(format: String, statement: CBORValue, authenticatorData: AuthenticatorData, authenticatorDataBytes: [UInt8]) {
    self.format = format
    self.statement = statement
    self.authenticatorData = authenticatorData
    self.authenticatorDataBytes = authenticatorDataBytes
  }

  /// Reads an attestation object, which must use all of the bytes.
  ///
  /// Accepts any valid CBOR, not only the canonical form, because not all authenticators in use write the canonical form.
  ///
  /// - Throws: `malformedAttestationObject`, or the codes of ``AuthenticatorData``.
  public init(parsing bytes: some Sequence<UInt8>) throws(WebAuthnModelError) {
    guard let decoded = try? CBORDecoder(profile: .rfc8949).decode(bytes), let map = decoded.mapValue else {
      throw WebAuthnModelError(.malformedAttestationObject)
    }
    guard let format = map["fmt"]?.textValue, let statement = map["attStmt"], let data = map["authData"]?.bytesValue else {
      throw WebAuthnModelError(.malformedAttestationObject)
    }
    guard statement.mapValue != nil || statement.arrayValue != nil else { throw WebAuthnModelError(.malformedAttestationObject) }
    self.format = format
    self.statement = statement
    authenticatorDataBytes = data
    authenticatorData = try AuthenticatorData(parsing: data)
  }

  /// The object in CTAP2 canonical CBOR.
  public var encoded: [UInt8] {
    CBOREncoder(profile: .ctap2).encode(
      .map(["fmt": .text(format), "attStmt": statement, "authData": .bytes(authenticatorDataBytes)]))
  }
}
