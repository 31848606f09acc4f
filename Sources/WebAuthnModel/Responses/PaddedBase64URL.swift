// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension Base64URL {
  /// Reads base64url whose padding is there in full or not at all, or base64 of the usual alphabet; else nil.
  ///
  /// The specification writes neither, but pages that encode responses by hand send both. What is verified are the bytes, so that
  /// several spellings of a response do not matter; options and identifiers stay strict.
  init?(parsingPadded text: some BidirectionalCollection<UInt8>) {
    var unpadded = text[...]
    if text.count.isMultiple(of: 4) {
      for _ in 0..<2 where unpadded.last == UInt8(ascii: "=") { unpadded.removeLast() }
    }
    // Both alphabets in one text are a fault.
    guard let bytes = Self.decode(unpadded, .forURLs) ?? Self.decode(unpadded, .usual) else { return nil }
    self.init(bytes)
  }
}

extension KeyedDecodingContainer {
  /// Reads a member as ``Base64URL/init(parsingPadded:)`` does.
  func decodePaddedBase64URL(forKey key: Key) throws -> Base64URL {
    guard let value = Base64URL(parsingPadded: try decode(String.self, forKey: key).utf8) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "not base64url")
    }
    return value
  }

  /// As ``decodePaddedBase64URL(forKey:)``, for a member that may be missing or null.
  func decodePaddedBase64URLIfPresent(forKey key: Key) throws -> Base64URL? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decodePaddedBase64URL(forKey: key)
  }
}
