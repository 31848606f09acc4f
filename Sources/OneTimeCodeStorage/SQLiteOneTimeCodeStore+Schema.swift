// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SQLiteOneTimeCodeStore {
  /// Updates the store's tables to the current schema. The service's own tables may be in the same database.
  static func migrate(_ database: any DatabaseWriter) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("one-time-codes/1") { database in
      try database.execute(
        sql: """
          CREATE TABLE one_time_code (
            user BLOB NOT NULL,
            id BLOB NOT NULL,
            active INTEGER NOT NULL,
            sealed BLOB NOT NULL,
            last_step INTEGER NOT NULL DEFAULT -1,
            drift INTEGER NOT NULL DEFAULT 0,
            expires REAL NOT NULL,
            replaces BLOB,
            PRIMARY KEY (user, id)
          ) STRICT, WITHOUT ROWID;
          -- At most one of each kind per user, whatever the program does.
          CREATE UNIQUE INDEX one_time_code_by_user ON one_time_code (user, active);
          CREATE TABLE one_time_code_failures (
            user BLOB NOT NULL,
            factor BLOB NOT NULL,
            failures INTEGER NOT NULL,
            next_try REAL,
            PRIMARY KEY (user, factor)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE one_time_code_attempts (
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            count INTEGER NOT NULL,
            ends REAL NOT NULL,
            PRIMARY KEY (kind, name)
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX one_time_code_attempts_by_end ON one_time_code_attempts (ends);
          CREATE TABLE recovery_code (
            user BLOB NOT NULL,
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            PRIMARY KEY (user, salt)
          ) STRICT, WITHOUT ROWID;
          """)
    }
    try migrator.migrate(database)
  }
}
