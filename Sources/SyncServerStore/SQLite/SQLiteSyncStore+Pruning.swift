// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import GRDB

/// Each step deletes a bounded part, so that no push waits for a large one.
extension SQLiteSyncStore {
  private static let mostRows = 500
  private static let mostBlobs = 10

  /// Deletes a part of everything that is due.
  package func prune(at now: Date, by retention: Retention) async throws(SyncStoreError) -> Bool {
    var hasMore = false
    for step in [Self.pruneSessions, Self.pruneFormerVersions, Self.pruneItems, Self.pruneHeaders, Self.pruneBlobs, Self.eraseAccounts] {
      if try await writes.perform({ try step($0, now, retention) }) { hasMore = true }
    }
    return hasMore
  }

  @Sendable private static func pruneSessions(_ database: Database, _ now: Date, _: Retention) throws -> Bool {
    try database.execute(sql: "DELETE FROM session WHERE expires <= ?", arguments: [now.milliseconds])
    try database.execute(sql: "DELETE FROM mailbox WHERE expires <= ?", arguments: [now.milliseconds])
    try database.execute(sql: "DELETE FROM invite WHERE expires <= ?", arguments: [now.milliseconds])
    return false
  }

  /// A version covered by the latest checkpoint keeps its row without its envelope: a new device still needs the leaf.
  @Sendable private static func pruneFormerVersions(_ database: Database, _ now: Date, _ retention: Retention) throws -> Bool {
    let due = now.addingTimeInterval(-TimeInterval(retention.formerVersions.components.seconds)).milliseconds
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT old.rowid AS place, old.acct AS acct, length(old.wrap) + length(old.body) AS bytes,
          old.number <= account.checkpoint AND old.replaced_number > account.checkpoint AS covered
        FROM record_old AS old JOIN account ON account.id = old.acct
        WHERE old.replaced_at <= ? AND (old.body IS NOT NULL OR NOT covered) ORDER BY old.replaced_at LIMIT ?
        """, arguments: [due, mostRows])
    for row in rows {
      let place: Int64 = row["place"]
      let isCovered: Bool = row["covered"]
      try database.execute(
        sql: isCovered ? "UPDATE record_old SET wrap = NULL, body = NULL WHERE rowid = ?" : "DELETE FROM record_old WHERE rowid = ?",
        arguments: [place])
      let bytes: Int? = row["bytes"]
      try release(bytes ?? 0, of: row["acct"], in: database)
    }
    return rows.count == mostRows
  }

  /// For commits before the latest checkpoint the headers are enough (design: section 3.9).
  @Sendable private static func pruneItems(_ database: Database, _: Date, _: Retention) throws -> Bool {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT account_commit.rowid AS place, acct, length(whole) AS bytes FROM account
        JOIN account_commit ON acct = account.id AND number < checkpoint AND whole IS NOT NULL LIMIT ?
        """, arguments: [mostRows])
    for row in rows {
      let place: Int64 = row["place"]
      try database.execute(sql: "UPDATE account_commit SET whole = NULL WHERE rowid = ?", arguments: [place])
      try release(row["bytes"], of: row["acct"], in: database)
    }
    return rows.count == mostRows
  }

  @Sendable private static func pruneHeaders(_ database: Database, _ now: Date, _ retention: Retention) throws -> Bool {
    let due = now.addingTimeInterval(-TimeInterval(retention.headers.components.seconds)).milliseconds
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT rowid AS place, acct, length(header) AS bytes FROM account_commit WHERE received <= ? AND whole IS NULL LIMIT ?",
      arguments: [due, mostRows])
    for row in rows {
      let place: Int64 = row["place"]
      try database.execute(sql: "DELETE FROM account_commit WHERE rowid = ?", arguments: [place])
      try release(row["bytes"], of: row["acct"], in: database)
    }
    return rows.count == mostRows
  }

  /// Deletes incomplete files, a few at a time, because each may have megabytes.
  @Sendable private static func pruneBlobs(_ database: Database, _ now: Date, _ retention: Retention) throws -> Bool {
    let due = now.addingTimeInterval(-TimeInterval(retention.unfinishedBlobs.components.seconds)).milliseconds
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT rowid AS place, acct, name, bytes FROM account_blob WHERE touched <= ? AND present < chunks ORDER BY touched LIMIT ?",
      arguments: [due, mostBlobs])
    for row in rows {
      let (place, account, name): (Int64, Data, Data) = (row["place"], row["acct"], row["name"])
      try database.execute(sql: "DELETE FROM blob_chunk WHERE acct = ? AND name = ?", arguments: [account, name])
      try database.execute(sql: "DELETE FROM account_blob WHERE rowid = ?", arguments: [place])
      try release(row["bytes"], of: account, in: database)
    }
    return rows.count == mostBlobs
  }

  /// Erases one account at a time, its largest tables in parts and its own row last.
  @Sendable private static func eraseAccounts(_ database: Database, _ now: Date, _: Retention) throws -> Bool {
    let account = try Data.fetchOne(database, sql: "SELECT id FROM account WHERE erase_at <= ? LIMIT 1", arguments: [now.milliseconds])
    guard let account else { return false }
    for table in ["record", "record_old", "account_commit", "log", "blob_chunk", "account_blob"] {
      try database.execute(
        sql: "DELETE FROM \(table) WHERE rowid IN (SELECT rowid FROM \(table) WHERE acct = ? LIMIT ?)", arguments: [account, mostRows])
      if database.changesCount > 0 { return true }
    }
    for table in ["session", "mailbox", "device"] {
      try database.execute(sql: "DELETE FROM \(table) WHERE acct = ?", arguments: [account])
    }
    try database.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [account])
    return true
  }

  private static func release(_ byteCount: Int, of account: Data, in database: Database) throws {
    try database.execute(sql: "UPDATE account SET bytes = max(0, bytes - ?) WHERE id = ?", arguments: [byteCount, account])
  }
}
