// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import SecretMemory

/// The text of a table in UTF-8, whatever of the two encodings of Unicode the file is in.
package enum TableText {
  /// Lends the text in UTF-8: the file's own bytes, or what a file in UTF-16 with a byte order mark says (RFC 2781 §3.2).
  ///
  /// - Throws: `malformed` for half a character of UTF-16, and what the body throws.
  package static func withUTF8<R>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(CredentialExchangeError) -> R
  ) throws(CredentialExchangeError) -> R {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return try body(bytes) }
    let text = try utf8(of: UnsafeRawBufferPointer(rebasing: bytes[2...]), isLittle: isLittle)
    return try text.withBytes(body)
  }

  private static func utf8(of bytes: UnsafeRawBufferPointer, isLittle: Bool) throws(CredentialExchangeError) -> SharedSecret {
    var count = 0
    try decode(bytes, isLittle: isLittle) { _ in count += 1 }
    var secret = SecretBytes(byteCount: count)
    try secret.withMutableBytes { target throws(CredentialExchangeError) in
      var place = 0
      try decode(bytes, isLittle: isLittle) { byte in
        target[place] = byte
        place += 1
      }
    }
    return SharedSecret(secret)
  }

  // RFC 2781 §2.2.
  private static func decode(
    _ bytes: UnsafeRawBufferPointer, isLittle: Bool, _ body: (UInt8) -> Void
  ) throws(CredentialExchangeError) {
    guard bytes.count % 2 == 0 else { throw CredentialExchangeError(.malformed, offset: bytes.count + 2) }
    func unit(_ place: Int) -> UInt32 {
      let (first, second) = (UInt32(bytes[place]), UInt32(bytes[place + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    var place = 0
    while place < bytes.count {
      let start = place
      var value = unit(place)
      place += 2
      if 0xD800...0xDBFF ~= value, place < bytes.count, 0xDC00...0xDFFF ~= unit(place) {
        value = 0x10000 + (value - 0xD800) << 10 + (unit(place) - 0xDC00)
        place += 2
      }
      guard let scalar = Unicode.Scalar(value) else { throw CredentialExchangeError(.malformed, offset: start + 2) }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { body(byte) }
    }
  }
}
