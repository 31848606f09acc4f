// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import GRDB

/// The site's tables.
package enum SiteDatabase {
  /// Migrates a database of any earlier version, or an empty one, to the current schema.
  ///
  /// - Parameter version: The last migration to apply; `nil` for all.
  package static func migrate(_ writer: any DatabaseWriter, upTo version: String? = nil) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
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
    // Codes and counts are now in the library's store. A second factor must not be dropped silently: if the database contains one, the site
    // does not start.
    migrator.registerMigration("2") { database in
      guard try Row.fetchOne(database, sql: "SELECT 1 FROM verification_code WHERE confirmed = 1") == nil else {
        throw SiteDatabaseError.verificationCodesOfEarlierVersion
      }
      try database.execute(
        sql: """
          DROP TABLE verification_code;
          DROP TABLE tally;
          ALTER TABLE session ADD COLUMN fresh_factor REAL;
          CREATE TABLE notice (
            id INTEGER PRIMARY KEY NOT NULL,
            account BLOB NOT NULL REFERENCES account ON DELETE CASCADE,
            text TEXT NOT NULL,
            instant REAL NOT NULL
          ) STRICT;
          CREATE INDEX notice_by_account ON notice (account);
          """)
    }
    // Accounts without a password, distinguishable passkeys, sessions that can be listed. Ceremonies in progress have to be started again.
    migrator.registerMigration("3") { database in
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
    // A visitor's session needs no row for its forms. Adds the devices known to an account, and the attempts of guessers.
    migrator.registerMigration("4") { database in
      try database.execute(
        sql: """
          DELETE FROM session WHERE stage = 'visitor';
          ALTER TABLE session DROP COLUMN csrf_token;
          CREATE INDEX session_of_visitors ON session (address, expires) WHERE stage = 'visitor';
          CREATE TABLE known_device (
            account BLOB NOT NULL REFERENCES account ON DELETE CASCADE,
            id BLOB NOT NULL,
            last_used REAL NOT NULL,
            PRIMARY KEY (account, id)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE password_guess (
            guesser BLOB PRIMARY KEY NOT NULL,
            failures INTEGER NOT NULL,
            next_try REAL NOT NULL,
            expires REAL NOT NULL
          ) STRICT, WITHOUT ROWID;
          CREATE INDEX password_guess_by_expiry ON password_guess (expires);
          """)
    }
    if let version { try migrator.migrate(writer, upTo: version) } else { try migrator.migrate(writer) }
  }
}

/// The reason why a database cannot be migrated.
enum SiteDatabaseError: Error {
  /// Accounts have one-time codes in an earlier format. Start with a new database.
  case verificationCodesOfEarlierVersion
}
