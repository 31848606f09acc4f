// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The number of bytes of a name that truncation must always preserve (WebAuthn L3 §5.4.1 and §5.4.3).
  private static let leastKeptBytes = 64

  /// Returns the text truncated to at most `limit` bytes of UTF-8, as clients and authenticators may do (WebAuthn L3 §6.4.1). It is cut
  /// between grapheme clusters, or inside one that is so long that hardly anything else would remain.
  ///
  /// - Parameter limit: At least 64.
  package func truncated(toUTF8Bytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // A range that ends inside a scalar is shortened to end before it.
    let prefix = self[..<utf8.index(startIndex, offsetBy: limit)]
    guard let last = prefix.indices.last else { return String(prefix) }
    // A new index is required: the prefix's index stores the character's length within the prefix.
    let whole = prefix[..<last]
    guard index(after: utf8.index(startIndex, offsetBy: whole.utf8.count)) > prefix.endIndex else { return String(prefix) }
    return String(whole.utf8.count >= Self.leastKeptBytes ? whole : prefix)
  }
}
