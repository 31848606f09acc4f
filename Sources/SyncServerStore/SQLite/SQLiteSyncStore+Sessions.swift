// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import GRDB

extension SQLiteSyncStore {
  /// Inserts the row if the member is still one, and no other row has the challenge.
  package func begin(_ session: StoredSession) async throws(SyncStoreError) -> Bool {
    try await writes.perform { database in
      try database.run(
        """
        INSERT OR IGNORE INTO session (token_hash, challenge, acct, dev, expires)
        SELECT ?1, ?2, acct, dev, ?5 FROM device WHERE acct = ?3 AND dev = ?4 AND active
        """,
        [
          Data(session.tokenHash), Data(session.challenge), session.account.data, session.member.data, session.expiry.milliseconds,
        ])
      return database.changesCount == 1
    }
  }

  /// Reads the row by the token's hash, and that of its member.
  package func session(tokenHash: [UInt8], at now: Date) async throws(SyncStoreError) -> OpenSession? {
    try await read { database in
      let row = try database.row(
        """
        SELECT device.acct AS acct, device.dev AS dev, pub, commits, expires FROM session
        JOIN device ON device.acct = session.acct AND device.dev = session.dev AND active WHERE token_hash = ? AND expires > ?
        """, [Data(tokenHash), now.milliseconds])
      return try row.map { row in
        OpenSession(
          account: try row.identifier("acct"),
          member: StoredMember(member: try row.identifier("dev"), signingKey: row.bytes("pub"), isDevice: row["commits"]),
          expiry: Date(milliseconds: row["expires"]))
      }
    }
  }

  /// Stores the candidate unless there is a key.
  package func markKey(orKeeping candidate: [UInt8]) async throws(SyncStoreError) -> [UInt8] {
    try await writes.perform { database in
      try database.run("INSERT OR IGNORE INTO challenge_key (id, key) VALUES (1, ?)", [Data(candidate)])
      guard let row = try database.row("SELECT key FROM challenge_key", []) else { throw SyncStoreError(.damaged) }
      return row.bytes("key")
    }
  }

  /// Inserts one row.
  package func invite(tokenHash: [UInt8], until expiry: Date) async throws(SyncStoreError) {
    try await writes.perform { database in
      try database.run("INSERT INTO invite (token_hash, expires) VALUES (?, ?)", [Data(tokenHash), expiry.milliseconds])
    }
  }
}
