// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB

/// Every record that a damaged database still names. The table and the index over its names are two trees, and each is read from both ends;
/// a record that one of them names and the table no longer gives has no content.
struct StoredRecords: Sequence {
  struct Element: Sendable {
    let row: VaultDatabase.Row
    /// The column of this name, which the envelope repeats; nil where it cannot be read.
    let revision: UInt64?
    /// The column that says whether the record waits for a commit; this version makes none, so it is 1.
    let pending: Int64?
  }

  private let elements: [Element]

  func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }

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
    elements = places.sorted { $0.value < $1.value }.map { name, place in
      let row = try? Row.fetchOne(
        database, sql: "SELECT name, revision, wrap, body, pending FROM record NOT INDEXED WHERE rowid = ?", arguments: [place])
      guard let row, Data.fromDatabaseValue(row[0]).flatMap({ RecordName($0) }) == name else {
        return Element(row: VaultDatabase.Row(name: name, wrap: [], body: []), revision: nil, pending: nil)
      }
      return Element(
        row: VaultDatabase.Row(name: name, wrap: row[2], body: row[3]),
        revision: Int64.fromDatabaseValue(row[1]).map { UInt64(bitPattern: $0) }, pending: Int64.fromDatabaseValue(row[4]))
    }
  }
}
