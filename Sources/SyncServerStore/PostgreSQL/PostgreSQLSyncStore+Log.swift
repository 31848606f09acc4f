// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

extension PostgreSQLSyncStore {
  /// Reads entries in order.
  package func log(of account: AccountIdentifier, from sequence: UInt64, most: Int) async throws(SyncStoreError) -> [[UInt8]] {
    guard let first = Int64(exactly: sequence) else { return [] }
    return try await read { connection in
      try connection.run(.init(.readLog, .name(account), .integer(first), .integer(Int64(most)))).rows.map { try $0.bytes(0) }
    }
  }

  /// Compares the log's end with the entry's predecessor, and replaces it by the entry.
  package func append(_ appending: LogAppending, at now: Date) async throws(SyncStoreError) -> LogOutcome {
    let account = appending.account
    return try await write { connection in
      let found = try connection.run([
        .init(.begin), .init(.lockAccount, .name(account)),
        .init(.findEntry, .name(account), .counter(appending.sequence), .bytes(appending.entry.hash)),
      ])
      func refuse(_ outcome: LogOutcome) throws -> LogOutcome {
        _ = try connection.run(.init(.rollBack))
        return outcome
      }
      guard var row = try AccountRow(account, found[1]), row.erasure == nil else { return try refuse(.closed) }
      // The reply to an earlier attempt may have been lost.
      if let known = found[2].rows.first { return try refuse(.appended(sequence: try known.counter(0))) }
      if let objection = row.objection(to: appending) { return try refuse(objection) }
      guard row.take(appending) else { return try refuse(.quotaExceeded) }
      let entry = PostgreSQLConnection.Call(
        .insertEntry, .name(account), .counter(appending.sequence), .bytes(appending.entry.hash), .counter(row.sequence),
        .bytes(appending.entry.body))
      _ = try connection.run(
        [entry] + Self.replacing(appending.members, of: account) + [row.saving, .init(.commit)], isFinal: true)
      return .appended(sequence: row.sequence)
    }
  }
}
