// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import Foundation
import WebAuthnModel
import WebAuthnRelyingParty

/// A valid registration with an attestation statement of one format. A test changes one part, and it is signed afterwards.
struct AttestationDraft {
  var registration: RegistrationDraft
  let format: String
  let credentialKey = P256.Signing.PrivateKey()
  let attestationKey = P256.Signing.PrivateKey()
  let aaguid: [UInt8]
  var certificate: CertificateDraft
  var trust = AttestationTrust.ignored

  /// The algorithm that the statement names.
  var algorithm: Int64 = -7
  /// Whether the attestation signature is corrupted afterwards.
  var spoilsSignature = false
  /// Members that are set in the finished statement; nil removes one.
  var members: [String: CBORValue?] = [:]
  /// Whether a packed statement is self attestation.
  var isSelf = false
  /// The signing key, if it is not the right one.
  var signer: P256.Signing.PrivateKey?

  // For TPM.
  var certInfoHead: [UInt8] = [0xff, 0x54, 0x43, 0x47, 0x80, 0x17]
  var pubAreaKey: P256.Signing.PublicKey?
  var extraData: [UInt8]?
  var certifiedName: [UInt8]?

  // For Android and Apple: the challenge of the registration, and the key's properties.
  var challenge: [UInt8]?
  var hardwareList: [UInt8] = AttestationDraft.keyProperties(purpose: 2, origin: 0)
  var softwareList: [UInt8] = []
  var isUntampered = true

  init(_ format: String) throws {
    self.format = format
    registration = try RegistrationDraft()
    let current = registration.credential
    guard let id = current?.credentialID, let key = COSEKey(p256: credentialKey.publicKey.x963Representation) else { throw MissingValue() }
    let aaguid = format == "fido-u2f" ? AAGUID.zero : current?.aaguid ?? .zero
    self.aaguid = aaguid.bytes
    registration.credential = .init(aaguid: aaguid, credentialID: id, publicKey: key)
    let isCredentials = ["android-key", "apple"].contains(format)
    certificate = CertificateDraft(
      subjectPublicKeyInfo: Array((isCredentials ? credentialKey : attestationKey).publicKey.derRepresentation))
    switch format {
    case "packed": certificate.aaguid = self.aaguid
    case "tpm":
      certificate.subject = []
      certificate.aaguid = self.aaguid
      certificate.extendedKeyUsages = [.tpmAttestationKey]
      certificate.alternativeNames = Self.tpmNames()
    case "android-safetynet": certificate.subject = [(.commonName, "attest.android.com")]
    default: break
    }
  }

  static func tpmNames(manufacturer: String? = "id:FFFFF1D0", model: String? = "Model", version: String? = "id:13") -> [UInt8] {
    let attributes = [(CertificateOID.tpmManufacturer, manufacturer), (.tpmModel, model), (.tpmVersion, version)]
    let name = CertificateDraft.name(attributes.compactMap { kind, text in text.map { (kind, $0) } })
    return DER.sequence(DER.value(0xa4, name))
  }

  static func keyProperties(purpose: UInt8?, origin: UInt8?) -> [UInt8] {
    (purpose.map { DER.value(0xa1, DER.set(DER.integer($0))) } ?? [])
      + (origin.map { DER.value([0xbf, 0x85, 0x3e], DER.integer($0)) } ?? [])
  }

  /// Parses and verifies the response.
  func verify() throws -> VerifiedRegistration {
    var registration = registration
    registration.format = format
    registration.makeStatement = statement
    return try registration.verify(trust: trust)
  }

  /// The statement over authenticator data and client data hash.
  func statement(_ data: [UInt8], _ hash: [UInt8]) throws -> CBORValue {
    var statement: [String: CBORValue]
    switch format {
    case "packed" where isSelf:
      statement = ["alg": .integer(algorithm), "sig": .bytes(try signature(over: data + hash, by: credentialKey))]
    case "packed":
      statement = ["alg": .integer(algorithm), "sig": .bytes(try signature(over: data + hash, by: attestationKey))]
      statement["x5c"] = .array([.bytes(try certificate.der())])
    case "fido-u2f":
      let id = registration.credential?.credentialID.bytes ?? []
      let signed = [0] + data.prefix(32) + hash + id + Array(credentialKey.publicKey.x963Representation)
      statement = ["sig": .bytes(try signature(over: signed, by: attestationKey)), "x5c": .array([.bytes(try certificate.der())])]
    case "tpm": statement = try tpmStatement(data, hash)
    case "android-key":
      var certificate = certificate
      let description = DER.sequence(
        DER.integer(3), DER.value(0x0a, [1]), DER.integer(4), DER.value(0x0a, [1]), DER.octets(challenge ?? hash), DER.octets([]),
        DER.sequence(softwareList), DER.sequence(hardwareList))
      certificate.extensions.append((.androidKeyDescription, description))
      statement = ["alg": .integer(algorithm), "sig": .bytes(try signature(over: data + hash, by: credentialKey))]
      statement["x5c"] = .array([.bytes(try certificate.der())])
    case "apple":
      var certificate = certificate
      let nonce = challenge ?? Array(SHA256.hash(data: data + hash))
      certificate.extensions.append((.appleNonce, DER.sequence(DER.value(0xa1, DER.octets(nonce)))))
      statement = ["x5c": .array([.bytes(try certificate.der())])]
    case "android-safetynet": statement = try safetyNetStatement(data, hash)
    default: throw MissingValue()
    }
    for (name, value) in members { statement[name] = value }
    return .map(CBORMap(statement.map { .init(key: .text($0.key), value: $0.value) }) ?? CBORMap())
  }

  private func signature(over message: [UInt8], by key: P256.Signing.PrivateKey) throws -> [UInt8] {
    Array(try (signer ?? key).signature(for: spoilsSignature ? message + [0] : message).derRepresentation)
  }

  private func tpmStatement(_ data: [UInt8], _ hash: [UInt8]) throws -> [String: CBORValue] {
    func buffer(_ bytes: some Sequence<UInt8>) -> [UInt8] {
      let bytes = Array(bytes)
      return [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
    }
    let point = (pubAreaKey ?? credentialKey.publicKey).rawRepresentation
    // An ECC key named with SHA-256, no policy, no symmetric algorithm, ECDSA with SHA-256 on P-256, no key derivation.
    let pubArea: [UInt8] =
      [0, 0x23, 0, 0x0b, 0, 4, 0, 0x72, 0, 0, 0, 0x10, 0, 0x18, 0, 0x0b, 0, 3, 0, 0x10] + buffer(point.prefix(32))
      + buffer(point.suffix(32))
    let certInfo =
      certInfoHead + buffer([1]) + buffer(extraData ?? Array(SHA256.hash(data: data + hash))) + Array(repeating: 0, count: 25)
      + buffer(certifiedName ?? [0, 0x0b] + Array(SHA256.hash(data: pubArea))) + buffer([2])
    return [
      "ver": "2.0", "alg": .integer(algorithm), "x5c": .array([.bytes(try certificate.der())]),
      "sig": .bytes(try signature(over: certInfo, by: attestationKey)), "certInfo": .bytes(certInfo), "pubArea": .bytes(pubArea),
    ]
  }

  private func safetyNetStatement(_ data: [UInt8], _ hash: [UInt8]) throws -> [String: CBORValue] {
    let header = #"{"alg":"ES256","x5c":["\#(Data(try certificate.der()).base64EncodedString())"]}"#
    let nonce = Data(challenge ?? Array(SHA256.hash(data: data + hash))).base64EncodedString()
    let payload = #"{"nonce":"\#(nonce)","ctsProfileMatch":\#(isUntampered),"timestampMs":1}"#
    let signed = Base64URL(Array(header.utf8)).text + "." + Base64URL(Array(payload.utf8)).text
    let signature = try attestationKey.signature(for: Data((spoilsSignature ? signed + "x" : signed).utf8)).rawRepresentation
    return ["ver": "1", "response": .bytes(Array((signed + "." + Base64URL(Array(signature)).text).utf8))]
  }
}
