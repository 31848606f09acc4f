// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import FoundationEssentials
import GRDB

extension SQLiteSyncStore {
  /// Reads a snapshot, so that account, commits and versions agree.
  package func changes(
    of account: AccountIdentifier, after sequence: UInt64, within limits: PageLimits
  ) async throws(SyncStoreError) -> ChangePage? {
    try await read { database in
      guard let row = try AccountRow.fetch(account, in: database) else { return nil }
      // Reads only the sizes first: a page may be far smaller than the remaining data.
      let sizes = try Row.fetchAll(
        database,
        sql: """
          SELECT seq, 1 AS versions, 0 AS commits, length(wrap) + length(body) AS bytes FROM
            (SELECT seq, wrap, body FROM record WHERE acct = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3)
          UNION ALL SELECT seq, 0, 1, length(coalesce(whole, header)) FROM
            (SELECT seq, whole, header FROM account_commit WHERE acct = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3)
          ORDER BY seq
          """, arguments: [account.data, sequence.stored, limits.lookahead])
      let end =
        limits.end(
          of: sizes.map {
            ChangeSize(sequence: UInt64(stored: $0["seq"]), versions: $0["versions"], commits: $0["commits"], bytes: $0["bytes"])
          }) ?? row.sequence
      let commits = try Row.fetchAll(
        database, sql: "SELECT coalesce(whole, header) AS body FROM account_commit WHERE acct = ? AND seq > ? AND seq <= ? ORDER BY seq",
        arguments: [account.data, sequence.stored, end.stored])
      let versions = try Row.fetchAll(
        database, sql: "SELECT number, wrap, body FROM record WHERE acct = ? AND seq > ? AND seq <= ? ORDER BY seq, rid",
        arguments: [account.data, sequence.stored, end.stored])
      return ChangePage(
        sequence: max(end, sequence), hasMore: end < row.sequence, commits: commits.map { $0.bytes("body") },
        versions: versions.map {
          ChangePage.Version(number: UInt64(stored: $0["number"]), wrap: $0.bytes("wrap"), body: $0.bytes("body"))
        }, account: row.stored)
    }
  }

  /// Reads the newest versions and those old ones that were the newest at the checkpoint.
  package func checkpoint(
    of account: AccountIdentifier, number: UInt64?, after record: RecordName?, most: Int
  ) async throws(SyncStoreError) -> CheckpointOutcome {
    try await read { database in
      guard let row = try AccountRow.fetch(account, in: database), row.checkpoint > 0 else { return .none }
      guard number == nil || number == row.checkpoint else { return .stale }
      let commit = try Row.fetchOne(
        database, sql: "SELECT header, seq FROM account_commit WHERE acct = ? AND number = ?",
        arguments: [account.data, row.checkpoint.stored])
      guard let commit else { throw SyncStoreError(.damaged) }
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT rid, rev, purpose, body_hash, author, number FROM record WHERE acct = ?1 AND rid > ?2 AND number <= ?3
          UNION ALL SELECT rid, rev, purpose, body_hash, author, number FROM record_old
            WHERE acct = ?1 AND rid > ?2 AND number <= ?3 AND replaced_number > ?3
          ORDER BY rid LIMIT ?4
          """, arguments: [account.data, record?.data ?? Data(), row.checkpoint.stored, most + 1])
      let versions = try rows.prefix(most).map { row in
        CoveredVersion(
          record: try row.identifier("rid"), revision: UInt64(stored: row["rev"]), purpose: row["purpose"],
          bodyHash: row.bytes("body_hash"), author: try row.identifier("author"), number: UInt64(stored: row["number"]))
      }
      return .page(
        CheckpointPage(
          header: commit.bytes("header"), number: row.checkpoint, sequence: UInt64(stored: commit["seq"]), versions: versions,
          hasMore: rows.count > most))
    }
  }
}
