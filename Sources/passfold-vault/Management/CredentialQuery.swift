// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel

/// Finds credentials by what a person types.
package struct CredentialQuery: Hashable, Sendable {
  private let text: String
  private let words: [Substring]

  /// Takes words; letter case does not count.
  package init(_ text: String) {
    self.text = text.lowercased()
    words = self.text.split(separator: " ")
  }

  /// What fits: a record by its identifier; else what is exactly called so; else what holds every word.
  package func matches(in summaries: [CredentialSummary]) -> [CredentialSummary] {
    if let record = RecordIdentifier(text), let match = summaries.first(where: { $0.id == record }) { return [match] }
    let holding = summaries.filter { summary in
      let names = names(of: summary)
      return words.allSatisfy { word in names.contains { $0.contains(word) } }
    }
    let exact = holding.filter { names(of: $0).contains(text) }
    return exact.isEmpty ? holding : exact
  }

  private func names(of summary: CredentialSummary) -> [String] {
    ([summary.title, summary.user] + summary.services.map(\.text)).map { $0.lowercased() }
  }
}
