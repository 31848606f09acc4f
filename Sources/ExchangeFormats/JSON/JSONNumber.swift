// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A number in JSON text, RFC 8259 §6, as a value of a certain type.
enum JSONNumber {
  /// More characters than any number of a file of credentials has.
  static let longest = 64

  /// The whole number that stands there, also as `30.0`; nil for one with a fraction and for one that does not fit.
  static func integer(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    guard range.count <= longest else { return nil }
    let text = String(decoding: bytes[range], as: UTF8.self)
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }
}
