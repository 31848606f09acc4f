// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A signature algorithm, by its number in the IANA COSE registry.
public struct COSEAlgorithm: RawRepresentable, Hashable, Sendable, Codable {
  /// The registered number.
  public let rawValue: Int

  /// Creates an algorithm from any number, whether or not it is supported.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// ECDSA with SHA-256; in WebAuthn only on the curve P-256.
  public static let es256 = COSEAlgorithm(rawValue: -7)
  /// EdDSA; in WebAuthn only on the curve Ed25519.
  public static let edDSA = COSEAlgorithm(rawValue: -8)
  /// ECDSA on P-256 with SHA-256, fully specified (RFC 9864); the specification recommends ``es256`` instead.
  public static let esp256 = COSEAlgorithm(rawValue: -9)
  /// EdDSA on Ed25519, fully specified (RFC 9864); the specification recommends ``edDSA`` instead.
  public static let ed25519 = COSEAlgorithm(rawValue: -19)
  /// ECDSA with SHA-384; in WebAuthn only on the curve P-384.
  public static let es384 = COSEAlgorithm(rawValue: -35)
  /// ECDSA with SHA-512; in WebAuthn only on the curve P-521.
  public static let es512 = COSEAlgorithm(rawValue: -36)
  /// RSASSA-PSS with SHA-256 and a salt of 32 bytes (RFC 8230).
  public static let ps256 = COSEAlgorithm(rawValue: -37)
  /// RSASSA-PSS with SHA-384 and a salt of 48 bytes (RFC 8230).
  public static let ps384 = COSEAlgorithm(rawValue: -38)
  /// RSASSA-PSS with SHA-512 and a salt of 64 bytes (RFC 8230).
  public static let ps512 = COSEAlgorithm(rawValue: -39)
  /// ML-DSA-65 (FIPS 204).
  public static let mlDSA65 = COSEAlgorithm(rawValue: -49)
  /// ML-DSA-87 (FIPS 204).
  public static let mlDSA87 = COSEAlgorithm(rawValue: -50)
  /// ECDSA on P-384 with SHA-384, fully specified (RFC 9864); the specification recommends ``es384`` instead.
  public static let esp384 = COSEAlgorithm(rawValue: -51)
  /// ECDSA on P-521 with SHA-512, fully specified (RFC 9864); the specification recommends ``es512`` instead.
  public static let esp512 = COSEAlgorithm(rawValue: -52)
  /// EdDSA on Ed448, fully specified (RFC 9864).
  public static let ed448 = COSEAlgorithm(rawValue: -53)
  /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8812).
  public static let rs256 = COSEAlgorithm(rawValue: -257)
  /// RSASSA-PKCS1-v1_5 with SHA-384 (RFC 8812).
  public static let rs384 = COSEAlgorithm(rawValue: -258)
  /// RSASSA-PKCS1-v1_5 with SHA-512 (RFC 8812).
  public static let rs512 = COSEAlgorithm(rawValue: -259)
  /// RSASSA-PKCS1-v1_5 with SHA-1 (RFC 8812): only in the attestation statements of older TPMs, never for a credential.
  public static let rs1 = COSEAlgorithm(rawValue: -65535)
}
