// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SiteMigration {
  /// The first tables: accounts, sessions, passkeys and codes.
  static let accounts = SiteMigration("1") { database in
    try database.execute(
      sql: """
        CREATE TABLE account (
          id BLOB PRIMARY KEY NOT NULL,
          user_name TEXT NOT NULL UNIQUE COLLATE NOCASE,
          password_salt BLOB NOT NULL,
          password_rounds INTEGER NOT NULL,
          password_hash BLOB NOT NULL,
          created REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE session (
          id BLOB PRIMARY KEY NOT NULL,
          csrf_token TEXT NOT NULL,
          stage TEXT NOT NULL,
          account BLOB REFERENCES account ON DELETE CASCADE,
          flash TEXT,
          expires REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_by_expiry ON session (expires);
        CREATE TABLE challenge (
          challenge BLOB PRIMARY KEY NOT NULL,
          session BLOB NOT NULL REFERENCES session ON DELETE CASCADE,
          ceremony BLOB NOT NULL,
          expires REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX challenge_by_session ON challenge (session);
        CREATE TABLE passkey (
          credential_id BLOB PRIMARY KEY NOT NULL,
          account BLOB NOT NULL REFERENCES account ON DELETE CASCADE,
          public_key BLOB NOT NULL,
          sign_count INTEGER NOT NULL,
          user_verification_initialized INTEGER NOT NULL,
          transports TEXT NOT NULL,
          backup_eligible INTEGER NOT NULL,
          backed_up INTEGER NOT NULL,
          created REAL NOT NULL,
          last_used REAL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkey_by_account ON passkey (account);
        CREATE TABLE verification_code (
          account BLOB PRIMARY KEY NOT NULL REFERENCES account ON DELETE CASCADE,
          sealed_secret BLOB NOT NULL,
          confirmed INTEGER NOT NULL,
          created REAL NOT NULL,
          last_step INTEGER,
          failures INTEGER NOT NULL DEFAULT 0,
          next_try REAL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE tally (
          bucket TEXT PRIMARY KEY NOT NULL,
          count INTEGER NOT NULL,
          ends REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        """)
  }
}
