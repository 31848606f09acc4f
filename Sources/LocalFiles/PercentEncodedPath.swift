// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Paths in percent-encoding (RFC 3986 §2.1), as in `file:` URLs and in D-Bus addresses.
package enum PercentEncodedPath {
  /// Returns the decoded path; nil if an escape is malformed or stands for a zero byte, or if the result is not UTF-8.
  package static func decoded(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      // Only digits: number parsing would also accept a sign.
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2, digits != [0, 0] else { return nil }
      bytes.append(UInt8(digits[0] * 16 + digits[1]))
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
