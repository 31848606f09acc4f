// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// One change of the site's tables, which is applied once to each database.
struct SiteMigration: Sendable {
  /// All migrations, in the order in which they are applied.
  static let all = [accounts, libraryCodes, passwordlessAccounts, visitors]

  /// The name that the database remembers. It never changes.
  let version: String
  let apply: @Sendable (Database) throws -> Void

  init(_ version: String, apply: @escaping @Sendable (Database) throws -> Void) {
    self.version = version
    self.apply = apply
  }
}
