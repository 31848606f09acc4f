// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Converts a number in JSON text (RFC 8259 §6).
enum JSONNumber {
  /// The maximum number of characters, which no number in a credential file reaches.
  static let longest = 64

  /// Returns a whole number, even if written as `30.0`; nil if it has a fraction or does not fit.
  static func integer(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    guard range.count <= longest else { return nil }
    let text = String(decoding: bytes[range], as: UTF8.self)
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }
}
