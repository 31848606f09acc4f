// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Statements that every push runs are parsed once for each connection, which takes longer than running them.
extension Database {
  /// Runs a statement that changes something.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// The first row of what a statement reads.
  func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
    try Row.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
  }

  /// The first number of what a statement reads.
  func number(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
    try Int64.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
  }

  /// Does something whose writes are taken back when it throws, in the midst of a transaction that goes on.
  func inCachedSavepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try run("SAVEPOINT change", [])
    do {
      let value = try body()
      try run("RELEASE change", [])
      return value
    } catch {
      // A full disk has rolled the whole transaction back.
      if isInsideTransaction {
        try run("ROLLBACK TO change", [])
        try run("RELEASE change", [])
      }
      throw error
    }
  }
}
