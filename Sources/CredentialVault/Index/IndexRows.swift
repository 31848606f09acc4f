// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
import SyncModel

/// What a transaction changes in the index: rows one after the other, in the bytes that the index and its journal have.
package struct IndexRows: Sendable {
  /// The rows.
  package private(set) var bytes: [UInt8] = []
  /// How many they are.
  private(set) var count = 0

  /// Changes nothing.
  package init() {}

  /// Appends what the index is to say of a record.
  package mutating func append(_ entry: CredentialIndex.Entry, revision: UInt64, of id: RecordIdentifier) {
    IndexRow.append(entry, revision: revision, id: id, to: &bytes)
    count += 1
  }
}

extension CredentialVault.Unlocked {
  /// Takes what is on disk into the index and its journal.
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
    // Without its journal the index at rest is of no use from here on; the next locking writes it as a whole.
    if journal?.append(rows.bytes, transaction: number, using: &generator) == false { journal = nil }
  }
}
