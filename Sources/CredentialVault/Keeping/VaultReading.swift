// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB
import Glibc

/// The readable contents of a vault's database, over a separate connection that changes nothing and works alongside the vault's own.
struct VaultReading {
  /// SQLite's descriptions of structural problems.
  private(set) var faults: [String] = []
  /// The log's entries by number.
  private(set) var entries: [(number: Int64, bytes: [UInt8])] = []
  private(set) var state: VaultDatabase.State?
  /// The number of records, for reporting progress; 0 if it cannot be read.
  private(set) var recordCount = 0
  /// The chunks of files.
  private(set) var chunks = StoredChunks()
  /// Whether the vault has other devices.
  private(set) var isReplica = false
  /// The reason that the file is not a vault's database, or of a newer version; nil otherwise.
  private(set) var refusal: CredentialVaultError.Code?
  private let queue: DatabaseQueue?

  /// The maximum number of reported structural problems: one damaged page causes a line for each of its cells.
  private static let faultLimit = 20

  /// The configuration for opening a database read-only.
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      try database.execute(sql: "PRAGMA cell_size_check = ON")
    }
    return configuration
  }

  /// Reads everything except the records, which ``forEachRecord(_:)`` reads. The database stays open until this value is closed or
  /// released.
  /// - Throws: `canceled`.
  init(databaseAt path: String, _ work: KeepingWork) throws(CredentialVaultError) {
    try work.begin(.database)
    // Checked without opening the file next to SQLite: closing a second descriptor would release SQLite's locks.
    guard access(path, R_OK) == 0 else {
      refusal = CredentialVaultError(errorNumber: errno).code
      queue = nil
      return
    }
    queue = try? DatabaseQueue(path: path, configuration: Self.configuration)
    guard let queue else {
      refusal = .damaged
      return
    }
    do {
      // Without a transaction, because SQLite refuses to end one after meeting a damaged page.
      try queue.unsafeRead { database in
        try StatementWatch.watch(database, isWanted: { !work.isCanceled }) { try read(database) }
      }
    } catch {
      faults.append("unreadable")
    }
    try work.begin(.database)
  }

  private mutating func read(_ database: Database) throws {
    let identifier = try Int32.fetchOne(database, sql: "PRAGMA application_id")
    guard identifier == VaultDatabase.applicationIdentifier else {
      refusal = .damaged
      return
    }
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version <= VaultDatabase.migrations.count else {
      refusal = .tooNew
      return
    }
    faults = (try? String.fetchAll(database, sql: "PRAGMA integrity_check(\(Self.faultLimit))").filter { $0 != "ok" }) ?? ["unreadable"]
    isReplica = (try? ReplicaTables.exist(in: database)) ?? false
    let hasFiles = (try? ReplicaFileTables.exist(in: database)) ?? false
    if (try? Self.schema(database)) != (try? Self.schema(version: version, isReplica: isReplica, hasFiles: hasFiles)) {
      faults.append("schema")
    }
    if let row = try? Row.fetchOne(database, sql: "SELECT transactionNumber, clock FROM state"),
      let number = Int64.fromDatabaseValue(row[0]), let clock = Int64.fromDatabaseValue(row[1])
    {
      state = VaultDatabase.State(transactionNumber: UInt64(bitPattern: number), clock: UInt64(bitPattern: clock))
    }
    if let rows = try? Row.fetchCursor(database, sql: "SELECT sequence, entry FROM log ORDER BY sequence") {
      while let row = try? rows.next() {
        entries.append((Int64.fromDatabaseValue(row[0]) ?? -1, Data.fromDatabaseValue(row[1]).map { Array($0) } ?? []))
      }
    }
    // Read before the records, so that a chunk arriving in the meantime is not mistaken for one without a record.
    chunks = (try? StoredChunks(database)) ?? StoredChunks()
    recordCount = (try? Int.fetchOne(database, sql: "SELECT count(*) FROM record")) ?? 0
  }

  /// Closes the file.
  func close() { try? queue?.close() }

  /// Calls back for every record, even past damage, with only a few of them in memory at a time.
  mutating func forEachRecord(_ body: (StoredRecord) throws(CredentialVaultError) -> Void) throws(CredentialVaultError) {
    guard let queue, refusal == nil else { return }
    var last = Int64.min
    if faults.isEmpty {
      while let page = try? queue.unsafeRead({ try StoredRecord.page(after: last, in: $0) }) {
        for record in page.records { try body(record) }
        guard let place = page.last else { return }
        last = place
      }
    }
    guard let stored = try? queue.unsafeRead({ try StoredRecords($0) }) else {
      faults.append("unreadable")
      return
    }
    for index in stored.indices where stored.place(index) > last {
      try body(queue.unsafeRead { stored.record(index, in: $0) })
    }
  }

  /// Returns the table definitions, which SQLite reads but does not verify in any check.
  private static func schema(_ database: Database) throws -> [String] {
    try String.fetchAll(
      database, sql: "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1")
  }

  private static func schema(version: Int, isReplica: Bool, hasFiles: Bool) throws -> [String] {
    let queue = try DatabaseQueue()
    defer { try? queue.close() }
    return try queue.write { database in
      for script in VaultDatabase.migrations.prefix(max(0, version)) { try database.execute(sql: script) }
      if isReplica { try database.execute(sql: ReplicaTables.creation) }
      if hasFiles { try database.execute(sql: ReplicaFileTables.creation) }
      return try schema(database)
    }
  }
}
