// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension KeyedDecodingContainer {
  /// Reads base64url whose padding is there in full or not at all, or base64 of the usual alphabet.
  ///
  /// The specification writes neither, but pages that encode responses by hand send both. What is verified are the bytes, so that
  /// several spellings of a response do not matter; options and identifiers stay strict.
  func decodePaddedBase64URL(forKey key: Key) throws -> Base64URL {
    var text = try decode(String.self, forKey: key)
    if text.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }), !text.utf8.contains(where: Self.isURLOnly) {
      text = String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
    var unpadded = text[...]
    if text.utf8.count.isMultiple(of: 4) {
      for _ in 0..<2 where unpadded.last == "=" { unpadded.removeLast() }
    }
    guard let value = Base64URL(parsing: unpadded) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "not base64url")
    }
    return value
  }

  /// Whether a character is of the alphabet for URLs alone; both alphabets in one text are a fault.
  private static func isURLOnly(_ character: UInt8) -> Bool { character == UInt8(ascii: "-") || character == UInt8(ascii: "_") }

  /// As ``decodePaddedBase64URL(forKey:)``, for a member that may be missing or null.
  func decodePaddedBase64URLIfPresent(forKey key: Key) throws -> Base64URL? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decodePaddedBase64URL(forKey: key)
  }
}
