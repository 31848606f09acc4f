// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import Synchronization

/// What is looked for in the vault's index.
package struct CredentialSearch: Sendable {
  /// Words, an address, the start of a title, or a record's identifier; an empty text fits everything.
  package var text: String
  /// The kinds that are meant.
  package var kinds: CredentialKinds
  /// Whether the trash is searched instead of what is outside it.
  package var inTrash: Bool
  /// Whether a typing error is looked for where nothing fits without one.
  package var forgives: Bool
  /// Whether the best come first; else everything comes in the order of titles.
  package var isRanked: Bool
  /// Whether the records of one account are one match.
  package var joins = false
  /// The registrable domain of a typed host, whose entries answer where nothing fits the host.
  package var domain: String?

  /// Looks for words.
  ///
  /// - Parameter kind: The one of `kinds` that is meant; nil means all of them.
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

/// What was found, the best first; summaries are made of it one by one.
package struct CredentialMatches: Sendable {
  private let index: CredentialIndex
  private let rows: [(row: UInt32, rank: SearchQuery.Rank)]
  private let accounts: AccountTable?

  init(_ index: CredentialIndex, _ rows: [(row: UInt32, rank: SearchQuery.Rank)], accounts: AccountTable?) {
    self.index = index
    self.rows = rows
    self.accounts = accounts
  }

  /// How many there are.
  package var count: Int { rows.count }

  /// A match by its place, 0 for the best.
  package subscript(place: Int) -> CredentialSummary? { rows.indices.contains(place) ? index.summary(ofRow: rows[place].row) : nil }

  /// The other records of a match's account, codes before passkeys; none where accounts are not joined.
  package func others(at place: Int) -> [CredentialSummary] {
    guard let accounts, rows.indices.contains(place) else { return [] }
    return accounts.members(of: rows[place].row).compactMap(index.summary(ofRow:))
  }

  /// The first of the matches.
  package func summaries(atMost count: Int) -> [CredentialSummary] { rows.prefix(count).compactMap { index.summary(ofRow: $0.row) } }

  /// The matches that are called exactly as was typed, or all where none is.
  package var closest: CredentialMatches {
    let exact = rows.filter { $0.rank <= .exact }
    return exact.isEmpty ? self : CredentialMatches(index, exact, accounts: accounts)
  }

  /// The place behind a record, from which a list goes on; nil where the record is none of the matches.
  package func place(after id: RecordIdentifier) -> Int? {
    guard let row = index.row(ofRecord: id) else { return nil }
    return rows.firstIndex { $0.row == row }.map { $0 + 1 }
  }
}

extension CredentialVault {
  /// Searches the index; nothing is decrypted for it.
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

  /// The other records of a record's account, the one that stands for it first; none for a record on its own.
  /// - Throws: `locked`.
  package func othersOfAccount(_ id: RecordIdentifier) throws(CredentialVaultError) -> [CredentialSummary] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      guard let row = unlocked.index.row(ofRecord: id) else { return [] }
      let accounts = accountTable(of: unlocked)
      let head = accounts.head(of: row)
      return ([head] + accounts.members(of: head)).filter { $0 != row }.compactMap(unlocked.index.summary(ofRow:))
    }
  }

  /// Which records belong together, found once for each state of the index: it takes a millisecond for some thousand records.
  private func accountTable(of unlocked: Unlocked) -> AccountTable {
    let known = accounts.withLock { $0 }
    if let known, known.opening == unlocked.opening, known.transaction == unlocked.transactionNumber { return known.table }
    let table = AccountTable(unlocked.index)
    accounts.withLock { $0 = (unlocked.opening, unlocked.transactionNumber, table) }
    return table
  }

  /// What is known of a record outside the trash; nil where there is none.
  /// - Throws: `locked`.
  package func summary(of id: RecordIdentifier) throws(CredentialVaultError) -> CredentialSummary? {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      if case .present(let summary)? = unlocked.index[id] { summary } else { nil }
    }
  }

  /// What is known of a record in the trash; nil where there is none.
  /// - Throws: `locked`.
  package func trashedSummary(of id: RecordIdentifier) throws(CredentialVaultError) -> CredentialSummary? {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      if case .trashed(let summary)? = unlocked.index[id] { summary } else { nil }
    }
  }

  /// The records outside the trash of a kind, or with a user name, in the order of their titles.
  /// - Throws: `locked`.
  package func summaries(kind: CredentialKind?, user: String? = nil) throws(CredentialVaultError) -> [CredentialSummary] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.index.presentSummaries(kind: kind, user: user) }
  }

  /// How many records of each kind there are outside the trash.
  /// - Throws: `locked`.
  package func counts() throws(CredentialVaultError) -> [CredentialKind: Int] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.index.presentCounts.filter { $0.value > 0 } }
  }
}
