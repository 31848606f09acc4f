// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB
import SyncModel

/// The data that a synchronised vault keeps in addition to its records.
extension VaultDatabase {
  /// The stored chain, except for the encrypted state.
  struct StoredChain {
    let hashes: [[UInt8]]
    let authors: [DeviceIdentifier: CommitAuthor]
    let versions: [RecordVersion]
    let awaited: [RecordName]
  }

  func isReplica() throws -> Bool { try queue.read { try ReplicaTables.exist(in: $0) } }

  func replicaState() throws -> [UInt8]? { try queue.read { try ReplicaTables.sealedState(in: $0) } }

  func storedChain() throws -> StoredChain {
    try queue.read { database in
      let versions = try ReplicaTables.versions(in: database)
      return StoredChain(
        hashes: try ReplicaTables.hashes(in: database), authors: try ReplicaTables.authors(in: database), versions: versions.all,
        awaited: versions.awaited)
    }
  }

  /// Creates the tables, with a new chain; every record is then pending.
  func beginReplica(sealedState: [UInt8]) throws {
    try queue.write { database in
      try database.execute(sql: ReplicaTables.removal)
      try database.execute(sql: ReplicaTables.creation)
      try ReplicaTables.store(.beginning, clock: 0, in: database)
      try ReplicaTables.store(sealedState: sealedState, in: database)
    }
  }

  /// When each record, as it is, was written, and each commit that is kept, by the hybrid clock of whoever wrote it.
  func knownTimes() throws -> [UInt64] {
    try queue.read { database in
      // The clock stands where the header has it (docs/formats/vault.md, "Record envelope").
      var times = try Data.fetchAll(database, sql: "SELECT substr(body, 63, 8) FROM record").filter { $0.count == 8 }
        .map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
      if try ReplicaTables.exist(in: database) {
        times += try Int64.fetchAll(database, sql: "SELECT clock FROM replica_commit").map(UInt64.init(bitPattern:))
      }
      return times
    }
  }

  func endReplica() throws { try queue.write { try $0.execute(sql: ReplicaTables.removal) } }

  /// Stores the encrypted state, and the clock if given, without changing any record.
  func remember(sealedState: [UInt8], clock: UInt64? = nil) throws {
    try queue.write { database in
      try ReplicaTables.store(sealedState: sealedState, in: database)
      guard let clock else { return }
      try database.execute(sql: "UPDATE state SET clock = ?", arguments: [Int64(bitPattern: clock)])
    }
  }

  /// Stores a step as one transaction, which is on disk when this returns; returns its number.
  func store(_ step: ReplicaStep, sealedState: [UInt8], clock: UInt64) throws -> UInt64 {
    try queue.write { database in
      try step.apply(in: database)
      try ReplicaTables.store(sealedState: sealedState, in: database)
      try database.execute(
        sql: "UPDATE state SET transactionNumber = transactionNumber + 1, clock = ?", arguments: [Int64(bitPattern: clock)])
      return UInt64(bitPattern: try Int64.fetchOne(database, sql: "SELECT transactionNumber FROM state") ?? 0)
    }
  }
}
