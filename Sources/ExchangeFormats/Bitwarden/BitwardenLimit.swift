// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory

/// The longest values that Bitwarden's server accepts; a single longer one makes it refuse a complete import.
///
/// The server counts the characters of the encrypted text (`EncryptedStringLength` in its `CipherRequestModel`, 2026).
package enum BitwardenLimit: Int {
  /// A note.
  case note = 10_000
  /// A password, or the value of a field.
  case value = 5000
  /// A title, a name, a user name, a link for codes, and all others.
  case name = 1000

  /// Returns the length of a text after encryption: AES-CBC with padding, the initialisation vector and the authentication code, each in
  /// Base64, and the marks around them, with a small reserve.
  static func encryptedLength(of byteCount: Int) -> Int { 75 + (16 * (byteCount / 16 + 1) + 2) / 3 * 4 }

  /// Whether a text of this length in UTF-8 is accepted.
  package func holds(_ byteCount: Int) -> Bool { Self.encryptedLength(of: byteCount) <= rawValue }

  /// The length in UTF-8 up to which a text is accepted.
  package var byteCount: Int { (rawValue - 75) / 4 * 3 / 16 * 16 - 1 }

  /// Returns as much of the start of a text as is accepted.
  func start(of text: String) -> String {
    guard !holds(text.utf8.count) else { return text }
    var (start, count) = ("", 0)
    for character in text {
      count += character.utf8.count
      guard count <= byteCount else { break }
      start.append(character)
    }
    return start
  }

  /// Returns the accepted pieces of a text, which end after a line if possible.
  func pieces(of text: SharedSecret) -> [SharedSecret] {
    text.withBytes { bytes in
      var (pieces, rest) = ([SharedSecret](), bytes[...])
      while rest.count > byteCount {
        var piece = rest.prefix(byteCount)
        let end = piece.suffix(byteCount / 2).lastIndex(of: 0x0A)
        // Otherwise no piece begins within a character.
        piece = end.map { rest[...$0] } ?? piece
        while end == nil, !piece.isEmpty, rest[piece.endIndex] & 0xC0 == 0x80 { piece.removeLast() }
        // A text that is not UTF-8 is cut anywhere.
        if piece.isEmpty { piece = rest.prefix(byteCount) }
        pieces.append(SharedSecret(copying: UnsafeRawBufferPointer(rebasing: piece)))
        rest = rest[piece.endIndex...]
      }
      return pieces + [SharedSecret(copying: UnsafeRawBufferPointer(rebasing: rest))]
    }
  }
}
