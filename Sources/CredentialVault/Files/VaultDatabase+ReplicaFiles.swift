// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB

/// The bytes of files in transit to and from other devices.
extension VaultDatabase {
  /// A file that still has to be sent, at least in part.
  struct OutgoingFile {
    let blob: BlobName
    let chunkCount: Int
    let isFresh: Bool
  }

  func hasReplicaFiles() throws -> Bool { try queue.read { try ReplicaFileTables.exist(in: $0) } }

  /// Creates the tables. Files on this device may or may not be on the other side.
  ///
  /// - Parameter named: The files of each record.
  func beginReplicaFiles(_ named: [(record: Data, blobs: [BlobName])]) throws {
    try queue.write { database in
      try database.execute(sql: ReplicaFileTables.removal)
      try database.execute(sql: ReplicaFileTables.creation)
      for (record, blobs) in named { try ReplicaFileTables.note(blobs, namedBy: record, in: database) }
      guard try database.tableExists("blob_chunk") else { return }
      try database.execute(
        sql: """
          INSERT INTO replica_blob SELECT DISTINCT blob, ?, NULL FROM blob_chunk WHERE blob IN (SELECT blob FROM replica_file)
          """, arguments: [ReplicaFileTables.Standing.begun.rawValue])
    }
  }

  /// Returns the files that the other side may not have completely, shortest first.
  func outgoingFiles() throws -> [OutgoingFile] {
    try queue.read { database in
      guard try ReplicaFileTables.exist(in: database), try database.tableExists("blob_chunk") else { return [] }
      let rows = try GRDB.Row.fetchAll(
        database,
        sql: """
          SELECT blob, standing, (SELECT count(*) FROM blob_chunk WHERE blob_chunk.blob = replica_blob.blob) AS chunks
          FROM replica_blob WHERE standing IN (1, 2) AND chunks > 0 ORDER BY chunks, blob
          """)
      return rows.compactMap { row in
        guard let blob = Data.fromDatabaseValue(row[0]).flatMap({ BlobName($0) }), let chunks = Int.fromDatabaseValue(row[2]) else {
          return nil
        }
        return OutgoingFile(
          blob: blob, chunkCount: chunks, isFresh: Int.fromDatabaseValue(row[1]) == ReplicaFileTables.Standing.fresh.rawValue)
      }
    }
  }

  /// Returns the files that the other side has completely.
  func settledFiles() throws -> [BlobName] {
    try queue.read { database in
      guard try ReplicaFileTables.exist(in: database) else { return [] }
      return try Data.fetchAll(
        database, sql: "SELECT blob FROM replica_blob WHERE standing = ?", arguments: [ReplicaFileTables.Standing.there.rawValue]
      ).compactMap { BlobName($0) }
    }
  }

  /// Returns the files that records name and whose bytes are not here, each with a record that names it and the number of chunks received.
  func incomingFiles() throws -> [(blob: BlobName, record: RecordName, presentCount: Int)] {
    try queue.read { database in
      guard try ReplicaFileTables.exist(in: database), try database.tableExists("blob_chunk") else { return [] }
      let rows = try GRDB.Row.fetchAll(
        database,
        sql: """
          SELECT blob, min(record), (SELECT count(*) FROM replica_chunk WHERE replica_chunk.blob = replica_file.blob) FROM replica_file
          WHERE NOT EXISTS (SELECT 1 FROM blob_chunk WHERE blob_chunk.blob = replica_file.blob) GROUP BY blob
          """)
      return rows.compactMap { row in
        guard let blob = Data.fromDatabaseValue(row[0]).flatMap({ BlobName($0) }),
          let record = Data.fromDatabaseValue(row[1]).flatMap({ RecordName($0) })
        else { return nil }
        return (blob, record, Int.fromDatabaseValue(row[2]) ?? 0)
      }
    }
  }

  /// Whether a record names the file and its bytes have not arrived yet.
  func isAwaited(_ blob: BlobName) -> Bool {
    let found = try? queue.read { database in
      guard try ReplicaFileTables.exist(in: database), try ReplicaFileTables.isNamed(blob, in: database) else { return false }
      return try Int.fetchOne(database, sql: "SELECT 1 FROM replica_blob WHERE blob = ?", arguments: [Data(blob.bytes)]) == nil
        && StoredChunks.body(0, of: blob, in: database) == nil
    }
    return found ?? false
  }

  /// Returns the number of files to be sent and to be received.
  func waitingFileCounts() throws -> (outgoing: Int, incoming: Int) { (try outgoingFiles().count, try incomingFiles().count) }

  func set(_ standing: ReplicaFileTables.Standing, of blob: BlobName) throws {
    try queue.write { database in
      // A removal in the meantime takes precedence.
      guard try ReplicaFileTables.isNamed(blob, in: database) else { return }
      try ReplicaFileTables.set(standing, of: blob, in: database)
    }
  }

  /// Stores verified chunks after those already received; does nothing if no record names the file any more.
  func keep(_ chunks: [[UInt8]], from first: Int, of blob: BlobName) throws {
    try queue.write { database in
      guard try ReplicaFileTables.isNamed(blob, in: database) else { return }
      for (number, chunk) in zip(first..., chunks) {
        try database.execute(
          sql: "INSERT OR REPLACE INTO replica_chunk VALUES (?, ?, ?)", arguments: [Data(blob.bytes), number, Data(chunk)])
      }
    }
  }

  /// Returns a received chunk.
  func arrivedChunk(_ number: Int, of blob: BlobName) -> [UInt8]? {
    let found = try? queue.read { database in
      try Data.fetchOne(
        database, sql: "SELECT body FROM replica_chunk WHERE blob = ? AND number = ?", arguments: [Data(blob.bytes), number])
    }
    return (found ?? nil).map { Array($0) }
  }

  /// Moves a completely received file into place, in one transaction.
  func settle(_ blob: BlobName) throws {
    try queue.write { database in
      let key = Data(blob.bytes)
      if try ReplicaFileTables.isNamed(blob, in: database) {
        try database.execute(sql: "DELETE FROM blob_chunk WHERE blob = ?", arguments: [key])
        try database.execute(
          sql: "INSERT INTO blob_chunk (blob, number, body) SELECT blob, number, body FROM replica_chunk WHERE blob = ? ORDER BY number",
          arguments: [key])
        try ReplicaFileTables.set(.there, of: blob, in: database)
      }
      try database.execute(sql: "DELETE FROM replica_chunk WHERE blob = ?", arguments: [key])
    }
  }

  /// Removes the received chunks of a file.
  func dropArrived(_ blob: BlobName) throws {
    try queue.write { try $0.execute(sql: "DELETE FROM replica_chunk WHERE blob = ?", arguments: [Data(blob.bytes)]) }
  }

  /// Notes otherwise unknown files as unwanted.
  /// - Parameter mayBeEarly: Whether the commit that names a file may arrive after its parts.
  func noteUnclaimed(_ blobs: [BlobName], mayBeEarly: Bool) throws {
    let standing = mayBeEarly ? ReplicaFileTables.Standing.unclaimed : .unwanted
    try queue.write { database in
      for blob in blobs where try !ReplicaFileTables.isNamed(blob, in: database) {
        try database.execute(
          sql: "INSERT OR IGNORE INTO replica_blob VALUES (?, ?, NULL)",
          arguments: [Data(blob.bytes), standing.rawValue])
      }
    }
  }

  /// Records the commit up to which the chain says that files are unwanted, for those without one.
  func noteUnwanted(upTo number: UInt64) throws {
    try queue.write { database in
      guard try ReplicaFileTables.exist(in: database) else { return }
      try database.execute(
        sql: "UPDATE replica_blob SET number = ? WHERE standing IN (?, ?) AND number IS NULL",
        arguments: [
          Int64(bitPattern: number), ReplicaFileTables.Standing.unwanted.rawValue, ReplicaFileTables.Standing.unclaimed.rawValue,
        ])
    }
  }

  /// Returns the files that no record names, each with the commit that says so.
  ///
  /// - Parameter clock: Files whose commit may still arrive are included only if they were noted after a commit from before this time.
  func unwantedFiles(unclaimedBefore clock: UInt64) throws -> [(blob: BlobName, number: UInt64)] {
    try queue.read { database in
      guard try ReplicaFileTables.exist(in: database) else { return [] }
      let rows = try GRDB.Row.fetchAll(
        database,
        sql: """
          SELECT blob, number FROM replica_blob WHERE number IS NOT NULL AND (standing = ? OR standing = ? AND NOT EXISTS (
            SELECT 1 FROM replica_commit WHERE replica_commit.number = replica_blob.number AND clock >= ?))
          """,
        arguments: [
          ReplicaFileTables.Standing.unwanted.rawValue, ReplicaFileTables.Standing.unclaimed.rawValue, Int64(bitPattern: clock),
        ])
      return rows.compactMap { row in
        guard let blob = Data.fromDatabaseValue(row[0]).flatMap({ BlobName($0) }), let number = Int64.fromDatabaseValue(row[1]) else {
          return nil
        }
        return (blob, UInt64(bitPattern: number))
      }
    }
  }

  /// Forgets files that are gone from the other side.
  func forgetUnwanted(_ blobs: [BlobName]) throws {
    try queue.write { database in
      for blob in blobs {
        try database.execute(
          sql: "DELETE FROM replica_blob WHERE blob = ? AND standing IN (?, ?)",
          arguments: [Data(blob.bytes), ReplicaFileTables.Standing.unwanted.rawValue, ReplicaFileTables.Standing.unclaimed.rawValue])
      }
    }
  }
}
