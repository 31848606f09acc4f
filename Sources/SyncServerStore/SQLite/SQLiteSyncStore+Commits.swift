// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials
import GRDB

extension SQLiteSyncStore {
  /// Checks the push against the account's row and writes it, both in one savepoint; the change number is assigned here.
  package func push(_ push: CommitPush, at now: Date) async throws(SyncStoreError) -> PushOutcome {
    try await writes.perform { database in try Self.push(push, at: now, in: database) }
  }

  private static func push(_ push: CommitPush, at now: Date, in database: Database) throws -> PushOutcome {
    // 1. A known commit gets its first reply, whatever has happened since.
    let known = try database.number(
      "SELECT seq FROM account_commit WHERE acct = ? AND hash = ?", [push.account.data, Data(push.position.hash)])
    if let known { return .accepted(sequence: UInt64(stored: known), isRepeat: true) }
    guard var row = try AccountRow.fetchOpen(push.account, in: database) else { return .closed }
    let counted = try database.number(
      "SELECT last_sequence FROM device WHERE acct = ? AND dev = ? AND active AND commits", [push.account.data, push.device.data])
    if let objection = row.objection(to: push, counted: counted.map(UInt64.init(stored:))) { return objection }
    try forgetTombstones(push, of: &row, in: database)
    // 5. Every version is newer than the stored one. Writes before a refusal are rolled back with the savepoint.
    var newRecords = 0
    for record in push.records {
      switch try replace(record, of: push, sequence: row.sequence + 1, at: now, in: database) {
      case .older: throw Refusal(outcome: PushOutcome.outOfOrder)
      case .new: newRecords += 1
      case .replaced: break
      }
    }
    guard row.take(push, newRecords: newRecords) else { throw Refusal(outcome: PushOutcome.quotaExceeded) }
    try database.run(
      "INSERT INTO account_commit (acct, number, hash, seq, received, header, whole) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        push.account.data, push.position.number.stored, Data(push.position.hash), row.sequence.stored, now.milliseconds, Data(push.header),
        Data(push.whole),
      ])
    try database.run(
      "UPDATE device SET last_sequence = ? WHERE acct = ? AND dev = ?", [push.deviceSequence.stored, push.account.data, push.device.data])
    try row.save(in: database)
    return .accepted(sequence: row.sequence, isRepeat: false)
  }

  /// Deletes tombstones. The devices forget these with the checkpoint, so that a record under one of these names may start at its first
  /// version again.
  private static func forgetTombstones(_ push: CommitPush, of row: inout AccountRow, in database: Database) throws {
    guard push.forgetsThrough > 0 else { return }
    let forgotten = "SELECT rid FROM record WHERE acct = ?1 AND purpose = 2 AND number <= ?2"
    let values: StatementArguments = [push.account.data, push.forgetsThrough.stored]
    let sums = try database.row(
      """
      SELECT (SELECT count(*) FROM record WHERE acct = ?1 AND purpose = 2 AND number <= ?2) AS records,
        (SELECT coalesce(sum(length(wrap) + length(body)), 0) FROM record WHERE acct = ?1 AND purpose = 2 AND number <= ?2)
        + (SELECT coalesce(sum(length(wrap) + length(body)), 0) FROM record_old WHERE acct = ?1 AND rid IN (\(forgotten))) AS bytes
      """, values)
    guard let sums else { return }
    row.forget(records: UInt64(stored: sums["records"]), byteCount: UInt64(stored: sums["bytes"]))
    try database.run("DELETE FROM record_old WHERE acct = ?1 AND rid IN (\(forgotten))", values)
    try database.run("DELETE FROM record WHERE acct = ?1 AND purpose = 2 AND number <= ?2", values)
  }

  private enum Replacement { case new, replaced, older }

  /// Replaces a version, which moves to the old versions, unless the stored one is not older.
  private static func replace(
    _ record: StoredRecord, of push: CommitPush, sequence: UInt64, at now: Date, in database: Database
  ) throws -> Replacement {
    let former = try database.row("SELECT rowid, rev FROM record WHERE acct = ? AND rid = ?", [push.account.data, record.record.data])
    if let former {
      guard UInt64(stored: former["rev"]) < record.revision else { return .older }
      let place: Int64 = former["rowid"]
      try database.run(
        """
        INSERT INTO record_old (acct, rid, rev, purpose, body_hash, author, number, replaced_number, replaced_at, wrap, body)
        SELECT acct, rid, rev, purpose, body_hash, author, number, ?, ?, wrap, body FROM record WHERE rowid = ?
        """, [push.position.number.stored, now.milliseconds, place])
      try database.run("DELETE FROM record WHERE rowid = ?", [place])
    }
    try database.run(
      """
      INSERT INTO record (acct, rid, seq, rev, purpose, body_hash, author, number, wrap, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        push.account.data, record.record.data, sequence.stored, record.revision.stored, record.purpose, Data(record.bodyHash),
        push.device.data, push.position.number.stored, Data(record.wrap), Data(record.body),
      ])
    return former == nil ? .new : .replaced
  }

  /// Replaces wraps of older epochs by wraps of the current one. A wrap of the current epoch stays, so that a repeat changes nothing.
  package func rewrap(_ rewraps: [Rewrap], of account: AccountIdentifier, epoch: UInt32) async throws(SyncStoreError) -> Int? {
    try await writes.perform { database in
      guard let row = try AccountRow.fetchOpen(account, in: database), row.epoch == epoch else { return nil }
      var count = 0
      // A wrap begins with its epoch, most significant byte first, so that bytes compare like numbers.
      let current = Data((0..<4).map { UInt8(truncatingIfNeeded: epoch >> (24 - 8 * $0)) })
      for rewrap in rewraps {
        try database.run(
          "UPDATE record SET wrap = ? WHERE acct = ? AND rid = ? AND rev = ? AND substr(wrap, 1, 4) < ?",
          [Data(rewrap.wrap), account.data, rewrap.record.data, rewrap.revision.stored, current])
        count += database.changesCount
      }
      return count
    }
  }
}
