// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import FoundationEssentials
import GRDB

/// The store in one SQLite file with its write-ahead log.
package struct SQLiteSyncStore: SyncStore {
  let pool: DatabasePool
  let writes: WriteQueue

  /// Opens a file, creates it if there is none, and upgrades it to the current schema.
  /// - Throws: `foreignFile` for another program's file, `newerSchema`, `unavailable`.
  package init(path: String) throws(SyncStoreError) {
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      configuration.label = "passfold-sync-server"
      pool = try DatabasePool(path: path, configuration: configuration)
      try pool.writeWithoutTransaction { database in
        // GRDB sets NORMAL, with which a power cut can lose acknowledged writes.
        try database.execute(sql: "PRAGMA synchronous = FULL")
        // A busy server's transactions change hundreds of pages each; with SQLite's default of 1 000, every other one would copy them back.
        try database.execute(sql: "PRAGMA wal_autocheckpoint = 10000")
        let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
        let identifier = try Int32.fetchOne(database, sql: "PRAGMA application_id")
        guard identifier == Schema.applicationIdentifier || (tables == 0 && identifier == 0) else { throw SyncStoreError(.foreignFile) }
        try database.execute(sql: "PRAGMA application_id = \(Schema.applicationIdentifier)")
      }
      guard try pool.read({ try !Schema.migrator.hasBeenSuperseded($0) }) else { throw SyncStoreError(.newerSchema) }
      try Schema.migrator.migrate(pool)
    } catch {
      throw SyncStoreError(reading: error)
    }
    writes = WriteQueue(pool)
  }

  /// Opens an existing file.
  /// - Throws: As ``init(path:)``; `unavailable` if there is none.
  package init(existing path: String) throws(SyncStoreError) {
    guard FileManager.default.fileExists(atPath: path) else { throw SyncStoreError(.unavailable) }
    try self.init(path: path)
  }

  /// Copies a store, even one in use, into a new file by SQLite's online backup.
  /// - Throws: `fileExists`, `foreignFile` if the source is not a store, `unavailable`.
  package static func backUp(from source: String, to target: String) throws(SyncStoreError) {
    guard !FileManager.default.fileExists(atPath: target) else { throw SyncStoreError(.fileExists) }
    guard FileManager.default.fileExists(atPath: source) else { throw SyncStoreError(.unavailable) }
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      // Not opened read-only: a reader of a write-ahead log uses its index, a file next to the database.
      let from = try DatabaseQueue(path: source, configuration: configuration)
      let identifier = try from.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") }
      guard identifier == Schema.applicationIdentifier else { throw SyncStoreError(.foreignFile) }
      try from.backup(to: DatabaseQueue(path: target))
    } catch {
      throw SyncStoreError(reading: error)
    }
  }

  /// Does nothing: only one process uses the file.
  package func announce(_ account: AccountIdentifier) {}

  /// Ends immediately: no other process changes anything.
  package func announcements() -> AsyncStream<AccountIdentifier> { AsyncStream { $0.finish() } }

  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws(SyncStoreError) -> Value {
    do {
      return try await pool.read(body)
    } catch {
      throw SyncStoreError(reading: error)
    }
  }

  /// Returns SQLite's level of the writer's `synchronous`; 2 is FULL. Only tests use it.
  package func synchronousLevel() async throws(SyncStoreError) -> Int {
    try await writes.perform { try Int.fetchOne($0, sql: "PRAGMA synchronous") ?? 0 }
  }

  /// The number of transactions written since the store was opened, each with up to 64 changes. Only tests use it.
  package var transactionCount: Int { get async { await writes.transactionCount } }

  /// Reads the counts for the operator's page.
  package func statistics() async throws(SyncStoreError) -> StoreStatistics {
    try await read { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
      return StoreStatistics(
        accountCount: try Int.fetchOne(database, sql: "SELECT count(*) FROM account") ?? 0,
        // Uses the accounts' own counts, because counting millions of rows takes seconds.
        recordCount: try Int.fetchOne(database, sql: "SELECT coalesce(sum(records), 0) FROM account") ?? 0,
        byteCount: pages * size)
    }
  }
}

extension Date {
  /// The stored form of a time: whole milliseconds since 1970.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension UInt64 {
  /// The stored form of a counter. Counters are compared in Swift, so that the upper half keeps its order.
  var stored: Int64 { Int64(bitPattern: self) }

  init(stored: Int64) { self.init(bitPattern: stored) }
}
