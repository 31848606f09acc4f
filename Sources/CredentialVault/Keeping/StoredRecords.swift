// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB

/// A record as stored in a database, with the columns in addition to its envelope.
struct StoredRecord: Sendable {
  let row: VaultDatabase.Row
  /// The column of this name, which the envelope repeats; nil if it cannot be read.
  let revision: UInt64?
  /// The column that says whether the record waits for a commit. This version makes none, so it is 1.
  let pending: Int64?

  /// Creates a record of which only the name can be read.
  init(nameAlone name: RecordName) {
    row = VaultDatabase.Row(name: name, wrap: [], body: [])
    revision = nil
    pending = nil
  }

  /// - Parameter columns: Revision, wrap, body and pending.
  init(name: RecordName, _ columns: (DatabaseValue, DatabaseValue, DatabaseValue, DatabaseValue)) {
    row = VaultDatabase.Row(name: name, wrap: columns.1, body: columns.2)
    revision = Int64.fromDatabaseValue(columns.0).map { UInt64(bitPattern: $0) }
    pending = Int64.fromDatabaseValue(columns.3)
  }

  /// The number of records in memory at a time during a scan; the longest has 70 KiB.
  private static let pageCount = 64

  /// Returns the records after a position in the table, and the position of the last. Returns few, so that a complete vault is never in
  /// memory.
  static func page(after place: Int64, in database: Database) throws -> (records: [StoredRecord], last: Int64?) {
    let rows = try Row.fetchCursor(
      database,
      sql: "SELECT rowid, name, revision, wrap, body, pending FROM record NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?",
      arguments: [place, pageCount])
    var records: [StoredRecord] = []
    var last: Int64?
    while let row = try rows.next() {
      last = Int64.fromDatabaseValue(row[0])
      guard let name = Data.fromDatabaseValue(row[1]).flatMap({ RecordName($0) }) else { continue }
      records.append(StoredRecord(name: name, (row[2], row[3], row[4], row[5])))
    }
    return (records, last)
  }
}

/// Every record that a damaged database still names. The table and the index of its names are two trees, and each is read from both ends. A
/// record that one of them names and the table no longer yields has no content.
struct StoredRecords {
  private let places: [(name: RecordName, place: Int64)]

  init(_ database: Database) throws {
    var places: [RecordName: Int64] = [:]
    for (table, order) in [("record NOT INDEXED", "rowid"), ("record", "name")] {
      for direction in ["", " DESC"] {
        do {
          let rows = try Row.fetchCursor(database, sql: "SELECT rowid, name FROM \(table) ORDER BY \(order)\(direction)")
          while let row = try rows.next() {
            guard let name = Data.fromDatabaseValue(row[1]).flatMap({ RecordName($0) }), places[name] == nil else { continue }
            places[name] = Int64.fromDatabaseValue(row[0])
          }
          break
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
          continue
        }
      }
    }
    self.places = places.sorted { $0.value < $1.value }.map { ($0.key, $0.value) }
  }

  var indices: Range<Int> { places.indices }

  /// Returns a record's position in the table, which precedes those that follow here.
  func place(_ index: Int) -> Int64 { places[index].place }

  func index(of name: RecordName) -> Int? { places.firstIndex { $0.name == name } }

  /// Returns a record with everything still readable.
  func record(_ index: Int, in database: Database) -> StoredRecord {
    let (name, place) = places[index]
    let row = try? Row.fetchOne(
      database, sql: "SELECT name, revision, wrap, body, pending FROM record NOT INDEXED WHERE rowid = ?", arguments: [place])
    guard let row, Data.fromDatabaseValue(row[0]).flatMap({ RecordName($0) }) == name else { return StoredRecord(nameAlone: name) }
    return StoredRecord(name: name, (row[1], row[2], row[3], row[4]))
  }
}
