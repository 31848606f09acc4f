// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Two lower-case hexadecimal digits for each byte, as in tokens, tickets and identifiers.
enum HexadecimalDigits {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
