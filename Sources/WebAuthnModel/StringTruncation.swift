// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The fewest bytes of a name that are kept whole wherever it is shortened (WebAuthn L3 §5.4.1 and §5.4.3).
  private static let leastKeptBytes = 64

  /// The text, shortened to at most `limit` bytes of UTF-8 as clients and authenticators may (WebAuthn L3 §6.4.1): at the end of a character
  /// as people see it, and inside one only where it is so long that hardly anything else would be left.
  ///
  /// - Parameter limit: 64 at least.
  package func truncated(toUTF8Bytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    // A range that ends within a scalar ends before it.
    let prefix = self[..<utf8.index(startIndex, offsetBy: limit)]
    guard let last = prefix.indices.last else { return String(prefix) }
    // By a new index: that of the prefix knows how long the character is there.
    let whole = prefix[..<last]
    guard index(after: utf8.index(startIndex, offsetBy: whole.utf8.count)) > prefix.endIndex else { return String(prefix) }
    return String(whole.utf8.count >= Self.leastKeptBytes ? whole : prefix)
  }
}
