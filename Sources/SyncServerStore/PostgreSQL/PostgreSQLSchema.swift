// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The tables in PostgreSQL, with the same names as in SQLite (design: section 3.14). Earlier steps never change.
enum PostgreSQLSchema {
  /// "PFSS" and a number: the locks shared by the nodes of one database, whatever else uses it.
  private static let migrationLock = 0x5046_5353_0001
  static let pruningLock = 0x5046_5353_0002

  /// The steps from version n to n + 1.
  private static let steps = [first, blobs]

  /// Upgrades the database; of several nodes that start together, one does it.
  /// - Throws: `foreignFile` for the database of another program, `newerSchema`, `unavailable`.
  static func migrate(_ address: PostgreSQLAddress) throws(SyncStoreError) {
    do {
      let connection = try PostgreSQLConnection(address, prepares: false)
      try connection.execute("BEGIN; SELECT pg_advisory_xact_lock(\(migrationLock))")
      if try number("SELECT count(*) FROM pg_class WHERE oid = to_regclass('passfold_schema')", by: connection) == 0 {
        // Another program's tables may have the same names as ours.
        let tables = try number(
          "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace", by: connection)
        guard tables == 0 else { throw SyncStoreError(.foreignFile) }
        try connection.execute("CREATE TABLE passfold_schema (version bigint NOT NULL); INSERT INTO passfold_schema VALUES (0)")
      }
      let version = try number("SELECT version FROM passfold_schema", by: connection)
      guard version <= steps.count else { throw SyncStoreError(.newerSchema) }
      for step in steps.dropFirst(version) { try connection.execute(step) }
      try connection.execute("UPDATE passfold_schema SET version = \(steps.count); COMMIT")
    } catch {
      throw SyncStoreError(reading: error)
    }
  }

  /// Returns a number read by a statement, as text because it was not prepared.
  private static func number(_ sql: String, by connection: PostgreSQLConnection) throws(PostgreSQLFailure) -> Int {
    guard let text = try connection.execute(sql).rows.first?.optionalBytes(0), let number = Int(String(decoding: text, as: UTF8.self))
    else {
      throw .damaged
    }
    return number
  }

  /// Ciphertext is not compressed, and rows that change with every push keep free space on their pages. Erasing an account deletes its rows
  /// in a fixed order, so that no push pays for foreign keys.
  private static let first = """
    CREATE TABLE account (
      id bytea PRIMARY KEY,
      seq bigint NOT NULL,
      bytes bigint NOT NULL,
      records bigint NOT NULL,
      log_count bigint NOT NULL,
      log_head bytea NOT NULL,
      epoch bigint NOT NULL,
      head_number bigint NOT NULL,
      head_hash bytea NOT NULL,
      checkpoint bigint NOT NULL,
      created bigint NOT NULL,
      erase_at bigint
    ) WITH (fillfactor = 70);
    CREATE INDEX account_by_erasure ON account (erase_at) WHERE erase_at IS NOT NULL;
    CREATE TABLE log (
      acct bytea NOT NULL,
      place bigint NOT NULL,
      hash bytea NOT NULL,
      seq bigint NOT NULL,
      body bytea NOT NULL,
      PRIMARY KEY (acct, place)
    );
    CREATE TABLE device (
      acct bytea NOT NULL,
      dev bytea NOT NULL,
      pub bytea NOT NULL,
      commits boolean NOT NULL,
      active boolean NOT NULL,
      last_sequence bigint NOT NULL,
      PRIMARY KEY (acct, dev)
    ) WITH (fillfactor = 70);
    CREATE TABLE record (
      acct bytea NOT NULL,
      rid bytea NOT NULL,
      seq bigint NOT NULL,
      rev bigint NOT NULL,
      purpose bigint NOT NULL,
      body_hash bytea NOT NULL,
      author bytea NOT NULL,
      number bigint NOT NULL,
      wrap bytea NOT NULL,
      body bytea NOT NULL,
      PRIMARY KEY (acct, rid)
    );
    ALTER TABLE record ALTER wrap SET STORAGE EXTERNAL, ALTER body SET STORAGE EXTERNAL;
    CREATE INDEX record_by_seq ON record (acct, seq);
    CREATE TABLE record_old (
      acct bytea NOT NULL,
      rid bytea NOT NULL,
      rev bigint NOT NULL,
      purpose bigint NOT NULL,
      body_hash bytea NOT NULL,
      author bytea NOT NULL,
      number bigint NOT NULL,
      replaced_number bigint NOT NULL,
      replaced_at bigint NOT NULL,
      wrap bytea,
      body bytea,
      PRIMARY KEY (acct, rid, rev)
    );
    ALTER TABLE record_old ALTER wrap SET STORAGE EXTERNAL, ALTER body SET STORAGE EXTERNAL;
    CREATE INDEX record_old_by_time ON record_old (replaced_at);
    CREATE TABLE account_commit (
      acct bytea NOT NULL,
      number bigint NOT NULL,
      hash bytea NOT NULL,
      seq bigint NOT NULL,
      received bigint NOT NULL,
      header bytea NOT NULL,
      whole bytea,
      PRIMARY KEY (acct, number)
    );
    ALTER TABLE account_commit ALTER header SET STORAGE EXTERNAL, ALTER whole SET STORAGE EXTERNAL;
    CREATE UNIQUE INDEX commit_by_hash ON account_commit (acct, hash);
    CREATE INDEX commit_by_seq ON account_commit (acct, seq);
    CREATE INDEX commit_with_items ON account_commit (acct, number) WHERE whole IS NOT NULL;
    CREATE INDEX commit_by_time ON account_commit (received) WHERE whole IS NULL;
    CREATE TABLE session (
      token_hash bytea PRIMARY KEY,
      challenge bytea NOT NULL UNIQUE,
      acct bytea NOT NULL,
      dev bytea NOT NULL,
      expires bigint NOT NULL
    );
    CREATE INDEX session_by_device ON session (acct, dev);
    CREATE INDEX session_by_expiry ON session (expires);
    CREATE TABLE mailbox (
      id bytea PRIMARY KEY,
      acct bytea NOT NULL,
      expires bigint NOT NULL
    );
    CREATE INDEX mailbox_by_account ON mailbox (acct);
    CREATE TABLE mailbox_message (
      mailbox bytea NOT NULL REFERENCES mailbox ON DELETE CASCADE,
      slot bigint NOT NULL,
      message bytea,
      PRIMARY KEY (mailbox, slot)
    );
    CREATE TABLE challenge_key (
      id bigint PRIMARY KEY CHECK (id = 1),
      key bytea NOT NULL
    );
    CREATE TABLE invite (
      token_hash bytea PRIMARY KEY,
      expires bigint NOT NULL
    );
    """

  /// The bytes of files.
  private static let blobs = """
    CREATE TABLE account_blob (
      acct bytea NOT NULL,
      name bytea NOT NULL,
      chunks bigint NOT NULL,
      present bigint NOT NULL,
      bytes bigint NOT NULL,
      touched bigint NOT NULL,
      PRIMARY KEY (acct, name)
    );
    CREATE INDEX blob_unfinished ON account_blob (touched) WHERE present < chunks;
    CREATE TABLE blob_chunk (
      acct bytea NOT NULL,
      name bytea NOT NULL,
      number bigint NOT NULL,
      body bytea NOT NULL,
      PRIMARY KEY (acct, name, number)
    );
    ALTER TABLE blob_chunk ALTER body SET STORAGE EXTERNAL;
    """
}
