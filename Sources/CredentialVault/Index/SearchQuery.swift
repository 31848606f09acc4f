// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

/// The text the user types to find an entry: words, an address, the start of a name, or a record identifier.
struct SearchQuery: Sendable {
  /// The quality of a record's match, best first.
  enum Rank: UInt8, Comparable, CaseIterable, Sendable {
    /// The record with exactly this identifier.
    case identifier
    /// The title, user or service is exactly the typed text.
    case exact
    /// An address with exactly this host.
    case host
    /// An address at a host below the typed one, or of the domain of the typed host.
    case domain
    /// The title begins with the typed text.
    case titlePrefix
    /// Each typed word begins a word.
    case wordPrefixes
    /// Each typed word occurs.
    case occurrence
    /// Each typed word begins a word, apart from one typing error.
    case mistyped

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// One typed word.
  struct Word: Sendable {
    /// The minimum length of a word for which a typing error is tolerated.
    private static let leastMistypedCount = 4

    /// Its range in ``SearchQuery/whole``.
    let place: Range<Int>
    /// The signature of its letter pairs.
    let signature: SearchSignature

    /// Whether a typing error in it is tolerated.
    var mayBeMistyped: Bool { place.count >= Self.leastMistypedCount }

    /// The maximum number of its pairs that one typing error can remove: an extra or different letter removes two, two swapped letters
    /// three.
    var forgivenPairs: Int { place.count > 5 ? 3 : 2 }
  }

  /// The record whose identifier was typed.
  let record: RecordIdentifier?
  /// The words, folded, separated by a space.
  let whole: [UInt8]
  let words: [Word]
  /// The signature of the pairs of all words.
  let signature: SearchSignature
  /// The signature of a field that is exactly the typed text.
  let exactSignature: SearchSignature

  /// Creates a query from typed text.
  init(_ text: String) {
    record = RecordIdentifier(text)
    let whole = Array(SearchFolding.fold(text).split(separator: 0x20).joined(separator: [0x20]))
    let words = whole.withUnsafeBufferPointer { whole in
      whole.indices.split { whole[$0] == 0x20 }.map { word in
        Word(place: word.startIndex..<word.endIndex, signature: SearchSignature(whole.extracting(word.startIndex..<word.endIndex)))
      }
    }
    var signature = SearchSignature()
    for word in words { signature.formUnion(word.signature) }
    (self.whole, self.words, self.signature) = (whole, words, signature)
    exactSignature = whole.withUnsafeBufferPointer { SearchSignature(fields: $0) }
  }

  /// Whether everything matches.
  var isEmpty: Bool { words.isEmpty }

  /// Whether any typing error is tolerated.
  var mayBeMistyped: Bool { words.contains { $0.mayBeMistyped } }

  /// Calls back with a matcher for the query, which is valid only during the call.
  func withMatcher<Result>(_ body: (SearchMatcher) throws -> Result) rethrows -> Result {
    try whole.withUnsafeBufferPointer { whole in
      try words.withUnsafeBufferPointer { words in try body(SearchMatcher(query: self, whole: whole, words: words)) }
    }
  }
}
