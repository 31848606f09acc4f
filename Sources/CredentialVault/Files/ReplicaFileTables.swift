// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB

/// The tables that track the transfer of files to other devices (docs/formats/vault.md, "Replica"). A vault synchronised by a version
/// without them gets them when its records are scanned.
enum ReplicaFileTables {
  static let creation = """
    CREATE TABLE replica_file (
      blob BLOB NOT NULL CHECK (length(blob) = 16), record BLOB NOT NULL CHECK (length(record) = 16), PRIMARY KEY (blob, record)
    ) STRICT;
    CREATE INDEX replica_file_by_record ON replica_file (record);
    CREATE TABLE replica_blob (
      blob BLOB PRIMARY KEY CHECK (length(blob) = 16), standing INTEGER NOT NULL, number INTEGER
    ) STRICT;
    CREATE TABLE replica_chunk (
      blob BLOB NOT NULL CHECK (length(blob) = 16), number INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (blob, number)
    ) STRICT;
    """
  static let removal = "DROP TABLE IF EXISTS replica_file; DROP TABLE IF EXISTS replica_blob; DROP TABLE IF EXISTS replica_chunk;"

  /// The state of a file on the other side, as far as this device knows.
  enum Standing: Int {
    /// No part of it was sent.
    case fresh = 1
    /// Part of it may be there.
    case begun = 2
    /// It is there completely.
    case there = 3
    /// No record names it any more; it is removed once every device has seen that.
    case unwanted = 4
    /// A folder contains it although no record names it. It may belong to a commit that has yet to arrive there.
    case unclaimed = 5
  }

  static func exist(in database: Database) throws -> Bool { try database.tableExists("replica_file") }

  static func set(_ standing: Standing, of blob: BlobName, in database: Database) throws {
    try database.execute(
      sql: "INSERT OR REPLACE INTO replica_blob VALUES (?, ?, NULL)", arguments: [Data(blob.bytes), standing.rawValue])
  }

  /// Whether a record names the file.
  static func isNamed(_ blob: BlobName, in database: Database) throws -> Bool {
    try Bool.fetchOne(database, sql: "SELECT 1 FROM replica_file WHERE blob = ? LIMIT 1", arguments: [Data(blob.bytes)]) ?? false
  }

  /// Notes which files a record names from now on. Bytes that no record names any more are erased here, and later on the other side.
  static func note(_ blobs: [BlobName], namedBy record: Data, in database: Database) throws {
    guard try exist(in: database) else { return }
    let names = Set(blobs.map { Data($0.bytes) })
    let noted = try database.cachedStatement(sql: "SELECT blob FROM replica_file WHERE record = ?")
    let former = Set(try Data.fetchAll(noted, arguments: [record]))
    for blob in names.subtracting(former) {
      try database.execute(sql: "INSERT INTO replica_file VALUES (?, ?)", arguments: [blob, record])
      // A file that was to be removed, or was only seen there, has no bytes here; it is awaited like any other.
      try database.execute(
        sql: "DELETE FROM replica_blob WHERE blob = ? AND standing IN (?, ?)",
        arguments: [blob, Standing.unwanted.rawValue, Standing.unclaimed.rawValue])
    }
    for blob in former.subtracting(names) {
      try database.execute(sql: "DELETE FROM replica_file WHERE blob = ? AND record = ?", arguments: [blob, record])
      guard let name = BlobName(blob), try !isNamed(name, in: database) else { continue }
      // The other side has nothing of a file that was never sent.
      let standing = try Int.fetchOne(database, sql: "SELECT standing FROM replica_blob WHERE blob = ?", arguments: [blob])
      if standing == Standing.fresh.rawValue {
        try database.execute(sql: "DELETE FROM replica_blob WHERE blob = ?", arguments: [blob])
      } else {
        try set(.unwanted, of: name, in: database)
      }
      for table in ["blob_chunk", "replica_chunk"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE blob = ?", arguments: [blob])
      }
    }
  }

  /// Discards the recorded state of the other side: it may be a different one, or have lost something.
  static func forgetOtherSide(in database: Database) throws {
    guard try exist(in: database) else { return }
    try database.execute(
      sql: "UPDATE replica_blob SET standing = ? WHERE standing = ?", arguments: [Standing.begun.rawValue, Standing.there.rawValue])
    try database.execute(sql: "UPDATE replica_blob SET number = NULL")
  }
}
