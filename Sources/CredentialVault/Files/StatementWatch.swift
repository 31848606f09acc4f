// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB
import GRDBSQLite

/// Monitors long-running SQLite statements, and interrupts those that are no longer wanted (sqlite.org/c3ref/progress_handler.html).
enum StatementWatch {
  /// The number of SQLite virtual-machine steps between two checks: about a hundred copied rows.
  private static let stepCount: CInt = 500

  private final class Look {
    let isWanted: () -> Bool
    init(_ isWanted: @escaping () -> Bool) { self.isWanted = isWanted }
  }

  /// Runs statements.
  ///
  /// - Parameter isWanted: Called periodically in the meantime; false ends the current statement with `SQLITE_INTERRUPT`.
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
