// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A point on edwards448, x² + y² = 1 + d · x² · y² with d = −39081, in projective coordinates (RFC 8032 §5.2).
struct Ed448Point {
  private let x: Ed448Field
  private let y: Ed448Field
  private let z: Ed448Field

  private static let d = -Ed448Field(39081)

  /// The neutral element.
  static let neutral = Ed448Point(x: .zero, y: .one, z: .one)

  /// The point B (RFC 8032 §5.2, table 2).
  static let base = Ed448Point(
    x: Ed448Field(limbs: [
      0xc70c_c05e, 0x2626_a82b, 0x8b00_938e, 0x433b_80e1, 0x2ab6_6511, 0x12ae_1af7, 0xa3d3_a464, 0xea6d_e324, 0x470f_1767, 0x9e14_6570,
      0x22bf_36da, 0x221d_15a6, 0x6bed_0ded, 0x4f19_70c6,
    ]),
    y: Ed448Field(limbs: [
      0xf230_fa14, 0x9808_795b, 0x4ed7_c8ad, 0xfdbd_132c, 0xe67c_39c4, 0x3ad3_ff1c, 0x05a0_c2d7, 0x8778_9c1e, 0x6ca3_9840, 0x4bea_7373,
      0x56c9_c762, 0x8876_2037, 0x6eb6_bc24, 0x693f_4671,
    ]),
    z: .one)

  private init(x: Ed448Field, y: Ed448Field, z: Ed448Field) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  /// Reads 57 bytes (RFC 8032 §5.2.3); nil unless they are the canonical encoding of a point.
  init?(encoded bytes: [UInt8]) {
    // 1. The last bit is the sign of x; the number before it is y.
    guard bytes.count == 57, let last = bytes.last, last & 0x7f == 0, let y = Ed448Field(bytes.prefix(56)) else { return nil }
    // 2. x² = u / v. If there is a root, it is u³v(u⁵v³)^((p − 3) / 4).
    let square = y * y
    let u = square - .one
    let v = Self.d * square - .one
    let cube = u * u * u * v
    let root = cube * (cube * u * u * v * v).rootPower
    // 3. Check that the root exists.
    guard v * root * root == u else { return nil }
    // 4. Choose the root with the right sign.
    let isNegative = last & 0x80 != 0
    if root == .zero, isNegative { return nil }
    self.init(x: root.isOdd == isNegative ? root : -root, y: y, z: .one)
  }

  /// RFC 8032 §5.2.4, addition. It is complete: it also doubles and adds the neutral element.
  static func + (p: Self, q: Self) -> Self {
    let a = p.z * q.z
    let b = a * a
    let c = p.x * q.x
    let e0 = p.y * q.y
    let e = d * c * e0
    let f = b - e
    let g = b + e
    let h = (p.x + p.y) * (q.x + q.y)
    return Self(x: a * f * (h - c - e0), y: a * g * (e0 - c), z: f * g)
  }

  /// RFC 8032 §5.2.4, doubling.
  var doubled: Self {
    let sum = x + y
    let b = sum * sum
    let c = x * x
    let e0 = y * y
    let e = c + e0
    let h = z * z
    let j = e - h - h
    return Self(x: (b - e) * j, y: e * (c - e0), z: e * j)
  }

  static prefix func - (p: Self) -> Self { Self(x: -p.x, y: p.y, z: p.z) }

  /// Returns whether both are the same point.
  static func isSame(_ p: Self, _ q: Self) -> Bool { p.x * q.z == q.x * p.z && p.y * q.z == q.y * p.z }

  /// Returns [m]P + [n]Q, for numbers of 14 limbs.
  static func sum(_ m: [UInt32], _ p: Self, _ n: [UInt32], _ q: Self) -> Self {
    let both = p + q
    var sum = neutral
    for (a, b) in zip(m, n).reversed() {
      for bit in (0..<UInt32(32)).reversed() {
        sum = sum.doubled
        switch ((a >> bit) & 1, (b >> bit) & 1) {
        case (1, 1): sum = sum + both
        case (1, _): sum = sum + p
        case (_, 1): sum = sum + q
        default: break
        }
      }
    }
    return sum
  }
}
