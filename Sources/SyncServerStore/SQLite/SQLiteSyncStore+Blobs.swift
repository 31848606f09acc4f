// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials
import GRDB

extension SQLiteSyncStore {
  /// Inserts the chunks that continue the existing ones; the last one advances the change number.
  package func put(_ part: BlobPart, at now: Date) async throws(SyncStoreError) -> BlobPartOutcome {
    try await writes.perform { database in
      guard var row = try AccountRow.fetchOpen(part.account, in: database) else { return .closed }
      let known = try database.row(
        "SELECT chunks, present FROM account_blob WHERE acct = ? AND name = ?", [part.account.data, part.blob.data])
      if let known, known["chunks"] != part.chunkCount { return .mismatch }
      var present: Int = known?["present"] ?? 0
      let chunks = part.following(present)
      guard !chunks.isEmpty else { return .stored(presentCount: present) }
      if known == nil {
        let count = try database.number("SELECT count(*) FROM account_blob WHERE acct = ?", [part.account.data]) ?? 0
        guard UInt64(stored: count) < part.blobLimit else { return .quotaExceeded }
      }
      guard row.take(chunks, of: part, behind: present) else { return .quotaExceeded }
      for chunk in chunks {
        try database.run(
          "INSERT INTO blob_chunk (acct, name, number, body) VALUES (?, ?, ?, ?)",
          [part.account.data, part.blob.data, present, Data(chunk)])
        present += 1
      }
      try database.run(
        """
        INSERT INTO account_blob (acct, name, chunks, present, bytes, touched) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (acct, name) DO UPDATE SET present = excluded.present, bytes = bytes + excluded.bytes, touched = excluded.touched
        """,
        [
          part.account.data, part.blob.data, part.chunkCount, present, chunks.reduce(0) { $0 + $1.count }, now.milliseconds,
        ])
      try row.save(in: database)
      return .stored(presentCount: present)
    }
  }

  /// Reads rows ordered by name.
  package func blobs(of account: AccountIdentifier, after name: BlobName?, most: Int) async throws(SyncStoreError) -> [StoredBlob] {
    try await read { database in
      try Row.fetchAll(
        database, sql: "SELECT name, chunks, present FROM account_blob WHERE acct = ? AND name > ? ORDER BY name LIMIT ?",
        arguments: [account.data, name?.data ?? Data(), most]
      ).map { StoredBlob(name: try $0.identifier("name"), chunkCount: $0["chunks"], presentCount: $0["present"]) }
    }
  }

  /// Reads chunks ordered by number.
  package func chunks(
    of blob: BlobName, account: AccountIdentifier, from first: Int, most: Int
  ) async throws(SyncStoreError) -> BlobPage? {
    try await read { database in
      let found = try Row.fetchOne(
        database, sql: "SELECT chunks, present FROM account_blob WHERE acct = ? AND name = ?", arguments: [account.data, blob.data])
      guard let found else { return nil }
      let chunks = try Data.fetchAll(
        database, sql: "SELECT body FROM blob_chunk WHERE acct = ? AND name = ? AND number >= ? ORDER BY number LIMIT ?",
        arguments: [account.data, blob.data, first, most])
      return BlobPage(
        blob: StoredBlob(name: blob, chunkCount: found["chunks"], presentCount: found["present"]), chunks: chunks.map { Array($0) })
    }
  }

  /// Deletes blobs with their chunks if the commit is still the head.
  package func remove(
    _ blobs: [BlobName], of account: AccountIdentifier, seeing head: [UInt8]
  ) async throws(SyncStoreError) -> BlobRemovalOutcome {
    try await writes.perform { database in
      guard var row = try AccountRow.fetchOpen(account, in: database) else { return .closed }
      guard row.head.hash == head else { return .staleParent(head: row.head) }
      var count = 0
      for blob in blobs {
        let bytes = try database.number("SELECT bytes FROM account_blob WHERE acct = ? AND name = ?", [account.data, blob.data])
        guard let bytes else { continue }
        for table in ["blob_chunk", "account_blob"] {
          try database.run("DELETE FROM \(table) WHERE acct = ? AND name = ?", [account.data, blob.data])
        }
        row.release(byteCount: UInt64(stored: bytes))
        count += 1
      }
      try row.save(in: database)
      return .removed(count)
    }
  }
}
