// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An Ed448 public key (RFC 8032 §5.2).
///
/// Implemented here because the cryptographic library does not have this curve. It only verifies, and so handles no secrets.
struct Ed448PublicKey: Sendable {
  /// The key's encoding.
  let rawRepresentation: [UInt8]

  /// The order L of the base point (RFC 8032 §5.2, table 2), least significant limb first.
  private static let order: [UInt32] = [
    0xab58_44f3, 0x2378_c292, 0x8dc5_8f55, 0x216c_c272, 0xaed6_3690, 0xc44e_db49, 0x7cca_23e9, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff,
    0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0x3fff_ffff,
  ]

  /// Reads 57 bytes; nil unless they are a point.
  init?(rawRepresentation bytes: [UInt8]) {
    guard Ed448Point(encoded: bytes) != nil else { return nil }
    rawRepresentation = bytes
  }

  /// Returns whether this key made the signature over the message, without context (RFC 8032 §5.2.7).
  func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    // 1. R is a point, S is below L.
    let (r, s) = (Array(signature.prefix(57)), signature.dropFirst(57))
    guard signature.count == 114, s.last == 0, let pointR = Ed448Point(encoded: r), let scalar = Ed448Field.limbs(s.dropLast(), count: 14),
      !Ed448Field.isAtLeast(scalar, Self.order), let pointA = Ed448Point(encoded: rawRepresentation)
    else { return false }
    // 2. k is the hash of dom4(0, ""), R, A and the message, modulo L.
    let hash = SHAKE256.hash(Array("SigEd448".utf8) + [0, 0] + r + rawRepresentation + message, byteCount: 114)
    // 3. [S]B = R + [k]A, without the cofactor: the stricter of the two checks that the text allows.
    return Ed448Point.isSame(Ed448Point.sum(scalar, .base, Self.reduced(hash), -pointA), pointR)
  }

  /// Returns a number modulo L; its bytes are least significant first.
  private static func reduced(_ bytes: [UInt8]) -> [UInt32] {
    var remainder = [UInt32](repeating: 0, count: 14)
    for byte in bytes.reversed() {
      for bit in (0..<8).reversed() {
        var carry = UInt32(byte >> UInt8(bit)) & 1
        // Below L < 2^446, so doubling loses no bit.
        for index in remainder.indices {
          let limb = remainder[index]
          remainder[index] = limb << 1 | carry
          carry = limb >> 31
        }
        if Ed448Field.isAtLeast(remainder, order) { remainder = Ed448Field.difference(remainder, order) }
      }
    }
    return remainder
  }
}
