// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The pairs of adjacent bytes in a text, hashed to 256 bits. A text that lacks a word's pairs does not have to be searched for the word.
///
/// A row's signature also has the pairs of a line end with the first and the last byte of each field. They show whether a field can be
/// exactly the typed text.
struct SearchSignature: Sendable {
  private var bits = SIMD4<UInt64>()

  /// Creates the signature of an empty text.
  init() {}

  /// Creates the signature of the pairs within a text.
  init(_ text: UnsafeBufferPointer<UInt8>) { insert(text, before: text.first, after: nil) }

  /// Creates the signature of one or more fields, one per line.
  init(fields text: UnsafeBufferPointer<UInt8>) { insert(text, before: Self.lineEnd, after: Self.lineEnd) }

  private static let lineEnd = UInt8(ascii: "\n")

  private mutating func insert(_ text: UnsafeBufferPointer<UInt8>, before: UInt8?, after: UInt8?) {
    guard var before else { return }
    // Addressing memory is faster than addressing a vector's elements.
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

  /// Adds the pairs of another signature.
  mutating func formUnion(_ other: SearchSignature) { bits |= other.bits }

  /// Whether every pair of another text may be in this one.
  func covers(_ other: SearchSignature) -> Bool { bits & other.bits == other.bits }

  /// Returns the number of pairs of another text that are certainly not in this one; colliding pairs count once.
  func missing(_ other: SearchSignature) -> Int {
    let left = other.bits & ~bits
    return left[0].nonzeroBitCount + left[1].nonzeroBitCount + left[2].nonzeroBitCount + left[3].nonzeroBitCount
  }
}
