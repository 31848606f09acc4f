// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
import SecretMemory

/// Converts the text of a table from its encoding to UTF-8.
package enum TableText {
  /// The encodings of a table.
  enum Encoding: Hashable {
    case utf8
    case utf16(isLittle: Bool, markByteCount: Int)
    case utf32(isLittle: Bool, markByteCount: Int)
    /// The encoding of Windows in western Europe and America.
    case windows1252
  }

  /// Returns the encoding of a file: UTF-16, UTF-32 or UTF-8, and otherwise the one of Windows.
  static func encoding(of bytes: UnsafeRawBufferPointer) -> Encoding {
    wide(bytes) ?? (UTF8Bytes.firstWrongPlace(bytes) == nil ? .utf8 : .windows1252)
  }

  /// Returns UTF-16 or UTF-32; nil for anything else.
  static func wide(_ bytes: UnsafeRawBufferPointer) -> Encoding? { utf32(bytes) ?? utf16(bytes) }

  /// Returns UTF-32 by the same signs as for UTF-16 (Unicode §3.10, D101). In UTF-16, its mark would be followed by U+0000, with which no
  /// text begins.
  private static func utf32(_ bytes: UnsafeRawBufferPointer) -> Encoding? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32(isLittle: true, markByteCount: 4) }
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32(isLittle: false, markByteCount: 4) }
    guard bytes.count >= 8, bytes.count % 4 == 0 else { return nil }
    func isASCII(at place: Int) -> Bool {
      let others = (0..<8).filter { $0 % 4 != place }
      return [place, place + 4].allSatisfy { 0x09..<0x80 ~= bytes[$0] } && others.allSatisfy { bytes[$0] == 0 }
    }
    return isASCII(at: 0) ? .utf32(isLittle: true, markByteCount: 0) : isASCII(at: 3) ? .utf32(isLittle: false, markByteCount: 0) : nil
  }

  /// Returns UTF-16 if there is a byte order mark, or if the first two characters are ASCII (RFC 2781 §3.2 and §4.3); nil for anything
  /// else.
  private static func utf16(_ bytes: UnsafeRawBufferPointer) -> Encoding? {
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16(isLittle: true, markByteCount: 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16(isLittle: false, markByteCount: 2) }
    guard bytes.count >= 4, bytes.count % 2 == 0 else { return nil }
    func isASCII(_ byte: UInt8) -> Bool { 0x09..<0x80 ~= byte }
    if isASCII(bytes[0]), isASCII(bytes[2]), bytes[1] == 0, bytes[3] == 0 { return .utf16(isLittle: true, markByteCount: 0) }
    if isASCII(bytes[1]), isASCII(bytes[3]), bytes[0] == 0, bytes[2] == 0 { return .utf16(isLittle: false, markByteCount: 0) }
    return nil
  }

  /// Passes the text in UTF-8 to `body`: the file's own bytes, or a converted copy.
  ///
  /// - Throws: `malformed` for half a character, and any error of `body`.
  package static func withUTF8<R>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(CredentialExchangeError) -> R
  ) throws(CredentialExchangeError) -> R {
    switch encoding(of: bytes) {
    case .utf8: return try body(bytes)
    case .windows1252: return try WindowsText.utf8(of: bytes).withBytes(body)
    case .utf16(let isLittle, let markByteCount):
      return try utf8 { (take) throws(CredentialExchangeError) in try decode(bytes, from: markByteCount, isLittle: isLittle, take) }
        .withBytes(body)
    case .utf32(let isLittle, let markByteCount):
      return try utf8 { (take) throws(CredentialExchangeError) in try decode32(bytes, from: markByteCount, isLittle: isLittle, take) }
        .withBytes(body)
    }
  }

  private static func utf8(
    _ decode: ((UInt8) -> Void) throws(CredentialExchangeError) -> Void
  ) throws(CredentialExchangeError) -> SharedSecret {
    var count = 0
    try decode { _ in count += 1 }
    var secret = SecretBytes(byteCount: count)
    try secret.withMutableBytes { target throws(CredentialExchangeError) in
      var place = 0
      try decode { byte in
        target[place] = byte
        place += 1
      }
    }
    return SharedSecret(secret)
  }

  // RFC 2781 §2.2.
  private static func decode(
    _ bytes: UnsafeRawBufferPointer, from start: Int, isLittle: Bool, _ body: (UInt8) -> Void
  ) throws(CredentialExchangeError) {
    guard bytes.count % 2 == 0 else { throw CredentialExchangeError(.malformed, offset: bytes.count) }
    func unit(_ place: Int) -> UInt32 {
      let (first, second) = (UInt32(bytes[place]), UInt32(bytes[place + 1]))
      return isLittle ? first | second << 8 : first << 8 | second
    }
    var place = start
    while place < bytes.count {
      let start = place
      var value = unit(place)
      place += 2
      if 0xD800...0xDBFF ~= value, place < bytes.count, 0xDC00...0xDFFF ~= unit(place) {
        value = 0x10000 + (value - 0xD800) << 10 + (unit(place) - 0xDC00)
        place += 2
      }
      guard let scalar = Unicode.Scalar(value) else { throw CredentialExchangeError(.malformed, offset: start) }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { body(byte) }
    }
  }

  private static func decode32(
    _ bytes: UnsafeRawBufferPointer, from start: Int, isLittle: Bool, _ body: (UInt8) -> Void
  ) throws(CredentialExchangeError) {
    guard bytes.count % 4 == 0 else { throw CredentialExchangeError(.malformed, offset: bytes.count) }
    for place in stride(from: start, to: bytes.count, by: 4) {
      let units = bytes[place..<place + 4]
      let value = isLittle ? units.reversed().reduce(0) { $0 << 8 | UInt32($1) } : units.reduce(0) { $0 << 8 | UInt32($1) }
      guard let scalar = Unicode.Scalar(value) else { throw CredentialExchangeError(.malformed, offset: place) }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { body(byte) }
    }
  }
}
