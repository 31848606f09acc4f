// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Non-secret bytes encoded as text.
enum EncodedBytes {
  /// Decodes Base64 (RFC 4648 §4), skipping line breaks and other unknown characters; nil if it is invalid.
  static func base64(_ text: String?) -> [UInt8]? {
    guard let text else { return nil }
    return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) }
  }

  /// Returns two lower-case hexadecimal digits per byte.
  static func hexadecimalText(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Decodes hexadecimal digits of either case; nil if they are invalid.
  static func hexadecimal(_ text: String?) -> [UInt8]? {
    guard let digits = text?.utf8.map({ Character(Unicode.Scalar($0)).hexDigitValue }), digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
