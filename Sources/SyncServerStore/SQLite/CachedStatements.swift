// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Statements of every push are parsed only once per connection, since parsing takes longer than running them.
extension Database {
  /// Runs a statement that changes something.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// Returns the first row read by a statement.
  func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
    try Row.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
  }

  /// Returns the first number read by a statement.
  func number(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
    try Int64.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
  }

  /// Runs an operation within a transaction that continues; if it throws, its writes are rolled back.
  func inCachedSavepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try run("SAVEPOINT change", [])
    do {
      let value = try body()
      try run("RELEASE change", [])
      return value
    } catch {
      // A full disk has rolled back the complete transaction.
      if isInsideTransaction {
        try run("ROLLBACK TO change", [])
        try run("RELEASE change", [])
      }
      throw error
    }
  }
}
