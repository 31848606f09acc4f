// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import SecretMemory

/// An OpenPGP message as text between two marker lines (RFC 9580 §6.2).
enum ArmoredMessage {
  private static let head = Array("-----BEGIN PGP MESSAGE-----".utf8)
  private static let tail = Array("-----END PGP MESSAGE-----".utf8)

  /// Whether a text begins with such a message, after an optional byte order mark and white space.
  static func isOne(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes[start(of: bytes)...].starts(with: head) }

  private static func start(of bytes: UnsafeRawBufferPointer) -> Int {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].firstIndex { !isSpace($0) } ?? bytes.count
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }

  /// Returns the packets of the message. The checksum is ignored, as in RFC 9580 §6.1: decryption itself detects changes.
  ///
  /// - Throws: `malformed` for a truncated text, or one that is not Base64.
  static func packets(_ bytes: UnsafeRawBufferPointer) throws(CredentialExchangeError) -> SharedSecret {
    // 1. The header lines end with an empty line.
    var place = start(of: bytes) + head.count
    var isEmptyLine = false
    while !isEmptyLine {
      guard place < bytes.count, let end = bytes[place...].firstIndex(of: 0x0A) else {
        throw CredentialExchangeError(.malformed, offset: place)
      }
      let line = bytes[place..<end]
      // The first iteration sees the rest of the marker line.
      isEmptyLine = place > start(of: bytes) + head.count && line.allSatisfy(isSpace)
      place = end + 1
    }
    // 2. The text ends before the line of the checksum, or before the last line.
    guard let end = bytes[place...].firstRange(of: tail)?.lowerBound else { throw CredentialExchangeError(.malformed, offset: bytes.count) }
    var text = bytes[place..<end]
    while let last = text.last, isSpace(last) { text.removeLast() }
    if let line = text.lastIndex(of: 0x0A), text.endIndex - line == 6, text[line + 1] == UInt8(ascii: "=") { text = text[..<line] }
    guard let packets = Base64Text.shared(UnsafeRawBufferPointer(rebasing: text)) else {
      throw CredentialExchangeError(.malformed, offset: place)
    }
    return packets
  }
}
