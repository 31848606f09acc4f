// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import WebAuthnRelyingParty

/// Writes the parts of DER that the tests' certificates need.
enum DER {
  static func value(_ tag: UInt8, _ content: [UInt8]...) -> [UInt8] { value([tag], content.flatMap { $0 }) }

  static func value(_ tag: [UInt8], _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    let length: [UInt8] =
      count < 0x80 ? [UInt8(count)] : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
    return tag + length + content
  }

  static func sequence(_ content: [UInt8]...) -> [UInt8] { value([0x30], content.flatMap { $0 }) }
  static func set(_ content: [UInt8]...) -> [UInt8] { value([0x31], content.flatMap { $0 }) }
  static func oid(_ oid: CertificateOID) -> [UInt8] { value(6, oid.encoded) }
  static func integer(_ number: UInt8) -> [UInt8] { value(2, [number]) }
  static func text(_ text: String) -> [UInt8] { value(0x0c, Array(text.utf8)) }
  static func octets(_ bytes: [UInt8]) -> [UInt8] { value(4, bytes) }
  static func bits(_ bytes: [UInt8]) -> [UInt8] { value(3, [0] + bytes) }
}

/// A valid attestation certificate. A test changes one part, and it is signed afterwards.
struct CertificateDraft: Sendable {
  var version: UInt8 = 3
  var subject: [(CertificateOID, String)] = [
    (.countryName, "AA"), (.organizationName, "Maker"), (.organizationalUnitName, "Authenticator Attestation"), (.commonName, "Batch 1"),
  ]
  var alternativeNames: [UInt8]?
  var extendedKeyUsages: [CertificateOID] = []
  var isAuthority: Bool? = false
  var aaguid: [UInt8]?
  var isModelCritical = false
  var extensions: [(CertificateOID, [UInt8])] = []
  var subjectPublicKeyInfo: [UInt8]

  static let issuerKey = P256.Signing.PrivateKey()

  /// The certificate as it is sent.
  func der(signedBy key: P256.Signing.PrivateKey = issuerKey) throws -> [UInt8] {
    let algorithm = DER.sequence(DER.value(6, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
    var fields: [UInt8] = version > 1 ? DER.value(0xa0, DER.integer(version - 1)) : []
    fields += DER.integer(1) + algorithm + Self.name([(.commonName, "Root")])
    fields += DER.sequence(DER.value(0x17, Array("200101000000Z".utf8)), DER.value(0x17, Array("400101000000Z".utf8)))
    fields += Self.name(subject) + subjectPublicKeyInfo
    var entries: [[UInt8]] = extensions.map { Self.entry($0.0, $0.1) }
    if let isAuthority { entries.append(Self.entry(.basicConstraints, DER.sequence(isAuthority ? DER.value(1, [0xff]) : []))) }
    if let alternativeNames { entries.append(Self.entry(.subjectAlternativeName, alternativeNames)) }
    if !extendedKeyUsages.isEmpty {
      entries.append(Self.entry(.extendedKeyUsage, DER.value([0x30], extendedKeyUsages.flatMap(DER.oid))))
    }
    if let aaguid { entries.append(Self.entry(.aaguid, DER.octets(aaguid), isCritical: isModelCritical)) }
    if version > 1 { fields += DER.value(0xa3, DER.value([0x30], entries.flatMap { $0 })) }
    let signed = DER.value([0x30], fields)
    return DER.sequence(signed, algorithm, DER.bits(Array(try key.signature(for: signed).derRepresentation)))
  }

  static func name(_ attributes: [(CertificateOID, String)]) -> [UInt8] {
    DER.value([0x30], attributes.flatMap { DER.set(DER.sequence(DER.oid($0.0), DER.text($0.1))) })
  }

  private static func entry(_ kind: CertificateOID, _ value: [UInt8], isCritical: Bool = false) -> [UInt8] {
    DER.sequence(DER.oid(kind), isCritical ? DER.value(1, [0xff]) : [], DER.octets(value))
  }
}
