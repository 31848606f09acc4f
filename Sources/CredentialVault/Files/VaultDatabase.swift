// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB
import Glibc
import Synchronization

/// `vault.sqlite`: the membership log and the encrypted records; nothing in it is readable without the local root.
struct VaultDatabase: Sendable {
  /// "PFDV", which identifies the file as a vault.
  static let applicationIdentifier: Int32 = 0x5046_4456
  /// The first bytes of every SQLite file (SQLite, "Database File Format" 1.3.1).
  static let fileMark = Array("SQLite format 3\0".utf8)

  /// The changes of each version; entries are appended, never changed.
  static let migrations = [
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
    """,
    """
    CREATE TABLE blob_chunk (
      blob BLOB NOT NULL CHECK (length(blob) = 16),
      number INTEGER NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (blob, number)
    ) STRICT;
    """,
  ]

  private let connection: DatabaseQueue
  private let mark = ConnectionMark()

  private final class ConnectionMark: Sendable { let isClosed = Atomic(false) }

  /// The connection.
  /// - Throws: `SQLITE_MISUSE` once it is closed: GRDB would hand SQLite a null pointer, and the process would end. Tasks may still refer to a
  ///   vault that was retired.
  var queue: DatabaseQueue {
    get throws {
      guard !mark.isClosed.load(ordering: .acquiring) else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
      return connection
    }
  }

  /// Creates the database of a new vault.
  init(creatingAt path: String, storageLimit: Int) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CredentialVaultError(errorNumber: errno) }
    Glibc.close(descriptor)
    connection = try DatabaseQueue(path: path, configuration: Self.configuration(storageLimit: storageLimit))
    try connection.write { database in
      try database.execute(sql: "PRAGMA application_id = \(Self.applicationIdentifier)")
    }
    try Self.migrate(connection, from: 0, by: Self.migrations)
  }

  /// Opens the database of a vault and upgrades it to this version.
  ///
  /// - Parameter willMigrate: Called before a database of an older version is changed. If it throws, the file stays as it is. A database
  ///   without room for the change also stays as it is, if this version can work with it.
  /// - Throws: `tooNew` for a later version, `damaged` if it is not a vault's, `migrationFailed` if upgrading a copy failed.
  init(
    openingAt path: String, storageLimit: Int, migrations: [String] = Self.migrations, willMigrate: () throws -> Void = {}
  ) throws {
    connection = try Self.openQueue(path, storageLimit: storageLimit)
    let version = try Self.version(of: connection)
    guard version <= migrations.count else { throw CredentialVaultError(.tooNew) }
    guard version < migrations.count else { return }
    do {
      try willMigrate()
      try Self.tryMigration(ofFileAt: path, from: version, by: migrations, storageLimit: storageLimit)
      try Self.migrate(connection, from: version, by: migrations)
    } catch  where CredentialVaultError(error).code == .storageFull && Self.canWait(version, migrations) {
      // A full disk must not block access to the vault; the next opening retries.
    }
  }

  /// Whether this program can work with a database of an older version: without the second change it only cannot store files.
  private static func canWait(_ version: Int, _ migrations: [String]) -> Bool { version == 1 && migrations.count == 2 }

  private static func openQueue(_ path: String, storageLimit: Int) throws -> DatabaseQueue {
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ENOENT ? CredentialVaultError(.damaged) : CredentialVaultError(errorNumber: errno) }
    var beginning = [UInt8](repeating: 0, count: Self.fileMark.count)
    let count = beginning.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    let errorNumber = errno
    Glibc.close(descriptor)
    guard count >= 0 else { throw CredentialVaultError(errorNumber: errorNumber) }
    // SQLite would treat a file truncated to zero bytes as a new database, and write the log next to it into a damaged one.
    guard count == beginning.count, beginning == Self.fileMark else { throw CredentialVaultError(.damaged) }
    return try DatabaseQueue(path: path, configuration: configuration(storageLimit: storageLimit))
  }

  /// Returns the version of a vault's database.
  /// - Throws: `damaged` if it is not a vault's.
  private static func version(of queue: DatabaseQueue) throws -> Int {
    let (identifier, version) = try queue.read { database in
      (try Int32.fetchOne(database, sql: "PRAGMA application_id"), try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0)
    }
    guard identifier == Self.applicationIdentifier, version > 0 else { throw CredentialVaultError(.damaged) }
    return version
  }

  static func configuration(storageLimit: Int) -> Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      // GRDB's own setting of this mode writes at each opening, which must also succeed on a full disk.
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      // Reports a damaged page when its cells are read, before their content is used.
      try database.execute(sql: "PRAGMA cell_size_check = ON")
      // Overwrites replaced or erased data, so that it does not stay in free pages.
      try database.execute(sql: "PRAGMA secure_delete = ON")
      let pageSize = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
      try database.execute(sql: "PRAGMA max_page_count = \(max(1, storageLimit / pageSize))")
    }
    return configuration
  }

  /// Upgrades a database to the last version in one transaction.
  private static func migrate(_ queue: DatabaseQueue, from version: Int, by migrations: [String]) throws {
    guard version < migrations.count else { return }
    try queue.write { database in
      for script in migrations.dropFirst(version) { try database.execute(sql: script) }
      try database.execute(sql: "PRAGMA user_version = \(migrations.count)")
    }
  }

  /// Upgrades a copy to the last version and checks the result, then removes the copy.
  private static func tryMigration(ofFileAt path: String, from version: Int, by migrations: [String], storageLimit: Int) throws {
    let copy = path + ".trial"
    removeDatabase(at: copy)
    defer { removeDatabase(at: copy) }
    let before = try Self.copy(databaseAt: path, to: copy, storageLimit: storageLimit, KeepingPart(of: KeepingWork(), .copying, total: 0))
    do {
      let queue = try DatabaseQueue(path: copy, configuration: Self.configuration(storageLimit: storageLimit))
      try migrate(queue, from: version, by: migrations)
      let (faults, after) = try queue.read { database in
        (try String.fetchAll(database, sql: "PRAGMA integrity_check(1)"), try CopyFacts(database))
      }
      try queue.close()
      guard faults == ["ok"], after == before else { throw CredentialVaultError(.migrationFailed) }
    } catch let error as DatabaseError where error.resultCode != .SQLITE_FULL && error.resultCode != .SQLITE_IOERR {
      throw CredentialVaultError(.migrationFailed)
    }
  }

  /// The contents of a copy, as far as visible without keys, ignoring the remains of erased records.
  struct CopyFacts: Hashable, Sendable {
    let transactionNumber: UInt64
    let records: Int
    let chunks: Int
    let entries: [[UInt8]]

    init(_ database: Database) throws {
      guard let number = try Int64.fetchOne(database, sql: "SELECT transactionNumber FROM state"),
        let records = try Int.fetchOne(database, sql: "SELECT count(*) FROM record WHERE substr(body, 6, 1) IS NOT x'02'")
      else { throw CredentialVaultError(.damaged) }
      transactionNumber = UInt64(bitPattern: number)
      self.records = records
      // The first version had no chunks.
      chunks = try database.tableExists("blob_chunk") ? try Int.fetchOne(database, sql: "SELECT count(*) FROM blob_chunk") ?? 0 : 0
      entries = try Data.fetchAll(database, sql: "SELECT entry FROM log ORDER BY sequence").map { Array($0) }
    }
  }

  /// Writes a consistent copy while others read and write the original; the caller makes it durable.
  ///
  /// - Parameter part: Receives the number of bytes written, which roughly equals the length of the original.
  /// - Throws: `damaged` if the original cannot be read throughout, `canceled`, and storage errors.
  static func copy(databaseAt path: String, to copy: String, storageLimit: Int, _ part: KeepingPart) throws -> CopyFacts {
    let descriptor = open(copy, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CredentialVaultError(errorNumber: errno) }
    Glibc.close(descriptor)
    let source = try DatabaseQueue(path: path, configuration: configuration(storageLimit: storageLimit))
    defer { try? source.close() }
    try source.writeWithoutTransaction { database in
      try StatementWatch.watch(database, isWanted: { (try? part.step(byteCount(ofFileAt: copy))) != nil }) {
        try database.execute(sql: "VACUUM INTO ?", arguments: [copy])
      }
    }
    var reading = Configuration()
    reading.readonly = true
    let made = try DatabaseQueue(path: copy, configuration: reading)
    defer { try? made.close() }
    return try made.read { try CopyFacts($0) }
  }

  /// Returns the length of a file in bytes; 0 if there is none.
  static func byteCount(ofFileAt path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Removes a database with the files that SQLite puts next to it.
  static func removeDatabase(at path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }

  func close() throws {
    mark.isClosed.store(true, ordering: .releasing)
    try connection.close()
  }

  /// A stored version of a record.
  struct Row: Sendable {
    let name: RecordName
    let wrap: [UInt8]
    let body: [UInt8]

    init(name: RecordName, wrap: [UInt8], body: [UInt8]) {
      self.name = name
      self.wrap = wrap
      self.body = body
    }

    /// Takes columns as they are. A column of another type, which only damage causes, becomes empty.
    init(name: RecordName, wrap: DatabaseValue, body: DatabaseValue) {
      self.init(
        name: name, wrap: Data.fromDatabaseValue(wrap).map { Array($0) } ?? [], body: Data.fromDatabaseValue(body).map { Array($0) } ?? [])
    }
  }

  /// The values that change with every transaction: its number, and the last time of the hybrid clock.
  struct State: Sendable {
    let transactionNumber: UInt64
    let clock: UInt64
  }

  func state() throws -> State {
    try queue.read { database in
      guard let row = try GRDB.Row.fetchOne(database, sql: "SELECT transactionNumber, clock FROM state"),
        let number = Int64.fromDatabaseValue(row[0]), let clock = Int64.fromDatabaseValue(row[1])
      else { throw CredentialVaultError(.damaged) }
      return State(transactionNumber: UInt64(bitPattern: number), clock: UInt64(bitPattern: clock))
    }
  }

  func logEntries() throws -> [[UInt8]] {
    try queue.read { database in
      try Data.fetchAll(database, sql: "SELECT entry FROM log ORDER BY sequence").map { Array($0) }
    }
  }

  /// - Parameter sealedState: The encrypted state of a synchronised vault, stored in the same transaction.
  func appendToLog(_ entries: [[UInt8]], sealedState: [UInt8]? = nil) throws {
    try queue.write { database in
      let length = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM log") ?? 0
      for (number, entry) in entries.enumerated() {
        try database.execute(sql: "INSERT INTO log VALUES (?, ?)", arguments: [length + number, Data(entry)])
      }
      if let sealedState { try ReplicaTables.store(sealedState: sealedState, in: database) }
    }
  }

  /// Removes the log's entries after the first `count`, and stores the matching encrypted state in the same transaction.
  func shortenLog(to count: Int, sealedState: [UInt8]) throws {
    try queue.write { database in
      try database.execute(sql: "DELETE FROM log WHERE sequence >= ?", arguments: [count])
      try ReplicaTables.store(sealedState: sealedState, in: database)
    }
  }

  func record(_ name: RecordName) throws -> Row? {
    // A single statement needs no transaction around it, which would be most of its cost. Inside a storing transaction it sees what that
    // stored.
    try queue.unsafeReentrantRead { database in
      try GRDB.Row.fetchOne(database, sql: "SELECT wrap, body FROM record WHERE name = ?", arguments: [Data(name.bytes)])
        .map { Row(name: name, wrap: $0[0], body: $0[1]) }
    }
  }

  /// Returns the number of records, for reporting progress; 0 if it cannot be read.
  func recordCount() -> Int { (try? queue.unsafeRead { try Int.fetchOne($0, sql: "SELECT count(*) FROM record") }) ?? 0 }

  /// Looks for a record that is known to exist, in spite of damage that hides it from an ordinary lookup.
  func recordPastDamage(_ name: RecordName) throws -> Row? {
    try queue.unsafeReentrantRead { database in
      let stored = try StoredRecords(database)
      guard let index = stored.index(of: name) else { return nil }
      let row = stored.record(index, in: database).row
      return row.body.isEmpty ? nil : row
    }
  }

  /// Calls back for every record in one consistent view. A record whose place in the file is damaged comes without content.
  func forEachRecord(_ body: (Row) throws -> Void) throws {
    // Without a transaction, because SQLite refuses to end one after meeting a damaged page.
    try queue.unsafeRead { database in
      do {
        let rows = try GRDB.Row.fetchCursor(database, sql: "SELECT name, wrap, body FROM record")
        while let row = try rows.next() {
          guard let name = Data.fromDatabaseValue(row[0]).flatMap({ RecordName($0) }) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
          }
          try body(Row(name: name, wrap: row[1], body: row[2]))
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        let stored = try StoredRecords(database)
        for index in stored.indices { try body(stored.record(index, in: database).row) }
      }
    }
  }

  /// A version of a record to be stored, with the changes to its files.
  struct Version {
    let envelope: RecordEnvelope
    let blobs: BlobChange
    /// The files that the record names; nil if unknown.
    let files: [BlobName]?
  }

  /// Stores versions as one transaction, which is on disk when this returns; returns its number.
  ///
  /// - Parameter next: Returns the next version; nil after the last one. It may read by ``record(_:)``, and by ``recordPastDamage(_:)``.
  func store(clock: UInt64, _ next: () throws -> Version?) throws -> UInt64 {
    try queue.write { database in
      let isReplica = try ReplicaTables.exist(in: database)
      while let version = try next() {
        let facts = version.envelope.facts
        let name = Data(facts.record.bytes)
        if let files = version.files { try ReplicaFileTables.note(files, namedBy: name, in: database) }
        try version.blobs.apply(in: database)
        if isReplica {
          if facts.purpose == .tombstone {
            // An erased entry leaves nothing behind, and a tombstone is merged without a base.
            try ReplicaTables.dropBase(of: name, in: database)
          } else {
            try ReplicaTables.keepBase(of: name, in: database)
          }
        }
        try database.execute(
          cached: """
            INSERT INTO record (name, revision, wrap, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, wrap = excluded.wrap, body = excluded.body, pending = 1
            """,
          arguments: [name, Int64(bitPattern: facts.revision), Data(version.envelope.wrap), Data(version.envelope.body)])
      }
      try database.execute(
        sql: "UPDATE state SET transactionNumber = transactionNumber + 1, clock = ?", arguments: [Int64(bitPattern: clock)])
      return UInt64(bitPattern: try Int64.fetchOne(database, sql: "SELECT transactionNumber FROM state") ?? 0)
    }
  }

  /// Moves old versions from the write-ahead log into the database file, and empties the log. A concurrent reader may prevent that.
  func emptyWriteAheadLog() throws {
    try queue.writeWithoutTransaction { database in
      _ = try database.checkpoint(.truncate)
    }
  }

  /// Adds records to the database of a vault that is being assembled.
  func fill(_ rows: [Row]) throws {
    try queue.write { database in
      for row in rows {
        let revision = try RecordEnvelope(body: row.body, wrap: row.wrap).facts.revision
        try database.execute(
          cached: "INSERT INTO record (name, revision, wrap, body) VALUES (?, ?, ?, ?)",
          arguments: [Data(row.name.bytes), Int64(bitPattern: revision), Data(row.wrap), Data(row.body)])
      }
    }
  }

  /// Sets the time of the last write to an assembled vault.
  func fill(_ state: State) throws {
    try queue.write { database in
      try database.execute(
        sql: "UPDATE state SET transactionNumber = ?, clock = ?",
        arguments: [Int64(bitPattern: state.transactionNumber), Int64(bitPattern: state.clock)])
    }
  }
}
