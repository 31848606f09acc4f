// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The form of an algorithm's COSE key: its type, its curve and the sizes of its members (RFC 9053 §7, RFC 8230 §4,
/// draft-ietf-cose-dilithium §4).
enum COSEKeyForm {
  case p256
  case p384
  case p521
  case ed25519
  case ed448
  case rsa
  case mlDSA65
  case mlDSA87

  /// The form of an algorithm's credential keys; nil if the algorithm is not supported for credentials.
  init?(of algorithm: COSEAlgorithm) {
    switch algorithm {
    case .es256, .esp256: self = .p256
    case .es384, .esp384: self = .p384
    case .es512, .esp512: self = .p521
    case .edDSA, .ed25519: self = .ed25519
    case .ed448: self = .ed448
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: self = .rsa
    case .mlDSA65: self = .mlDSA65
    case .mlDSA87: self = .mlDSA87
    default: return nil
    }
  }

  /// The value of `kty`.
  var keyType: Int64 {
    switch self {
    case .ed25519, .ed448: 1
    case .p256, .p384, .p521: 2
    case .rsa: 3
    case .mlDSA65, .mlDSA87: 7
    }
  }

  /// Returns whether a key's values have this form. ``VerificationKey`` checks their sizes.
  func holds(_ material: COSEKey.Material) -> Bool {
    switch (self, material) {
    case (.p256, .p256), (.p384, .p384), (.p521, .p521), (.ed25519, .ed25519), (.ed448, .ed448), (.rsa, .rsa), (.mlDSA65, .mlDSA65),
      (.mlDSA87, .mlDSA87):
      true
    default: false
    }
  }

  /// Returns the numeric values of a key from a map with exactly the members of this form.
  func material(of map: CBORMap) -> COSEKey.Material? {
    switch self {
    case .p256: Self.point(of: map, curve: 1).map { .p256(x: $0.x, y: $0.y) }
    case .p384: Self.point(of: map, curve: 2).map { .p384(x: $0.x, y: $0.y) }
    case .p521: Self.point(of: map, curve: 3).map { .p521(x: $0.x, y: $0.y) }
    case .ed25519: map.count == 4 && map[-1] == 6 ? map[-2]?.bytesValue.map { .ed25519($0) } : nil
    case .ed448: map.count == 4 && map[-1] == 7 ? map[-2]?.bytesValue.map { .ed448($0) } : nil
    case .rsa: Self.numbers(of: map).map { .rsa(modulus: $0.modulus, exponent: $0.exponent) }
    case .mlDSA65: map.count == 3 ? map[-1]?.bytesValue.map { .mlDSA65($0) } : nil
    case .mlDSA87: map.count == 3 ? map[-1]?.bytesValue.map { .mlDSA87($0) } : nil
    }
  }

  /// Returns the numeric values of an ES256 key in CTAP2 canonical CBOR, in which only the coordinates vary; nil for any other bytes.
  static func canonicalES256(_ encoded: [UInt8]) -> COSEKey.Material? {
    // {1: 2, 3: -7, -1: 1, -2: 32 bytes, -3: 32 bytes}
    let beforeX: [UInt8] = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
    let beforeY: [UInt8] = [0x22, 0x58, 0x20]
    guard encoded.count == 77, encoded[0..<10].elementsEqual(beforeX), encoded[42..<45].elementsEqual(beforeY) else { return nil }
    return .p256(x: Array(encoded[10..<42]), y: Array(encoded[45..<77]))
  }

  /// Returns both coordinates. A compressed point, which WebAuthn does not allow (§5.8.5), has a boolean for y and yields nil.
  private static func point(of map: CBORMap, curve: CBORValue) -> (x: [UInt8], y: [UInt8])? {
    guard map.count == 5, map[-1] == curve, let x = map[-2]?.bytesValue, let y = map[-3]?.bytesValue else { return nil }
    return (x, y)
  }

  private static func numbers(of map: CBORMap) -> (modulus: [UInt8], exponent: [UInt8])? {
    guard map.count == 4, let modulus = map[-1]?.bytesValue, let exponent = map[-2]?.bytesValue else { return nil }
    // Not all authenticators follow "the minimum number of octets" (RFC 8230 §4). Leading zeros do not change the numbers, so they are
    // dropped.
    return (Array(modulus.drop { $0 == 0 }), Array(exponent.drop { $0 == 0 }))
  }
}
