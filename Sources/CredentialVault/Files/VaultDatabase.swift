// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB
import Glibc

/// `vault.sqlite`: the membership log and the sealed records; nothing in it is readable without the local root.
struct VaultDatabase: Sendable {
  /// "PFDV", by which the file tells that it is a vault.
  private static let applicationIdentifier: Int32 = 0x5046_4456
  /// How every SQLite file begins (SQLite, "Database File Format" 1.3.1).
  private static let fileMark = Array("SQLite format 3\0".utf8)

  /// What each version adds to the one before; entries are appended, never changed.
  private static let migrations = [
    """
    CREATE TABLE state (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      transactionNumber INTEGER NOT NULL,
      clock INTEGER NOT NULL
    ) STRICT;
    INSERT INTO state VALUES (1, 0, 0);
    CREATE TABLE log (
      sequence INTEGER PRIMARY KEY,
      entry BLOB NOT NULL
    ) STRICT;
    CREATE TABLE record (
      name BLOB PRIMARY KEY CHECK (length(name) = 16),
      revision INTEGER NOT NULL,
      wrap BLOB NOT NULL,
      body BLOB NOT NULL,
      pending INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    """
  ]

  let queue: DatabaseQueue

  /// Makes the database of a new vault.
  init(creatingAt path: String, storageLimit: Int) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CredentialVaultError(errorNumber: errno) }
    Glibc.close(descriptor)
    queue = try DatabaseQueue(path: path, configuration: Self.configuration(storageLimit: storageLimit))
    try queue.write { database in
      try database.execute(sql: "PRAGMA application_id = \(Self.applicationIdentifier)")
    }
    try migrate(from: 0)
  }

  /// Opens the database of a vault and brings it up to this version.
  /// - Throws: `tooNew` for a later version, `damaged` when it is not a vault's.
  init(openingAt path: String, storageLimit: Int) throws {
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ENOENT ? CredentialVaultError(.damaged) : CredentialVaultError(errorNumber: errno) }
    var beginning = [UInt8](repeating: 0, count: Self.fileMark.count)
    let count = beginning.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    let errorNumber = errno
    Glibc.close(descriptor)
    guard count >= 0 else { throw CredentialVaultError(errorNumber: errorNumber) }
    // SQLite would take a file that was cut to nothing for a new database, and write the log beside it into a damaged one.
    guard count == beginning.count, beginning == Self.fileMark else { throw CredentialVaultError(.damaged) }
    queue = try DatabaseQueue(path: path, configuration: Self.configuration(storageLimit: storageLimit))
    let (identifier, version) = try queue.read { database in
      (try Int32.fetchOne(database, sql: "PRAGMA application_id"), try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0)
    }
    guard identifier == Self.applicationIdentifier, version > 0 else { throw CredentialVaultError(.damaged) }
    guard version <= Self.migrations.count else { throw CredentialVaultError(.tooNew) }
    try migrate(from: version)
  }

  private static func configuration(storageLimit: Int) -> Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      // GRDB's own setting of this mode writes at each opening, which must also work when the disk is full.
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
      try database.execute(sql: "PRAGMA max_page_count = \(max(1, storageLimit / pageSize))")
    }
    return configuration
  }

  private func migrate(from version: Int) throws {
    for (number, script) in Self.migrations.enumerated().dropFirst(version) {
      try queue.write { database in
        try database.execute(sql: script)
        try database.execute(sql: "PRAGMA user_version = \(number + 1)")
      }
    }
  }

  func close() throws { try queue.close() }

  /// A stored version of a record.
  struct Row: Sendable {
    let name: RecordName
    let wrap: [UInt8]
    let body: [UInt8]
  }

  /// What changes with every transaction: its number, and the last time that the hybrid clock gave.
  struct State: Sendable {
    let transactionNumber: UInt64
    let clock: UInt64
  }

  func state() throws -> State {
    try queue.read { database in
      guard let row = try GRDB.Row.fetchOne(database, sql: "SELECT transactionNumber, clock FROM state") else {
        throw CredentialVaultError(.damaged)
      }
      return State(transactionNumber: UInt64(bitPattern: row[0]), clock: UInt64(bitPattern: row[1]))
    }
  }

  func logEntries() throws -> [[UInt8]] {
    try queue.read { database in
      try Data.fetchAll(database, sql: "SELECT entry FROM log ORDER BY sequence").map { Array($0) }
    }
  }

  func appendToLog(_ entries: [[UInt8]]) throws {
    try queue.write { database in
      for (sequence, entry) in entries.enumerated() {
        try database.execute(sql: "INSERT INTO log VALUES (?, ?)", arguments: [sequence, Data(entry)])
      }
    }
  }

  func record(_ name: RecordName) throws -> Row? {
    try queue.read { database in
      try GRDB.Row.fetchOne(database, sql: "SELECT wrap, body FROM record WHERE name = ?", arguments: [Data(name.bytes)])
        .map { Row(name: name, wrap: Array($0[0] as Data), body: Array($0[1] as Data)) }
    }
  }

  /// Calls back for every record in one consistent view.
  func forEachRecord(_ body: (Row) -> Void) throws {
    try queue.read { database in
      let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT name, wrap, body FROM record")
      while let row = try rows.next() {
        guard let name = RecordName(row[0] as Data) else { continue }
        body(Row(name: name, wrap: Array(row[1] as Data), body: Array(row[2] as Data)))
      }
    }
  }

  /// Stores versions as one transaction, which is on disk when this returns, and returns the transaction's number.
  func store(_ envelopes: [RecordEnvelope], clock: UInt64) throws -> UInt64 {
    try queue.write { database in
      for envelope in envelopes {
        try database.execute(
          sql: """
            INSERT INTO record (name, revision, wrap, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, wrap = excluded.wrap, body = excluded.body, pending = 1
            """,
          arguments: [
            Data(envelope.facts.record.bytes), Int64(bitPattern: envelope.facts.revision), Data(envelope.wrap), Data(envelope.body),
          ])
      }
      try database.execute(
        sql: "UPDATE state SET transactionNumber = transactionNumber + 1, clock = ?", arguments: [Int64(bitPattern: clock)])
      return UInt64(bitPattern: try Int64.fetchOne(database, sql: "SELECT transactionNumber FROM state") ?? 0)
    }
  }
}
