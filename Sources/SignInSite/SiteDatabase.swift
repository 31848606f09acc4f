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
    for migration in SiteMigration.all { migrator.registerMigration(migration.version, migrate: migration.apply) }
    if let version { try migrator.migrate(writer, upTo: version) } else { try migrator.migrate(writer) }
  }
}

/// The reason why a database cannot be migrated.
enum SiteDatabaseError: Error {
  /// Accounts have one-time codes in an earlier format. Start with a new database.
  case verificationCodesOfEarlierVersion
}
