// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Bytes as two digits each, in the form of the cases.
enum HexadecimalText {
  /// Parses the text; returns nil for anything but pairs of digits.
  static func bytes(of text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// Returns bytes as lower-case digits.
  static func text(of bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 0xf, radix: 16) }.joined()
  }
}
