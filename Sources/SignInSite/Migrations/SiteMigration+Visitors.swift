// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SiteMigration {
  /// A visitor's session needs no row for its forms. Adds the devices known to an account, and the attempts of guessers.
  static let visitors = SiteMigration("4") { database in
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
}
