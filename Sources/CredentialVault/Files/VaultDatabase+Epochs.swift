// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB

extension VaultDatabase {
  private static let batchCount = 256

  /// Appends to the log and rewraps records in one transaction, which is on disk when this returns; returns its number.
  ///
  /// - Parameters:
  ///   - sealedState: The encrypted state of a synchronised vault, stored in the same transaction.
  ///   - rewrap: Returns the new wrap of a record; nil leaves it as it is.
  func beginEpoch(entries: [[UInt8]], sealedState: [UInt8]? = nil, rewrap: (Row) -> [UInt8]?) throws -> UInt64 {
    try queue.write { database in
      let length = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM log") ?? 0
      for (number, entry) in entries.enumerated() {
        try database.execute(sql: "INSERT INTO log VALUES (?, ?)", arguments: [length + number, Data(entry)])
      }
      try Self.rewrapAll(of: "record", in: database, rewrap)
      if try ReplicaTables.exist(in: database) {
        for table in ["replica_base", "replica_quarantine"] { try Self.rewrapAll(of: table, in: database, rewrap) }
        if let sealedState { try ReplicaTables.store(sealedState: sealedState, in: database) }
      }
      try database.execute(sql: "UPDATE state SET transactionNumber = transactionNumber + 1")
      return UInt64(bitPattern: try Int64.fetchOne(database, sql: "SELECT transactionNumber FROM state") ?? 0)
    }
  }

  private static func rewrapAll(of table: String, in database: Database, _ rewrap: (Row) -> [UInt8]?) throws {
    var last: Int64 = .min
    while true {
      // Works in batches, so that no row changes under a cursor and no complete vault is in memory.
      let rows = try GRDB.Row.fetchAll(
        database, sql: "SELECT rowid, name, wrap, body FROM \(table) WHERE rowid > ? ORDER BY rowid LIMIT ?",
        arguments: [last, Self.batchCount])
      for row in rows {
        guard let place = Int64.fromDatabaseValue(row[0]) else { throw CredentialVaultError(.damaged) }
        last = place
        guard let name = Data.fromDatabaseValue(row[1]).flatMap({ RecordName($0) }),
          let wrap = rewrap(Row(name: name, wrap: row[2], body: row[3]))
        else { continue }
        try database.execute(sql: "UPDATE \(table) SET wrap = ? WHERE rowid = ?", arguments: [Data(wrap), last])
      }
      guard rows.count == Self.batchCount else { break }
    }
  }
}
