// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A number modulo p = 2^448 − 2^224 − 1 (RFC 8032 §5.2). For verification only: the operations are not constant time.
struct Ed448Field: Equatable {
  /// 14 limbs of 32 bits, least significant first; below p.
  private(set) var limbs: [UInt32]

  static let zero = Ed448Field(0)
  static let one = Ed448Field(1)

  private static let p: [UInt32] = (0..<14).map { $0 == 7 ? 0xffff_fffe : 0xffff_ffff }

  init(_ number: UInt32) {
    limbs = [number] + Array(repeating: 0, count: 13)
  }

  /// Reads 56 bytes, least significant first; nil for p and above, because each number must have only one encoding.
  init?(_ bytes: some Collection<UInt8>) {
    guard let limbs = Self.limbs(bytes, count: 14), !Self.isAtLeast(limbs, Self.p) else { return nil }
    self.limbs = limbs
  }

  /// Creates a number from limbs, which must be below p.
  init(limbs: [UInt32]) {
    self.limbs = limbs
  }

  private init(reducing columns: [UInt64]) {
    // Carries out of the top are added back as k · (2^224 + 1). After three rounds, none are left.
    var columns = columns
    for _ in 0..<3 {
      var carry: UInt64 = 0
      for index in 0..<14 {
        let sum = columns[index] + carry
        columns[index] = sum & 0xffff_ffff
        carry = sum >> 32
      }
      columns[0] += carry
      columns[7] += carry
    }
    var limbs = columns.map { UInt32(truncatingIfNeeded: $0) }
    while Self.isAtLeast(limbs, Self.p) { limbs = Self.difference(limbs, Self.p) }
    self.limbs = limbs
  }

  /// Whether the number is odd, which distinguishes a root from its negative.
  var isOdd: Bool { limbs[0] & 1 == 1 }

  static func + (a: Self, b: Self) -> Self {
    Self(reducing: (0..<14).map { UInt64(a.limbs[$0]) + UInt64(b.limbs[$0]) })
  }

  static prefix func - (a: Self) -> Self {
    a == zero ? a : Self(limbs: difference(p, a.limbs))
  }

  static func - (a: Self, b: Self) -> Self { a + -b }

  static func * (a: Self, b: Self) -> Self {
    var product = [UInt64](repeating: 0, count: 28)
    for i in 0..<14 {
      var carry: UInt64 = 0
      let factor = UInt64(a.limbs[i])
      for j in 0..<14 {
        let sum = factor * UInt64(b.limbs[j]) + product[i + j] + carry
        product[i + j] = sum & 0xffff_ffff
        carry = sum >> 32
      }
      product[i + 14] = carry
    }
    // With the high half h = h0 + h1 · 2^224: h · 2^448 is h + h1 + (h0 + h1) · 2^224.
    var columns = Array(product.prefix(14))
    for index in 0..<7 {
      let (low, high) = (product[14 + index], product[21 + index])
      columns[index] += low + high
      columns[7 + index] += high + low + high
    }
    return Self(reducing: columns)
  }

  /// The number to the power (p − 3) / 4 = 2^446 − 2^222 − 1: all ones in binary except bit 222.
  var rootPower: Self {
    var power = Self.one
    for bit in (0..<446).reversed() {
      power = power * power
      if bit != 222 { power = power * self }
    }
    return power
  }

  // MARK: Whole numbers

  /// Returns the limbs of bytes, least significant first; nil for another number of bytes.
  static func limbs(_ bytes: some Collection<UInt8>, count: Int) -> [UInt32]? {
    guard bytes.count == count * 4 else { return nil }
    var limbs = [UInt32](repeating: 0, count: count)
    for (index, byte) in bytes.enumerated() { limbs[index / 4] |= UInt32(byte) << (8 * UInt32(index % 4)) }
    return limbs
  }

  /// Returns whether a ≥ b. Both must have the same number of limbs.
  static func isAtLeast(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    for (x, y) in zip(a.reversed(), b.reversed()) where x != y { return x > y }
    return true
  }

  /// Returns a − b, where a ≥ b. Both must have the same number of limbs.
  static func difference(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var borrow: Int64 = 0
    return zip(a, b).map { x, y in
      let difference = Int64(x) - Int64(y) + borrow
      borrow = difference >> 32
      return UInt32(truncatingIfNeeded: difference)
    }
  }
}
