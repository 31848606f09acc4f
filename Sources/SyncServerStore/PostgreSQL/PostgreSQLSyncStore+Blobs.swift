// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

extension PostgreSQLSyncStore {
  /// Checks the part against the account's locked row and writes it, in two round trips.
  package func put(_ part: BlobPart, at now: Date) async throws(SyncStoreError) -> BlobPartOutcome {
    try await write { connection in
      let (account, blob) = (PostgreSQLValue.name(part.account), PostgreSQLValue.name(part.blob))
      let found = try connection.run([
        .init(.begin), .init(.lockAccount, account), .init(.readBlob, account, blob), .init(.countBlobs, account),
      ])
      func refuse(_ outcome: BlobPartOutcome) throws -> BlobPartOutcome {
        _ = try connection.run(.init(.rollBack))
        return outcome
      }
      guard var row = try AccountRow(part.account, found[1]), row.erasure == nil else { return try refuse(.closed) }
      let known = found[2].rows.first
      if let known, try known.small(0) != part.chunkCount { return try refuse(.mismatch) }
      let present: Int = try known?.small(1) ?? 0
      let chunks = part.following(present)
      guard !chunks.isEmpty else { return try refuse(.stored(presentCount: present)) }
      if known == nil, try found[3].rows.first?.counter(0) ?? 0 >= part.blobLimit { return try refuse(.quotaExceeded) }
      guard row.take(chunks, of: part, behind: present) else { return try refuse(.quotaExceeded) }
      let (count, bytes) = (present + chunks.count, chunks.reduce(0) { $0 + $1.count })
      _ = try connection.run(
        zip(present..., chunks).map { .init(.insertChunk, account, blob, .integer(Int64($0)), .bytes($1)) } + [
          .init(
            .putBlob, account, blob, .integer(Int64(part.chunkCount)), .integer(Int64(count)), .integer(Int64(bytes)), .time(now)),
          row.saving, .init(.commit),
        ], isFinal: true)
      return .stored(presentCount: count)
    }
  }

  /// Reads rows ordered by name.
  package func blobs(of account: AccountIdentifier, after name: BlobName?, most: Int) async throws(SyncStoreError) -> [StoredBlob] {
    try await read { connection in
      try connection.run(.init(.readBlobs, .name(account), .bytes(name?.bytes ?? []), .integer(Int64(most)))).rows.map {
        StoredBlob(name: try $0.identifier(0), chunkCount: try $0.small(1), presentCount: try $0.small(2))
      }
    }
  }

  /// Reads chunks ordered by number.
  package func chunks(
    of blob: BlobName, account: AccountIdentifier, from first: Int, most: Int
  ) async throws(SyncStoreError) -> BlobPage? {
    try await read { connection in
      let read = try connection.run([
        .init(.beginSnapshot), .init(.readBlob, .name(account), .name(blob)),
        .init(.readChunks, .name(account), .name(blob), .integer(Int64(first)), .integer(Int64(most))), .init(.commit),
      ])
      guard let found = read[1].rows.first else { return nil }
      return BlobPage(
        blob: StoredBlob(name: blob, chunkCount: try found.small(0), presentCount: try found.small(1)),
        chunks: try read[2].rows.map { try $0.bytes(0) })
    }
  }

  /// Deletes blobs with their chunks if the commit is still the head.
  package func remove(
    _ blobs: [BlobName], of account: AccountIdentifier, seeing head: [UInt8]
  ) async throws(SyncStoreError) -> BlobRemovalOutcome {
    try await write { connection in
      let locked = try connection.run([.init(.begin), .init(.lockAccount, .name(account))])
      guard var row = try AccountRow(account, locked[1]), row.erasure == nil else {
        _ = try connection.run(.init(.rollBack))
        return .closed
      }
      guard row.head.hash == head else {
        _ = try connection.run(.init(.rollBack))
        return .staleParent(head: row.head)
      }
      let removed = try connection.run(blobs.map { .init(.removeBlob, .name(account), .name($0)) })
      var count = 0
      for answer in removed {
        guard let found = answer.rows.first else { continue }
        row.release(byteCount: try found.counter(0))
        count += 1
      }
      _ = try connection.run([row.saving, .init(.commit)], isFinal: true)
      return .removed(count)
    }
  }
}
