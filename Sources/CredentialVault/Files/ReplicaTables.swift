// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB
import SyncModel

/// The tables of a synchronised vault, in addition to its records and its log. A vault on one device has none of them, and a program that
/// does not know them leaves them unchanged (docs/formats/vault.md, "Replica").
enum ReplicaTables {
  static let creation = """
    CREATE TABLE replica (only INTEGER PRIMARY KEY CHECK (only = 1), sealed BLOB NOT NULL) STRICT;
    CREATE TABLE replica_version (
      name BLOB PRIMARY KEY CHECK (length(name) = 16), revision INTEGER NOT NULL, purpose INTEGER NOT NULL, bodyHash BLOB NOT NULL,
      author BLOB NOT NULL, number INTEGER NOT NULL, awaited INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE replica_base (name BLOB PRIMARY KEY CHECK (length(name) = 16), wrap BLOB NOT NULL, body BLOB NOT NULL) STRICT;
    CREATE TABLE replica_quarantine (
      name BLOB NOT NULL CHECK (length(name) = 16), number INTEGER NOT NULL, wrap BLOB NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (name, number)
    ) STRICT;
    CREATE TABLE replica_commit (number INTEGER PRIMARY KEY, hash BLOB NOT NULL, clock INTEGER NOT NULL) STRICT;
    CREATE TABLE replica_author (
      device BLOB PRIMARY KEY CHECK (length(device) = 16), number INTEGER NOT NULL, sequence INTEGER NOT NULL, clock INTEGER NOT NULL,
      format INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX record_pending ON record (name) WHERE pending = 1;
    """
  static let removal = """
    DROP INDEX IF EXISTS record_pending;
    DROP TABLE IF EXISTS replica; DROP TABLE IF EXISTS replica_version; DROP TABLE IF EXISTS replica_base;
    DROP TABLE IF EXISTS replica_quarantine; DROP TABLE IF EXISTS replica_commit; DROP TABLE IF EXISTS replica_author;
    UPDATE record SET pending = 1 WHERE pending = 0;
    """ + ReplicaFileTables.removal

  /// Whether the vault is synchronised.
  static func exist(in database: Database) throws -> Bool { try database.tableExists("replica") }

  static func sealedState(in database: Database) throws -> [UInt8]? {
    guard try exist(in: database) else { return nil }
    return try Data.fetchOne(database, sql: "SELECT sealed FROM replica").map { Array($0) }
  }

  static func store(sealedState: [UInt8], in database: Database) throws {
    try database.execute(cached: "INSERT OR REPLACE INTO replica VALUES (1, ?)", arguments: [Data(sealedState)])
  }

  /// Returns every record's newest version in the chain, and whether its body is still awaited.
  static func versions(in database: Database) throws -> (all: [RecordVersion], awaited: [RecordName]) {
    var versions: [RecordVersion] = []
    var awaited: [RecordName] = []
    let rows = try Row.fetchCursor(
      database, sql: "SELECT name, revision, purpose, bodyHash, author, number, awaited FROM replica_version")
    while let row = try rows.next() {
      guard let name = Data.fromDatabaseValue(row[0]).flatMap({ RecordName($0) }), let revision = Int64.fromDatabaseValue(row[1]),
        let purpose = UInt8.fromDatabaseValue(row[2]).flatMap(RecordPurpose.init(rawValue:)), let hash = Data.fromDatabaseValue(row[3]),
        let author = Data.fromDatabaseValue(row[4]).flatMap({ DeviceIdentifier($0) }), let number = Int64.fromDatabaseValue(row[5]),
        let isAwaited = Bool.fromDatabaseValue(row[6])
      else { throw CredentialVaultError(.damaged) }
      let item = CommitItem(record: name, revision: UInt64(bitPattern: revision), purpose: purpose, bodyHash: Array(hash))
      versions.append(RecordVersion(item: item, author: author, number: UInt64(bitPattern: number)))
      if isAwaited { awaited.append(name) }
    }
    return (versions, awaited)
  }

  static func store(_ version: RecordVersion, isAwaited: Bool, in database: Database) throws {
    try database.execute(
      cached: "INSERT OR REPLACE INTO replica_version VALUES (?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        Data(version.item.record.bytes), Int64(bitPattern: version.item.revision), Int64(version.item.purpose.rawValue),
        Data(version.item.bodyHash), Data(version.author.bytes), Int64(bitPattern: version.number), isAwaited,
      ])
  }

  /// Returns the hashes of the last commits, oldest first.
  static func hashes(in database: Database) throws -> [[UInt8]] {
    try Data.fetchAll(database, sql: "SELECT hash FROM replica_commit ORDER BY number").map { Array($0) }
  }

  static func store(_ position: CommitPosition, clock: UInt64, in database: Database) throws {
    try database.execute(
      cached: "INSERT OR REPLACE INTO replica_commit VALUES (?, ?, ?)",
      arguments: [Int64(bitPattern: position.number), Data(position.hash), Int64(bitPattern: clock)])
  }

  static func authors(in database: Database) throws -> [DeviceIdentifier: CommitAuthor] {
    var authors: [DeviceIdentifier: CommitAuthor] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT device, number, sequence, clock, format FROM replica_author") {
      guard let device = Data.fromDatabaseValue(row[0]).flatMap({ DeviceIdentifier($0) }), let number = Int64.fromDatabaseValue(row[1]),
        let sequence = Int64.fromDatabaseValue(row[2]), let clock = Int64.fromDatabaseValue(row[3]),
        let format = Int64.fromDatabaseValue(row[4])
      else { throw CredentialVaultError(.damaged) }
      authors[device] = CommitAuthor(
        number: UInt64(bitPattern: number), sequence: UInt64(bitPattern: sequence), clock: UInt64(bitPattern: clock),
        highestFormat: UInt64(bitPattern: format))
    }
    return authors
  }

  static func store(_ author: CommitAuthor, of device: DeviceIdentifier, in database: Database) throws {
    try database.execute(
      cached: "INSERT OR REPLACE INTO replica_author VALUES (?, ?, ?, ?, ?)",
      arguments: [
        Data(device.bytes), Int64(bitPattern: author.number), Int64(bitPattern: author.sequence), Int64(bitPattern: author.clock),
        Int64(bitPattern: author.highestFormat),
      ])
  }

  /// Keeps the version on which a change is based, before a record that the chain has is changed.
  static func keepBase(of name: Data, in database: Database) throws {
    try database.execute(
      cached: "INSERT OR IGNORE INTO replica_base SELECT name, wrap, body FROM record WHERE name = ? AND pending = 0", arguments: [name])
  }

  /// Erases the version on which a change was based.
  static func dropBase(of name: Data, in database: Database) throws {
    try database.execute(cached: "DELETE FROM replica_base WHERE name = ?", arguments: [name])
  }
}
