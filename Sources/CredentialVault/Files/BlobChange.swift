// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB

/// What a transaction does to the bytes of files, beside what it stores of records.
struct BlobChange: Sendable {
  /// The sealed chunks of a new blob, in their order.
  struct Stored: Sendable {
    let blob: BlobName
    let chunks: [[UInt8]]
  }

  /// Blobs that come.
  var stored: [Stored] = []
  /// Blobs that go, with every chunk of theirs.
  var erased: [BlobName] = []

  /// Carries it out inside the transaction of the records, once it is noted there which files those name.
  /// - Throws: `storageFull` for a file that comes into a database in which there was no room for the table of files yet.
  func apply(in database: Database) throws {
    if stored.isEmpty, erased.isEmpty { return }
    guard try database.tableExists("blob_chunk") else { throw CredentialVaultError(.storageFull) }
    let isReplica = try ReplicaFileTables.exist(in: database)
    for blob in erased where try !isReplica || !ReplicaFileTables.isNamed(blob, in: database) {
      try database.execute(sql: "DELETE FROM blob_chunk WHERE blob = ?", arguments: [Data(blob.bytes)])
    }
    for stored in stored {
      for (number, chunk) in stored.chunks.enumerated() { try Self.insert(chunk, number, of: stored.blob, in: database) }
      if isReplica { try ReplicaFileTables.set(.fresh, of: stored.blob, in: database) }
    }
  }

  static func insert(_ chunk: [UInt8], _ number: Int, of blob: BlobName, in database: Database) throws {
    try database.execute(
      sql: "INSERT INTO blob_chunk (blob, number, body) VALUES (?, ?, ?)", arguments: [Data(blob.bytes), number, Data(chunk)])
  }
}
