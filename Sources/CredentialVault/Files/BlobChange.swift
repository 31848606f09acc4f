// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB

/// The changes of a transaction to the bytes of files, besides its changes to records.
struct BlobChange: Sendable {
  /// The encrypted chunks of a new blob, in order.
  struct Stored: Sendable {
    let blob: BlobName
    let chunks: [[UInt8]]
  }

  /// The blobs to add.
  var stored: [Stored] = []
  /// The blobs to remove, with all of their chunks.
  var erased: [BlobName] = []

  /// Applies the changes inside the transaction of the records, after it has noted which files those name.
  /// - Throws: `storageFull` for a new file if the database had no room for the table of files yet.
  func apply(in database: Database) throws {
    if stored.isEmpty, erased.isEmpty { return }
    guard try database.tableExists("blob_chunk") else { throw CredentialVaultError(.storageFull) }
    let isReplica = try ReplicaFileTables.exist(in: database)
    for blob in erased where try !isReplica || !ReplicaFileTables.isNamed(blob, in: database) {
      try database.execute(cached: "DELETE FROM blob_chunk WHERE blob = ?", arguments: [Data(blob.bytes)])
    }
    for stored in stored {
      for (number, chunk) in stored.chunks.enumerated() { try Self.insert(chunk, number, of: stored.blob, in: database) }
      if isReplica { try ReplicaFileTables.set(.fresh, of: stored.blob, in: database) }
    }
  }

  static func insert(_ chunk: [UInt8], _ number: Int, of blob: BlobName, in database: Database) throws {
    try database.execute(
      cached: "INSERT INTO blob_chunk (blob, number, body) VALUES (?, ?, ?)", arguments: [Data(blob.bytes), number, Data(chunk)])
  }
}
