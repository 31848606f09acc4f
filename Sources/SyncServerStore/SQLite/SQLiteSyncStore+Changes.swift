// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import FoundationEssentials
import GRDB

extension SQLiteSyncStore {
  /// Reads one snapshot: account, commits and versions agree.
  package func changes(
    of account: AccountIdentifier, after sequence: UInt64, within limits: PageLimits
  ) async throws(SyncStoreError) -> ChangePage? {
    try await read { database in
      guard let row = try AccountRow.fetch(account, in: database) else { return nil }
      // Only the sizes first: a page may be far smaller than what follows.
      let sizes = try Row.fetchAll(
        database,
        sql: """
          SELECT seq, 1 AS versions, 0 AS commits, length(wrap) + length(body) AS bytes FROM
            (SELECT seq, wrap, body FROM record WHERE acct = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3)
          UNION ALL SELECT seq, 0, 1, length(coalesce(whole, header)) FROM
            (SELECT seq, whole, header FROM account_commit WHERE acct = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3)
          ORDER BY seq
          """, arguments: [account.data, sequence.stored, limits.count + Self.mostVersionsOfCommit])
      let end = Self.end(of: sizes, after: sequence, within: limits) ?? row.sequence
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

  /// A commit brings at most so many versions, which have one change number (design: section 3.9).
  private static let mostVersionsOfCommit = 501

  /// The last change number that fits; nil where everything does.
  private static func end(of sizes: [Row], after sequence: UInt64, within limits: PageLimits) -> UInt64? {
    var versions = 0
    var commits = 0
    var bytes = 0
    var last: UInt64?
    var index = sizes.startIndex
    while index < sizes.endIndex {
      let number: Int64 = sizes[index]["seq"]
      while index < sizes.endIndex, sizes[index]["seq"] == number {
        versions += sizes[index]["versions"] as Int
        commits += sizes[index]["commits"] as Int
        bytes += sizes[index]["bytes"] as Int
        index += 1
      }
      // What one commit brought stays together, even where it alone is too much.
      if let last, versions > limits.count || commits > limits.count || bytes > limits.byteCount { return last }
      last = UInt64(stored: number)
    }
    return nil
  }

  /// Reads the newest versions and those former ones that were the newest at the checkpoint.
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
