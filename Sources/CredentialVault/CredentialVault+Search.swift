// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import Synchronization

/// A search of the vault's index.
package struct CredentialSearch: Sendable {
  /// The words, address, start of a title, or record identifier to search for; an empty text matches everything.
  package var text: String
  /// The kinds to search.
  package var kinds: CredentialKinds
  /// Whether the trash is searched instead of what is outside it.
  package var inTrash: Bool
  /// Whether the search tolerates a typing error if nothing matches without one.
  package var forgives: Bool
  /// Whether results are ordered by rank, best first; otherwise by title.
  package var isRanked: Bool
  /// Whether the records of one account form a single match.
  package var joins = false
  /// The registrable domain of a typed host. Its entries match if nothing matches the host.
  package var domain: String?

  /// Creates a search.
  ///
  /// - Parameter kind: The one of `kinds` to search; nil means all of them.
  package init(
    _ text: String, domain: String? = nil, kind: CredentialKind? = nil, among kinds: CredentialKinds = .all, inTrash: Bool = false,
    forgives: Bool = true, isRanked: Bool = true
  ) {
    self.text = text
    self.domain = domain
    self.kinds = kind.map { kinds.intersection(CredentialKinds($0)) } ?? kinds
    self.inTrash = inTrash
    self.forgives = forgives
    self.isRanked = isRanked
  }
}

/// The matches of a search, best first. Summaries are created one by one on request.
package struct CredentialMatches: Sendable {
  private let index: CredentialIndex
  private let rows: [(row: UInt32, rank: SearchQuery.Rank)]
  private let accounts: AccountTable?

  init(_ index: CredentialIndex, _ rows: [(row: UInt32, rank: SearchQuery.Rank)], accounts: AccountTable?) {
    self.index = index
    self.rows = rows
    self.accounts = accounts
  }

  /// The number of matches.
  package var count: Int { rows.count }

  /// Returns the match at a position, 0 for the best.
  package subscript(place: Int) -> CredentialSummary? { rows.indices.contains(place) ? index.summary(ofRow: rows[place].row) : nil }

  /// Returns the other records of a match's account, codes before passkeys; none if accounts are not joined.
  package func others(at place: Int) -> [CredentialSummary] {
    guard let accounts, rows.indices.contains(place) else { return [] }
    return accounts.members(of: rows[place].row).compactMap(index.summary(ofRow:))
  }

  /// Returns the first matches.
  package func summaries(atMost count: Int) -> [CredentialSummary] { rows.prefix(count).compactMap { index.summary(ofRow: $0.row) } }

  /// The matches named exactly as typed, or all matches if there are none.
  package var closest: CredentialMatches {
    let exact = rows.filter { $0.rank <= .exact }
    return exact.isEmpty ? self : CredentialMatches(index, exact, accounts: accounts)
  }

  /// Returns the position after a record, where a list continues; nil if the record is not a match.
  package func place(after id: RecordIdentifier) -> Int? {
    guard let row = index.row(ofRecord: id) else { return nil }
    return rows.firstIndex { $0.row == row }.map { $0 + 1 }
  }
}

extension CredentialVault {
  /// Searches the index, without decrypting anything.
  /// - Throws: `locked`.
  package func search(_ search: CredentialSearch) throws(CredentialVaultError) -> CredentialMatches {
    let query = SearchQuery(search.text)
    return try withUnlocked { (unlocked) throws(CredentialVaultError) in
      let index = unlocked.index
      let candidates = search.inTrash ? index.trashedRows() : index.order
      let domain = search.domain.map(SearchQuery.init)
      let found = index.search(
        query, orIn: domain, among: candidates, kinds: search.kinds, forgives: search.forgives, isRanked: search.isRanked)
      guard search.joins, search.kinds.isSuperset(of: .fillable), !search.inTrash else {
        return CredentialMatches(index, found, accounts: nil)
      }
      let accounts = accountTable(of: unlocked)
      return CredentialMatches(index, accounts.joined(found, isWhole: search.text.isEmpty), accounts: accounts)
    }
  }

  /// Returns the other records of a record's account, the main record first; none for a record on its own.
  /// - Throws: `locked`.
  package func othersOfAccount(_ id: RecordIdentifier) throws(CredentialVaultError) -> [CredentialSummary] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      guard let row = unlocked.index.row(ofRecord: id) else { return [] }
      let accounts = accountTable(of: unlocked)
      let head = accounts.head(of: row)
      return ([head] + accounts.members(of: head)).filter { $0 != row }.compactMap(unlocked.index.summary(ofRow:))
    }
  }

  /// Returns the grouping of records into accounts, computed once for each state of the index. Takes a millisecond for several thousand
  /// records.
  private func accountTable(of unlocked: Unlocked) -> AccountTable {
    let known = accounts.withLock { $0 }
    if let known, known.opening == unlocked.opening, known.transaction == unlocked.transactionNumber { return known.table }
    let table = AccountTable(unlocked.index)
    accounts.withLock { $0 = (unlocked.opening, unlocked.transactionNumber, table) }
    return table
  }

  /// Returns the summary of a record outside the trash; nil if there is none.
  /// - Throws: `locked`.
  package func summary(of id: RecordIdentifier) throws(CredentialVaultError) -> CredentialSummary? {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      if case .present(let summary)? = unlocked.index[id] { summary } else { nil }
    }
  }

  /// Returns the summary of a record in the trash; nil if there is none.
  /// - Throws: `locked`.
  package func trashedSummary(of id: RecordIdentifier) throws(CredentialVaultError) -> CredentialSummary? {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      if case .trashed(let summary)? = unlocked.index[id] { summary } else { nil }
    }
  }

  /// Returns the records outside the trash of a kind, or with a user name, ordered by title.
  /// - Throws: `locked`.
  package func summaries(kind: CredentialKind?, user: String? = nil) throws(CredentialVaultError) -> [CredentialSummary] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.index.presentSummaries(kind: kind, user: user) }
  }

  /// Returns the number of records of each kind outside the trash.
  /// - Throws: `locked`.
  package func counts() throws(CredentialVaultError) -> [CredentialKind: Int] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.index.presentCounts.filter { $0.value > 0 } }
  }
}
