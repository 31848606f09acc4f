// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

/// Statements that run for every record. They are prepared once for each connection: preparing one takes longer than running it.
extension Database {
  /// Runs a cached statement that returns no rows.
  func execute(cached sql: String, arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}

extension GRDB.Row {
  /// Fetches one row with a cached statement.
  static func fetchOne(_ database: Database, cached sql: String, _ key: Data) throws -> GRDB.Row? {
    try fetchOne(try database.cachedStatement(sql: sql), arguments: [key])
  }
}
