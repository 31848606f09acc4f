// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import FoundationEssentials
package import VaultProtocol

extension VaultAnswer.EntryList {
  /// The part of a list that is asked for, as far as it fits into one answer: sorted by title and user, so that pages follow each other.
  package init(_ summaries: [CredentialSummary], _ query: VaultCall.ListQuery) {
    let possible = summaries.filter { query.kind == nil || VaultEntry.Kind($0.kind) == query.kind }
    let fitting = CredentialQuery(query.query ?? "").holding(in: possible)
      .map { (name: "\($0.title)\u{0}\($0.user)\u{0}\($0.id)", summary: $0) }.sorted { $0.name < $1.name }
    self.init(entries: [], total: fitting.count)
    var byteCount = 0
    let encoder = JSONEncoder()
    for (_, summary) in fitting.dropFirst(query.offset ?? 0).prefix(query.limit ?? fitting.count) {
      let entry = VaultEntry(summary)
      byteCount += ((try? encoder.encode(entry))?.count ?? 0) + 1
      // A page has at least one entry, so that whoever asks for the next one gets on.
      guard byteCount <= Self.mostBytes || entries.isEmpty else { return }
      entries.append(entry)
    }
  }
}
