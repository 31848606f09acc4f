// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The tables (design: section 3.14). Earlier steps never change.
enum Schema {
  /// "PFSS" in ASCII, which identifies the file in SQLite's header.
  static let applicationIdentifier: Int32 = 0x5046_5353

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(
        sql: """
          CREATE TABLE account (
            id BLOB PRIMARY KEY NOT NULL,
            seq INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            records INTEGER NOT NULL,
            log_count INTEGER NOT NULL,
            log_head BLOB NOT NULL,
            epoch INTEGER NOT NULL,
            head_number INTEGER NOT NULL,
            head_hash BLOB NOT NULL,
            checkpoint INTEGER NOT NULL,
            created INTEGER NOT NULL,
            erase_at INTEGER
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX account_by_erasure ON account (erase_at) WHERE erase_at IS NOT NULL;
          CREATE TABLE log (
            acct BLOB NOT NULL REFERENCES account,
            place INTEGER NOT NULL,
            hash BLOB NOT NULL,
            seq INTEGER NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (acct, place)
          ) STRICT;
          CREATE TABLE device (
            acct BLOB NOT NULL REFERENCES account,
            dev BLOB NOT NULL,
            pub BLOB NOT NULL,
            commits INTEGER NOT NULL,
            active INTEGER NOT NULL,
            last_sequence INTEGER NOT NULL,
            PRIMARY KEY (acct, dev)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE record (
            acct BLOB NOT NULL REFERENCES account,
            rid BLOB NOT NULL,
            seq INTEGER NOT NULL,
            rev INTEGER NOT NULL,
            purpose INTEGER NOT NULL,
            body_hash BLOB NOT NULL,
            author BLOB NOT NULL,
            number INTEGER NOT NULL,
            wrap BLOB NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (acct, rid)
          ) STRICT;
          CREATE INDEX record_by_seq ON record (acct, seq);
          CREATE TABLE record_old (
            acct BLOB NOT NULL REFERENCES account,
            rid BLOB NOT NULL,
            rev INTEGER NOT NULL,
            purpose INTEGER NOT NULL,
            body_hash BLOB NOT NULL,
            author BLOB NOT NULL,
            number INTEGER NOT NULL,
            replaced_number INTEGER NOT NULL,
            replaced_at INTEGER NOT NULL,
            wrap BLOB,
            body BLOB,
            UNIQUE (acct, rid, rev)
          ) STRICT;
          CREATE INDEX record_old_by_time ON record_old (replaced_at);
          CREATE TABLE account_commit (
            acct BLOB NOT NULL REFERENCES account,
            number INTEGER NOT NULL,
            hash BLOB NOT NULL,
            seq INTEGER NOT NULL,
            received INTEGER NOT NULL,
            header BLOB NOT NULL,
            whole BLOB,
            UNIQUE (acct, number)
          ) STRICT;
          CREATE UNIQUE INDEX commit_by_hash ON account_commit (acct, hash);
          CREATE INDEX commit_by_seq ON account_commit (acct, seq);
          CREATE INDEX commit_with_items ON account_commit (acct, number) WHERE whole IS NOT NULL;
          CREATE INDEX commit_by_time ON account_commit (received) WHERE whole IS NULL;
          CREATE TABLE session (
            token_hash BLOB PRIMARY KEY NOT NULL,
            challenge BLOB NOT NULL UNIQUE,
            acct BLOB NOT NULL REFERENCES account,
            dev BLOB NOT NULL,
            expires INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX session_by_device ON session (acct, dev);
          CREATE INDEX session_by_expiry ON session (expires);
          CREATE TABLE mailbox (
            id BLOB PRIMARY KEY NOT NULL,
            acct BLOB NOT NULL REFERENCES account,
            expires INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX mailbox_by_account ON mailbox (acct);
          CREATE TABLE mailbox_message (
            mailbox BLOB NOT NULL REFERENCES mailbox ON DELETE CASCADE,
            slot INTEGER NOT NULL,
            message BLOB,
            PRIMARY KEY (mailbox, slot)
          ) STRICT, WITHOUT ROWID;
          """)
    }
    migrator.registerMigration("2") { database in
      try database.execute(
        sql: """
          CREATE TABLE challenge_key (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            key BLOB NOT NULL
          ) STRICT;
          CREATE TABLE invite (
            token_hash BLOB PRIMARY KEY NOT NULL,
            expires INTEGER NOT NULL
          ) STRICT, WITHOUT ROWID;
          """)
    }
    registerBlobs(&migrator)
    return migrator
  }

  /// The bytes of files.
  private static func registerBlobs(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("3") { database in
      try database.execute(
        sql: """
          CREATE TABLE account_blob (
            acct BLOB NOT NULL REFERENCES account,
            name BLOB NOT NULL,
            chunks INTEGER NOT NULL,
            present INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            touched INTEGER NOT NULL,
            UNIQUE (acct, name)
          ) STRICT;
          CREATE INDEX blob_unfinished ON account_blob (touched) WHERE present < chunks;
          CREATE TABLE blob_chunk (
            acct BLOB NOT NULL REFERENCES account,
            name BLOB NOT NULL,
            number INTEGER NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (acct, name, number)
          ) STRICT;
          """)
    }
  }
}
