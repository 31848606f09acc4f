// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
package import SecretMemory

/// Decodes the text between the quotes of a JSON string (RFC 8259 §7).
package enum JSONText {
  /// Returns a non-secret text as a string.
  ///
  /// - Parameters:
  ///   - bytes: The complete file.
  ///   - range: The range of the text, from ``JSONValue/text(_:)``.
  package static func string(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) throws(CredentialExchangeError) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    try decode(bytes, range) { decoded.append($0) }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Returns a text in UTF-8, only in secret memory.
  ///
  /// - Parameters:
  ///   - bytes: The complete file.
  ///   - range: The range of the text, from ``JSONValue/text(_:)``.
  package static func secret(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) throws(CredentialExchangeError) -> SharedSecret {
    try SharedSecret.counted { write throws(CredentialExchangeError) in try decode(bytes, range, write) }
  }

  /// Passes the text's UTF-8 to `body` byte by byte. An unpaired surrogate, which RFC 8259 §8.2 leaves to each reader, becomes U+FFFD.
  ///
  /// - Throws: `malformed` for an invalid escape, and for bytes that are not UTF-8.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ body: (UInt8) -> Void
  ) throws(CredentialExchangeError) {
    var position = range.lowerBound
    while position < range.upperBound {
      guard bytes[position] == UInt8(ascii: "\\") else {
        guard let count = UTF8Bytes.scalarByteCount(bytes, position..<range.upperBound) else {
          throw CredentialExchangeError(.malformed, offset: position)
        }
        for place in position..<position + count { body(bytes[place]) }
        position += count
        continue
      }
      let start = position
      guard position + 1 < range.upperBound else { throw CredentialExchangeError(.malformed, offset: start) }
      let letter = bytes[position + 1]
      position += 2
      if letter == UInt8(ascii: "u") {
        for byte in String(Character(try escapedScalar(bytes, &position, range.upperBound))).utf8 { body(byte) }
      } else {
        guard let meant = Self.short[letter] else { throw CredentialExchangeError(.malformed, offset: start) }
        body(meant)
      }
    }
  }

  private static let short: [UInt8: UInt8] = [
    UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F, UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]

  private static func escapedScalar(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int, _ end: Int
  ) throws(CredentialExchangeError) -> Unicode.Scalar {
    let first = try fourDigits(bytes, &position, end)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard 0xD800...0xDBFF ~= first, position + 1 < end, bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    var next = position + 2
    let second = try fourDigits(bytes, &next, end)
    guard 0xDC00...0xDFFF ~= second, let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
      // The second escape is not a low surrogate, so it is read as a separate character.
      return "\u{FFFD}"
    }
    position = next
    return scalar
  }

  private static func fourDigits(
    _ bytes: UnsafeRawBufferPointer, _ position: inout Int, _ end: Int
  ) throws(CredentialExchangeError) -> UInt32 {
    guard position + 4 <= end else { throw CredentialExchangeError(.malformed, offset: position) }
    var number: UInt32 = 0
    for place in position..<position + 4 {
      guard let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue else {
        throw CredentialExchangeError(.malformed, offset: place)
      }
      number = number << 4 | UInt32(digit)
    }
    position += 4
    return number
  }
}
