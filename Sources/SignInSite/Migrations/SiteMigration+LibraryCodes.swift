// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

extension SiteMigration {
  /// Codes and counts are now in the library's store. A second factor must not be dropped silently: if the database contains one, the
  /// site does not start.
  static let libraryCodes = SiteMigration("2") { database in
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
}
