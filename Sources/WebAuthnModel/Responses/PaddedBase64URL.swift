// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension Base64URL {
  /// Reads base64url with complete padding or none, or base64 in the standard alphabet; otherwise nil.
  ///
  /// The specification allows neither, but pages that encode responses by hand send both. Verification covers the bytes, so several
  /// spellings of a response are harmless. Options and identifiers remain strict.
  init?(parsingPadded text: some BidirectionalCollection<UInt8>) {
    var unpadded = text[...]
    if text.count.isMultiple(of: 4) {
      for _ in 0..<2 where unpadded.last == UInt8(ascii: "=") { unpadded.removeLast() }
    }
    // A text that mixes both alphabets is invalid.
    guard let bytes = Self.decode(unpadded, .forURLs) ?? Self.decode(unpadded, .usual) else { return nil }
    self.init(bytes)
  }
}

extension KeyedDecodingContainer {
  /// Reads a member in the format of ``Base64URL/init(parsingPadded:)``.
  func decodePaddedBase64URL(forKey key: Key) throws -> Base64URL {
    guard let value = Base64URL(parsingPadded: try decode(String.self, forKey: key).utf8) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "not base64url")
    }
    return value
  }

  /// Like ``decodePaddedBase64URL(forKey:)``, for a member that may be missing or null.
  func decodePaddedBase64URLIfPresent(forKey key: Key) throws -> Base64URL? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try decodePaddedBase64URL(forKey: key)
  }
}
