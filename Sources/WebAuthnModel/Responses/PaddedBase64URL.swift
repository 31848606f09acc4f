// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension KeyedDecodingContainer {
  /// Reads base64url whose padding is there in full or not at all.
  ///
  /// The specification writes none, but pages that encode responses by hand send it. What is verified are the bytes, so that two
  /// spellings of a response do not matter; options and identifiers stay strict.
  func decodePaddedBase64URL(forKey key: Key) throws -> Base64URL {
    let text = try decode(String.self, forKey: key)
    var unpadded = text[...]
    if text.utf8.count.isMultiple(of: 4) {
      for _ in 0..<2 where unpadded.last == "=" { unpadded.removeLast() }
    }
    guard let value = Base64URL(parsing: unpadded) else {
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
