// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A signature algorithm by its number in the IANA COSE registry.
public struct COSEAlgorithm: RawRepresentable, Hashable, Sendable, Codable {
  /// The registered number.
  public let rawValue: Int

  /// Takes any number; whether it is supported is for the user of the algorithm to say.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// ECDSA with SHA-256, in WebAuthn on the curve P-256 only.
  public static let es256 = COSEAlgorithm(rawValue: -7)
  /// EdDSA, in WebAuthn on the curve Ed25519 only.
  public static let edDSA = COSEAlgorithm(rawValue: -8)
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  public static let rs256 = COSEAlgorithm(rawValue: -257)
}
