// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

/// What a person types to find something: words, an address, the start of a name, or a record's identifier.
struct SearchQuery: Sendable {
  /// How well a record fits, the best first.
  enum Rank: UInt8, Comparable, CaseIterable, Sendable {
    /// The record of this very identifier.
    case identifier
    /// Title, user or service is exactly what was typed.
    case exact
    /// An address of this very host.
    case host
    /// An address at a host below the one that was typed, or of the domain that the typed host belongs to.
    case domain
    /// The title begins so.
    case titlePrefix
    /// Each word begins a word.
    case wordPrefixes
    /// Each word occurs.
    case occurrence
    /// Each word but for one typing error begins a word.
    case mistyped

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// One word of what was typed.
  struct Word: Sendable {
    /// The fewest letters of a word in which a typing error is looked for.
    private static let leastMistypedCount = 4

    /// Where it stands in ``SearchQuery/whole``.
    let place: Range<Int>
    /// Its pairs of letters.
    let signature: SearchSignature

    /// Whether a typing error is looked for in it.
    var mayBeMistyped: Bool { place.count >= Self.leastMistypedCount }

    /// How many of its pairs one typing error may take away: a letter too many or another one takes two, two that changed places three.
    var forgivenPairs: Int { place.count > 5 ? 3 : 2 }
  }

  /// The record whose identifier was typed.
  let record: RecordIdentifier?
  /// The words, folded, with a space between.
  let whole: [UInt8]
  let words: [Word]
  /// The pairs of all words.
  let signature: SearchSignature
  /// The pairs of a field that is exactly what was typed.
  let exactSignature: SearchSignature

  /// Takes what was typed.
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

  /// Whether everything fits.
  var isEmpty: Bool { words.isEmpty }

  /// Whether a typing error is looked for at all.
  var mayBeMistyped: Bool { words.contains { $0.mayBeMistyped } }

  /// Calls back with what compares texts with the query, which is of use only meanwhile.
  func withMatcher<Result>(_ body: (SearchMatcher) throws -> Result) rethrows -> Result {
    try whole.withUnsafeBufferPointer { whole in
      try words.withUnsafeBufferPointer { words in try body(SearchMatcher(query: self, whole: whole, words: words)) }
    }
  }
}
