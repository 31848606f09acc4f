// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// Looks in on statements of SQLite that take long, and ends them where they are not wanted any more (sqlite.org/c3ref/progress_handler.html).
enum StatementWatch {
  /// Steps of SQLite's machine between two looks: about a hundred rows that are copied.
  private static let stepCount: CInt = 500

  private final class Look {
    let isWanted: () -> Bool
    init(_ isWanted: @escaping () -> Bool) { self.isWanted = isWanted }
  }

  /// Carries out statements.
  ///
  /// - Parameter isWanted: Called now and then meanwhile; false ends the statement at hand with `SQLITE_INTERRUPT`.
  static func watch<Value>(_ database: Database, isWanted: () -> Bool, _ statements: () throws -> Value) rethrows -> Value {
    try withoutActuallyEscaping(isWanted) { isWanted in
      let look = Unmanaged.passRetained(Look(isWanted))
      sqlite3_progress_handler(
        database.sqliteConnection, stepCount,
        { pointer in
          guard let pointer else { return 0 }
          return Unmanaged<Look>.fromOpaque(pointer).takeUnretainedValue().isWanted() ? 0 : 1
        }, look.toOpaque())
      defer {
        sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
        look.release()
      }
      return try statements()
    }
  }
}
