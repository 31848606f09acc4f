// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
package import CredentialModel

/// What became of one record.
package struct RecordChange: Hashable, Sendable {
  /// What was known of it outside the trash before; nil where it was not there.
  package let former: CredentialSummary?
  /// What is known of it outside the trash now; nil where it is not there any more.
  package let current: CredentialSummary?

  /// Pairs what was known with what is.
  package init(former: CredentialSummary?, current: CredentialSummary?) { (self.former, self.current) = (former, current) }
}

/// The last changes since the vault was unlocked, for whoever keeps something in step with it.
struct RecentChanges: Sendable {
  /// Whoever is further behind reads the whole again.
  static let limit = 256

  private var changes: [(transaction: UInt64, change: RecordChange)] = []
  /// The last transaction whose changes are not kept.
  private var start: UInt64

  init(after transaction: UInt64) { start = transaction }

  mutating func append(_ change: RecordChange, transaction: UInt64) {
    changes.append((transaction, change))
    guard changes.count > Self.limit else { return }
    start = changes[Self.limit / 2].transaction
    changes.removeAll { $0.transaction <= start }
  }

  func since(_ transaction: UInt64) -> [RecordChange]? {
    transaction < start ? nil : changes.filter { $0.transaction > transaction }.map(\.change)
  }
}

extension CredentialVault {
  /// The number of the last transaction.
  /// - Throws: `locked`.
  package func lastTransaction() throws(CredentialVaultError) -> UInt64 {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.transactionNumber }
  }

  /// How often a record was stored; 0 where none is known.
  /// - Throws: `locked`.
  package func revision(of id: RecordIdentifier) throws(CredentialVaultError) -> UInt64 {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.index.revision(of: id) }
  }

  /// What changed after a transaction, the oldest change first, and the number of the last one; no changes where so much has changed, or
  /// the vault was closed meanwhile, that only the whole tells.
  /// - Throws: `locked`.
  package func changes(
    since transaction: UInt64
  ) throws(CredentialVaultError) -> (changes: [RecordChange]?, transaction: UInt64) {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      let isCurrent = transaction == unlocked.transactionNumber
      return (isCurrent ? [] : unlocked.recent.since(transaction), unlocked.transactionNumber)
    }
  }

  /// Returns to the system what was freed, once something large was done with.
  package static func giveMemoryBack() { passfold_give_memory_back() }
}
