// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Which pairs of neighbouring bytes a text has, in 256 bits: what lacks a word's pairs need not be searched for the word.
struct SearchSignature: Sendable {
  private var bits = SIMD4<UInt64>()

  init() {}

  /// Enters the pairs of a text.
  init(_ text: UnsafeBufferPointer<UInt8>) { insert(text) }

  /// Enters the pairs of a text as well.
  mutating func insert(_ text: UnsafeBufferPointer<UInt8>) {
    guard var before = text.first else { return }
    for byte in text.dropFirst() {
      let hash = ((UInt32(before) &* 0x9E37 &+ UInt32(byte)) &* 0x9E37_79B1) >> 24
      bits[Int(hash >> 6)] |= 1 << UInt64(hash & 63)
      before = byte
    }
  }

  /// Whether every pair of another text may be in this one.
  func covers(_ other: SearchSignature) -> Bool { bits & other.bits == other.bits }

  /// How many pairs of another text are surely not in this one; pairs that fall together count once.
  func missing(_ other: SearchSignature) -> Int {
    let left = other.bits & ~bits
    return left[0].nonzeroBitCount + left[1].nonzeroBitCount + left[2].nonzeroBitCount + left[3].nonzeroBitCount
  }
}
