// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SiteMigration {
  /// Accounts without a password, distinguishable passkeys, sessions that can be listed. Ceremonies in progress have to be started again.
  static let passwordlessAccounts = SiteMigration("3") { database in
    try database.execute(
      sql: """
        CREATE TABLE account_new (
          id BLOB PRIMARY KEY NOT NULL,
          user_name TEXT NOT NULL UNIQUE COLLATE NOCASE,
          password_salt BLOB,
          password_rounds INTEGER,
          password_hash BLOB,
          created REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO account_new SELECT * FROM account;
        DROP TABLE account;
        ALTER TABLE account_new RENAME TO account;
        CREATE TABLE passkey_new (
          id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
          account BLOB NOT NULL REFERENCES account ON DELETE CASCADE,
          credential_id BLOB NOT NULL UNIQUE,
          public_key BLOB NOT NULL,
          sign_count INTEGER NOT NULL,
          user_verification_initialized INTEGER NOT NULL,
          transports TEXT NOT NULL,
          backup_eligible INTEGER NOT NULL,
          backed_up INTEGER NOT NULL,
          created REAL NOT NULL,
          last_used REAL,
          name TEXT NOT NULL,
          aaguid BLOB NOT NULL,
          discoverable INTEGER,
          prf INTEGER NOT NULL,
          second_step INTEGER NOT NULL,
          counter_regressed REAL
        ) STRICT;
        INSERT INTO passkey_new
          SELECT row_number() OVER (ORDER BY created), account, credential_id, public_key, sign_count, user_verification_initialized,
            transports, backup_eligible, backed_up, created, last_used,
            'Passkey ' || row_number() OVER (PARTITION BY account ORDER BY created), zeroblob(16), NULL, 0, 0, NULL
          FROM passkey;
        DROP TABLE passkey;
        ALTER TABLE passkey_new RENAME TO passkey;
        CREATE INDEX passkey_by_account ON passkey (account);
        DELETE FROM challenge;
        ALTER TABLE challenge ADD COLUMN purpose TEXT NOT NULL DEFAULT '';
        ALTER TABLE session ADD COLUMN fresh_password REAL;
        ALTER TABLE session ADD COLUMN offers_upgrade INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE session ADD COLUMN created REAL NOT NULL DEFAULT 0;
        ALTER TABLE session ADD COLUMN last_seen REAL NOT NULL DEFAULT 0;
        ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';
        ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
        CREATE INDEX session_by_account ON session (account);
        CREATE TABLE site_secret (name TEXT PRIMARY KEY NOT NULL, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
        """)
  }
}
