// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials
import GRDB

extension SQLiteSyncStore {
  /// Inserts the account, its first entries and its members.
  package func found(_ founding: AccountFounding, at now: Date) async throws(SyncStoreError) -> FoundingOutcome {
    try await writes.perform { database in
      if let row = try AccountRow.fetch(founding.account, in: database) { return .exists(row.stored) }
      return try Self.insert(founding, at: now, in: database).map { .founded($0.stored) } ?? .notInvited
    }
  }

  /// Inserts the data that the account lacks here. Reopens a closed account that is not being erased yet.
  package func carry(_ carrying: AccountCarrying, at now: Date) async throws(SyncStoreError) -> CarryingOutcome {
    let founding = carrying.founding
    return try await writes.perform { database in
      var row: AccountRow
      let isNew: Bool
      if let known = try AccountRow.fetch(founding.account, in: database) {
        if let erasure = known.erasure, erasure <= now { return .closed }
        if let objection = known.objection(to: carrying) { return objection }
        (row, isNew) = (known, false)
      } else {
        guard carrying.seen == .beginning else { return .staleHead(.beginning) }
        guard let inserted = try Self.insert(founding, at: now, in: database) else { return .notInvited }
        (row, isNew) = (inserted, true)
      }
      if !isNew, row.head == carrying.base, row.logCount == UInt64(founding.entries.count), row.erasure == nil {
        return .carried(sequence: row.sequence)
      }
      guard let first = row.take(carrying) else { throw Refusal(outcome: CarryingOutcome.quotaExceeded) }
      for (place, entry) in founding.entries.enumerated().dropFirst(first) {
        try Self.insert(entry, at: UInt64(place), sequence: row.sequence, of: founding.account, in: database)
      }
      try Self.replaceMembers(of: founding.account, by: founding.members, in: database)
      try row.save(in: database)
      try database.execute(sql: "UPDATE account SET erase_at = NULL WHERE id = ?", arguments: [founding.account.data])
      return .carried(sequence: row.sequence)
    }
  }

  /// Inserts a new account; nil if the invite is invalid.
  private static func insert(_ founding: AccountFounding, at now: Date, in database: Database) throws -> AccountRow? {
    if case .invite(let tokenHash) = founding.admission {
      try database.execute(
        sql: "DELETE FROM invite WHERE token_hash = ? AND expires > ?", arguments: [Data(tokenHash), now.milliseconds])
      guard database.changesCount == 1 else { return nil }
    }
    let head = StoredPosition.beginning
    let byteCount = founding.entries.reduce(0) { $0 + $1.body.count }
    try database.execute(
      sql: """
        INSERT INTO account (id, seq, bytes, records, log_count, log_head, epoch, head_number, head_hash, checkpoint, created)
        VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, 0, ?)
        """,
      arguments: [
        founding.account.data, founding.entries.count, byteCount, founding.entries.count, Data(founding.entries.last?.hash ?? []),
        founding.epoch, head.number.stored, Data(head.hash), now.milliseconds,
      ])
    for (place, entry) in founding.entries.enumerated() {
      try Self.insert(entry, at: UInt64(place), sequence: UInt64(place + 1), of: founding.account, in: database)
    }
    try Self.replaceMembers(of: founding.account, by: founding.members, in: database)
    guard let row = try AccountRow.fetch(founding.account, in: database) else { throw SyncStoreError(.damaged) }
    return row
  }

  /// Reads one row.
  package func account(_ account: AccountIdentifier) async throws(SyncStoreError) -> StoredAccount? {
    try await read { try AccountRow.fetch(account, in: $0)?.stored }
  }

  /// Reads the row of an active member.
  package func member(_ member: DeviceIdentifier, of account: AccountIdentifier) async throws(SyncStoreError) -> StoredMember? {
    try await read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT pub, commits FROM device WHERE acct = ? AND dev = ? AND active",
        arguments: [account.data, member.data])
      return row.map { StoredMember(member: member, signingKey: $0.bytes("pub"), isDevice: $0["commits"]) }
    }
  }

  /// Sets the time of erasure once, and removes the account's mailboxes.
  package func close(_ account: AccountIdentifier, erasedAt date: Date) async throws(SyncStoreError) -> AccountClosing? {
    try await writes.perform { database in
      guard let row = try AccountRow.fetch(account, in: database) else { return nil }
      if let erasure = row.erasure { return AccountClosing(erasure: erasure, isRepeat: true) }
      try database.execute(sql: "UPDATE account SET erase_at = ? WHERE id = ?", arguments: [date.milliseconds, account.data])
      try database.execute(sql: "DELETE FROM mailbox WHERE acct = ?", arguments: [account.data])
      return AccountClosing(erasure: date, isRepeat: false)
    }
  }

  static func insert(
    _ entry: StoredLogEntry, at place: UInt64, sequence: UInt64, of account: AccountIdentifier, in database: Database
  ) throws {
    try database.execute(
      sql: "INSERT INTO log (acct, place, hash, seq, body) VALUES (?, ?, ?, ?, ?)",
      arguments: [account.data, place.stored, Data(entry.hash), sequence.stored, Data(entry.body)])
  }

  /// Inserts new members, and deactivates removed ones together with their sessions.
  static func replaceMembers(of account: AccountIdentifier, by members: [StoredMember], in database: Database) throws {
    try database.execute(sql: "UPDATE device SET active = 0 WHERE acct = ?", arguments: [account.data])
    for member in members {
      // A member's key and commit count stay when it comes back.
      try database.execute(
        sql: """
          INSERT INTO device (acct, dev, pub, commits, active, last_sequence) VALUES (?, ?, ?, ?, 1, 0)
          ON CONFLICT (acct, dev) DO UPDATE SET active = 1
          """, arguments: [account.data, member.member.data, Data(member.signingKey), member.isDevice])
    }
    try database.execute(
      sql: "DELETE FROM session WHERE acct = ?1 AND dev IN (SELECT dev FROM device WHERE acct = ?1 AND NOT active)",
      arguments: [account.data])
  }
}
