// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import SyncModel

/// The index changes of a transaction: consecutive rows in the encoding of the index and its journal.
package struct IndexRows: Sendable {
  /// The rows.
  package private(set) var bytes: [UInt8] = []
  /// The number of rows.
  private(set) var count = 0

  /// Creates an empty set of changes.
  package init() {}

  /// Appends the new state of a record.
  package mutating func append(_ entry: CredentialIndex.Entry, revision: UInt64, of id: RecordIdentifier) {
    IndexRow.append(entry, revision: revision, id: id, to: &bytes)
    count += 1
  }
}

extension CredentialVault.Unlocked {
  /// Applies changes that are on disk to the index and its journal.
  mutating func note(
    _ rows: IndexRows, time: UInt64, transactionNumber number: UInt64, using generator: inout any RandomNumberGenerator
  ) {
    clock = HybridClock(last: time)
    transactionNumber = number
    if rows.count > RecentChanges.limit {
      recent = RecentChanges(after: number)
      _ = index.enter(rows: rows.bytes[...])
    } else {
      var changes: [RecordChange] = []
      _ = index.enter(rows: rows.bytes[...]) { changes.append($0) }
      for change in changes { recent.append(change, transaction: number) }
    }
    index.tidyIfWasteful()
    // Without its journal the stored index is unusable from here on; the next locking writes all of it.
    if journal?.append(rows.bytes, transaction: number, using: &generator) == false { journal = nil }
  }
}
