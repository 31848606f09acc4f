// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
package import CredentialModel

/// The change of one record.
package struct RecordChange: Hashable, Sendable {
  /// The summary outside the trash before the change; nil if there was none.
  package let former: CredentialSummary?
  /// The summary outside the trash now; nil if there is none any more.
  package let current: CredentialSummary?

  /// Pairs the summaries before and after.
  package init(former: CredentialSummary?, current: CredentialSummary?) { (self.former, self.current) = (former, current) }
}

/// The most recent changes since the vault was unlocked, for callers that keep something in step with it.
struct RecentChanges: Sendable {
  /// The maximum number of changes kept. Callers further behind reread everything.
  static let limit = 256

  private var changes: [(transaction: UInt64, change: RecordChange)] = []
  /// The last transaction whose changes are no longer kept.
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
  /// Returns the number of the last transaction.
  /// - Throws: `locked`.
  package func lastTransaction() throws(CredentialVaultError) -> UInt64 {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.transactionNumber }
  }

  /// Returns how often a record was stored; 0 for an unknown record.
  /// - Throws: `locked`.
  package func revision(of id: RecordIdentifier) throws(CredentialVaultError) -> UInt64 {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.index.revision(of: id) }
  }

  /// Returns the changes after a transaction, oldest first, and the number of the last transaction. The changes are nil if there were too
  /// many, or if the vault was closed in between; the caller then rereads everything.
  /// - Throws: `locked`.
  package func changes(
    since transaction: UInt64
  ) throws(CredentialVaultError) -> (changes: [RecordChange]?, transaction: UInt64) {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      let isCurrent = transaction == unlocked.transactionNumber
      return (isCurrent ? [] : unlocked.recent.since(transaction), unlocked.transactionNumber)
    }
  }

  /// Returns freed memory to the system after a large operation.
  package static func giveMemoryBack() { passfold_give_memory_back() }
}
