// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB
import SyncModel

/// The stored state of one record to which a version arrives.
struct ReplicaRecord {
  /// The record; nil if there is none yet.
  let row: VaultDatabase.Row?
  /// Whether the chain lacks its current version.
  let isPending: Bool
  /// The version in the chain on which the change is based.
  let base: VaultDatabase.Row?
  /// Whether versions of it are quarantined.
  let isQuarantined: Bool

  init(_ name: RecordName, in database: Database) throws {
    let key = Data(name.bytes)
    let found = try GRDB.Row.fetchOne(
      database,
      cached: """
        SELECT record.wrap, record.body, record.pending, replica_base.wrap, replica_base.body
        FROM record LEFT JOIN replica_base USING (name) WHERE record.name = ?
        """, key)
    row = found.map { VaultDatabase.Row(name: name, wrap: $0[0], body: $0[1]) }
    isPending = found.map { Bool.fromDatabaseValue($0[2]) ?? true } ?? false
    base = found.flatMap { Data.fromDatabaseValue($0[4]) == nil ? nil : VaultDatabase.Row(name: name, wrap: $0[3], body: $0[4]) }
    isQuarantined = try GRDB.Row.fetchOne(database, cached: "SELECT 1 FROM replica_quarantine WHERE name = ? LIMIT 1", key) != nil
  }
}

extension VaultDatabase {
  func replicaRecord(_ name: RecordName) throws -> ReplicaRecord {
    try queue.read { try ReplicaRecord(name, in: $0) }
  }

  /// Returns several records by their names.
  func replicaRecords(_ names: some Sequence<RecordName>) throws -> [RecordName: ReplicaRecord] {
    try queue.read { database in
      try Dictionary(names.map { ($0, try ReplicaRecord($0, in: database)) }) { first, _ in first }
    }
  }

  /// Returns the quarantined versions by record, in order of arrival.
  func quarantined() throws -> [(name: RecordName, rows: [Row])] {
    try queue.read { database in
      var found: [(name: RecordName, rows: [Row])] = []
      for row in try GRDB.Row.fetchAll(database, sql: "SELECT name, wrap, body FROM replica_quarantine ORDER BY name, number") {
        guard let name = Data.fromDatabaseValue(row[0]).flatMap({ RecordName($0) }) else { throw CredentialVaultError(.damaged) }
        let version = Row(name: name, wrap: row[1], body: row[2])
        if found.last?.name == name { found[found.count - 1].rows.append(version) } else { found.append((name, [version])) }
      }
      return found
    }
  }

  /// Returns the records whose current version the chain lacks, ordered by name. Records with a quarantined version are left out.
  func pending(atMost count: Int) throws -> [Row] {
    try queue.read { database in
      try GRDB.Row.fetchAll(
        database,
        sql: """
          SELECT name, wrap, body FROM record
          WHERE pending = 1 AND NOT EXISTS (SELECT 1 FROM replica_quarantine WHERE replica_quarantine.name = record.name)
            AND NOT EXISTS (SELECT 1 FROM replica_version WHERE replica_version.name = record.name AND awaited = 1)
          ORDER BY name LIMIT ?
          """, arguments: [count]
      ).map { row in
        guard let name = Data.fromDatabaseValue(row[0]).flatMap({ RecordName($0) }) else { throw CredentialVaultError(.damaged) }
        return Row(name: name, wrap: row[1], body: row[2])
      }
    }
  }

  /// Returns the number of records whose current version the chain lacks; 0 for a vault that is not synchronised.
  func pendingCount() throws -> Int {
    try queue.read { database in
      guard try ReplicaTables.exist(in: database) else { return 0 }
      return try Int.fetchOne(database, sql: "SELECT count(*) FROM record WHERE pending = 1") ?? 0
    }
  }
}
