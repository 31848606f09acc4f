// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Which pairs of neighbouring bytes a text has, in 256 bits: what lacks a word's pairs need not be searched for the word.
///
/// A row's signature also has the pairs of a line's end with the first and the last byte of each field, which tell whether a field can be
/// exactly what was typed.
struct SearchSignature: Sendable {
  private var bits = SIMD4<UInt64>()

  /// The signature of no text.
  init() {}

  /// Enters the pairs within a text.
  init(_ text: UnsafeBufferPointer<UInt8>) { insert(text, before: text.first, after: nil) }

  /// Enters the pairs of a field or of several, each a line.
  init(fields text: UnsafeBufferPointer<UInt8>) { insert(text, before: Self.lineEnd, after: Self.lineEnd) }

  private static let lineEnd = UInt8(ascii: "\n")

  private mutating func insert(_ text: UnsafeBufferPointer<UInt8>, before: UInt8?, after: UInt8?) {
    guard var before else { return }
    // A vector's elements cannot be addressed as fast as memory can.
    withUnsafeMutableBytes(of: &bits) { bits in
      func enter(_ first: UInt8, _ second: UInt8) {
        let hash = Int(((UInt32(first) &* 0x9E37 &+ UInt32(second)) &* 0x9E37_79B1) >> 24)
        bits[hash >> 3] |= 1 << UInt8(hash & 7)
      }
      for byte in after == nil ? text.dropFirst() : text[...] {
        enter(before, byte)
        before = byte
      }
      if let after { enter(before, after) }
    }
  }

  /// Has the pairs of both.
  mutating func formUnion(_ other: SearchSignature) { bits |= other.bits }

  /// Whether every pair of another text may be in this one.
  func covers(_ other: SearchSignature) -> Bool { bits & other.bits == other.bits }

  /// How many pairs of another text are surely not in this one; pairs that fall together count once.
  func missing(_ other: SearchSignature) -> Int {
    let left = other.bits & ~bits
    return left[0].nonzeroBitCount + left[1].nonzeroBitCount + left[2].nonzeroBitCount + left[3].nonzeroBitCount
  }
}
