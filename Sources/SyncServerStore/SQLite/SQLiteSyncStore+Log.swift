// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials
import GRDB

extension SQLiteSyncStore {
  /// Reads entries in order.
  package func log(of account: AccountIdentifier, from sequence: UInt64, most: Int) async throws(SyncStoreError) -> [[UInt8]] {
    guard let first = Int64(exactly: sequence) else { return [] }
    return try await read { database in
      try Row.fetchAll(
        database, sql: "SELECT body FROM log WHERE acct = ? AND place >= ? ORDER BY place LIMIT ?",
        arguments: [account.data, first, most]
      ).map { $0.bytes("body") }
    }
  }

  /// Compares the log's end with the entry's predecessor, and replaces it by the entry.
  package func append(_ appending: LogAppending, at now: Date) async throws(SyncStoreError) -> LogOutcome {
    try await writes.perform { database in
      guard var row = try AccountRow.fetchOpen(appending.account, in: database) else { return .closed }
      switch row.objection(to: appending) {
      case .stale:
        // The reply to an earlier attempt may have been lost.
        let known = try Int64.fetchOne(
          database, sql: "SELECT seq FROM log WHERE acct = ? AND place = ? AND hash = ?",
          arguments: [appending.account.data, appending.sequence.stored, Data(appending.entry.hash)])
        return known.map { .appended(sequence: UInt64(stored: $0)) } ?? .stale
      case .some(let objection): return objection
      case nil: break
      }
      guard row.take(appending) else { return .quotaExceeded }
      try Self.insert(appending.entry, at: appending.sequence, sequence: row.sequence, of: appending.account, in: database)
      try Self.replaceMembers(of: appending.account, by: appending.members, in: database)
      try row.save(in: database)
      return .appended(sequence: row.sequence)
    }
  }
}
