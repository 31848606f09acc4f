// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An ASN.1 object identifier in encoded form (X.690 §8.19), so that identifiers of any size can be stored and compared.
package struct CertificateOID: Hashable, Sendable, CustomStringConvertible {
  /// The content octets, without tag and length.
  package let encoded: [UInt8]

  /// Creates an identifier from its content octets.
  package init(encoded: some Sequence<UInt8>) {
    self.encoded = Array(encoded)
  }

  /// Encodes arcs, such as `2, 5, 29, 19`. The first is 0…2; the second is below 40 if the first is below 2.
  package init(_ first: UInt, _ second: UInt, _ others: UInt...) {
    encoded = ([first * 40 + second] + others).flatMap { arc in
      var groups = [UInt8(arc & 0x7f)]
      var rest = arc >> 7
      while rest > 0 {
        groups.append(UInt8(rest & 0x7f) | 0x80)
        rest >>= 7
      }
      return groups.reversed()
    }
  }

  /// The encoded octets in hexadecimal, for logs.
  package var description: String {
    encoded.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension CertificateOID {
  // RFC 5280 §4.2.1.
  /// `id-ce-keyUsage` (RFC 5280 §4.2.1.3).
  package static let keyUsage = CertificateOID(2, 5, 29, 15)
  /// `id-ce-subjectAltName` (RFC 5280 §4.2.1.6).
  package static let subjectAlternativeName = CertificateOID(2, 5, 29, 17)
  /// `id-ce-basicConstraints` (RFC 5280 §4.2.1.9).
  package static let basicConstraints = CertificateOID(2, 5, 29, 19)
  /// `id-ce-certificatePolicies` (RFC 5280 §4.2.1.4).
  package static let certificatePolicies = CertificateOID(2, 5, 29, 32)
  /// `id-ce-extKeyUsage` (RFC 5280 §4.2.1.12).
  package static let extendedKeyUsage = CertificateOID(2, 5, 29, 37)
  /// `id-fido-gen-ce-aaguid` (WebAuthn L3 §8.2.1).
  package static let aaguid = CertificateOID(1, 3, 6, 1, 4, 1, 45724, 1, 1, 4)
  /// Android's key description (WebAuthn L3 §8.4).
  package static let androidKeyDescription = CertificateOID(1, 3, 6, 1, 4, 1, 11129, 2, 1, 17)
  /// Apple's nonce (WebAuthn L3 §8.8).
  package static let appleNonce = CertificateOID(1, 2, 840, 113635, 100, 8, 2)
  /// `tcg-kp-AIKCertificate` (TPMv2-EK-Profile §3.2.16; WebAuthn L3 §8.3.1).
  package static let tpmAttestationKey = CertificateOID(2, 23, 133, 8, 3)
  /// `tcg-at-tpmManufacturer`.
  package static let tpmManufacturer = CertificateOID(2, 23, 133, 2, 1)
  /// `tcg-at-tpmModel`.
  package static let tpmModel = CertificateOID(2, 23, 133, 2, 2)
  /// `tcg-at-tpmVersion`.
  package static let tpmVersion = CertificateOID(2, 23, 133, 2, 3)
  // RFC 4519 §2.
  /// `cn` (RFC 4519 §2.3).
  package static let commonName = CertificateOID(2, 5, 4, 3)
  /// `c` (RFC 4519 §2.2).
  package static let countryName = CertificateOID(2, 5, 4, 6)
  /// `o` (RFC 4519 §2.19).
  package static let organizationName = CertificateOID(2, 5, 4, 10)
  /// `ou` (RFC 4519 §2.20).
  package static let organizationalUnitName = CertificateOID(2, 5, 4, 11)
  // Key types and curves: RFC 8017 appendix A.1, RFC 4055 §1.2, RFC 5480 §2.1.1, RFC 8410 §3, RFC 9881 §3.
  static let rsa = CertificateOID(1, 2, 840, 113549, 1, 1, 1)
  static let rsaPSS = CertificateOID(1, 2, 840, 113549, 1, 1, 10)
  static let ellipticCurve = CertificateOID(1, 2, 840, 10045, 2, 1)
  static let p256 = CertificateOID(1, 2, 840, 10045, 3, 1, 7)
  static let p384 = CertificateOID(1, 3, 132, 0, 34)
  static let p521 = CertificateOID(1, 3, 132, 0, 35)
  static let ed25519 = CertificateOID(1, 3, 101, 112)
  static let mlDSA65 = CertificateOID(2, 16, 840, 1, 101, 3, 4, 3, 18)
  static let mlDSA87 = CertificateOID(2, 16, 840, 1, 101, 3, 4, 3, 19)
}
