// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import GRDB

extension SQLiteSyncStore {
  /// Inserts the row if the member is one still, and the challenge is in no other row.
  package func begin(_ session: StoredSession) async throws(SyncStoreError) -> Bool {
    try await writes.perform { database in
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO session (token_hash, challenge, acct, dev, expires)
          SELECT ?1, ?2, acct, dev, ?5 FROM device WHERE acct = ?3 AND dev = ?4 AND active
          """,
        arguments: [
          Data(session.tokenHash), Data(session.challenge), session.account.data, session.member.data, session.expiry.milliseconds,
        ])
      return database.changesCount == 1
    }
  }

  /// Reads the row by the token's hash; a member that was removed has none any more.
  package func session(tokenHash: [UInt8], at now: Date) async throws(SyncStoreError) -> StoredSession? {
    try await read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT challenge, acct, dev, expires FROM session WHERE token_hash = ? AND expires > ?",
        arguments: [Data(tokenHash), now.milliseconds])
      return try row.map { row in
        StoredSession(
          tokenHash: tokenHash, challenge: row.bytes("challenge"), account: try row.identifier("acct"), member: try row.identifier("dev"),
          expiry: Date(milliseconds: row["expires"]))
      }
    }
  }

  /// Keeps the candidate unless there is a key.
  package func markKey(orKeeping candidate: [UInt8]) async throws(SyncStoreError) -> [UInt8] {
    try await writes.perform { database in
      try database.execute(sql: "INSERT OR IGNORE INTO challenge_key (id, key) VALUES (1, ?)", arguments: [Data(candidate)])
      guard let row = try Row.fetchOne(database, sql: "SELECT key FROM challenge_key") else { throw SyncStoreError(.damaged) }
      return row.bytes("key")
    }
  }

  /// Inserts one row.
  package func invite(tokenHash: [UInt8], until expiry: Date) async throws(SyncStoreError) {
    try await writes.perform { database in
      try database.execute(
        sql: "INSERT INTO invite (token_hash, expires) VALUES (?, ?)", arguments: [Data(tokenHash), expiry.milliseconds])
    }
  }
}
