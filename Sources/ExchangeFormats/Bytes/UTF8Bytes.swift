// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Validation of UTF-8 (RFC 3629 §4).
enum UTF8Bytes {
  /// Returns the number of bytes of the scalar at the start of a range; nil if there is no valid scalar.
  static func scalarByteCount(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    guard let first = range.isEmpty ? nil : bytes[range.lowerBound] else { return nil }
    if first < 0x80 { return 1 }
    let (count, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    guard count > 0, range.count >= count, second ~= bytes[range.lowerBound + 1],
      bytes[range.lowerBound + 2..<range.lowerBound + count].allSatisfy({ 0x80...0xBF ~= $0 })
    else { return nil }
    return count
  }

  /// Returns the position of the first byte that is not valid UTF-8; nil if all bytes are valid.
  static func firstWrongPlace(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var place = 0
    while place < bytes.count {
      guard let count = scalarByteCount(bytes, place..<bytes.count) else { return place }
      place += count
    }
    return nil
  }
}
