// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GRDB

extension SQLiteSyncStore {
  /// The tables, ordered so that each comes after those it refers to. Both databases have the same columns.
  private static let tables = [
    "account", "log", "device", "record", "record_old", "account_commit", "session", "mailbox", "mailbox_message", "challenge_key",
    "invite", "account_blob", "blob_chunk",
  ]

  /// Copies a snapshot of everything into a PostgreSQL database without accounts, all or nothing.
  /// - Throws: `notEmpty` if the database has accounts, `foreignFile`, `newerSchema`, `unavailable`.
  package func copy(to address: PostgreSQLAddress) async throws(SyncStoreError) {
    try PostgreSQLSchema.migrate(address)
    try await read { database in
      let connection = try PostgreSQLConnection(address, prepares: false)
      // A server that starts in the meantime waits.
      try connection.execute("BEGIN; LOCK TABLE account, challenge_key IN ACCESS EXCLUSIVE MODE")
      guard try connection.execute("SELECT 1 FROM account LIMIT 1").rows.isEmpty else { throw SyncStoreError(.notEmpty) }
      try connection.execute("DELETE FROM challenge_key")
      for table in Self.tables {
        let columns = try database.columns(in: table).map(\.name)
        let rows = try Row.fetchCursor(database, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table)")
        try connection.copy(into: "\(table) (\(columns.joined(separator: ", ")))") {
          guard let row = try rows.next() else { return nil }
          return try Self.line(row)
        }
      }
      try connection.execute("COMMIT")
    }
  }

  /// Returns a row in COPY's format: columns separated by tabs, bytes in hexadecimal digits, `\N` for null.
  private static func line(_ row: Row) throws(SyncStoreError) -> [UInt8] {
    var line: [UInt8] = []
    for (place, value) in row.databaseValues.enumerated() {
      if place > 0 { line.append(UInt8(ascii: "\t")) }
      switch value.storage {
      case .null: line += Array("\\N".utf8)
      case .int64(let number): line += Array(String(number).utf8)
      case .blob(let data):
        line += Array("\\\\x".utf8)
        for byte in data { line += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
      default: throw SyncStoreError(.damaged)
      }
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
