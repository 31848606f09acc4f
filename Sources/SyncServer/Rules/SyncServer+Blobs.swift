// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import SyncModel
import SyncServerStore

/// The bytes of files, encrypted in chunks (docs/protocols/sync-server.md, section 7). Nothing reveals which record names a file.
extension SyncServer {
  /// Stores chunks of a file starting at a number, `{1: total number of chunks, 2: [chunk]}`: `{1: number of chunks present}`.
  ///
  /// Existing chunks stay as they are, and none is accepted while an earlier one is missing; the client continues from the reply.
  /// - Throws: `rateLimited`, `malformed`, `tooLarge`, `notAllowed`, `mismatch` for another total number than before, `quotaExceeded`,
  ///   `accountClosed`, `unavailable`.
  package func putChunks(_ body: some SentBody, from first: UInt64, of blob: BlobName, by caller: Caller) async throws(SyncServerError)
    -> Answer
  {
    let now = environment.now()
    try rates.admit(.blob, of: caller.account.bytes, configuration.blobRate, at: now)
    let message = try await Message(body, keys: 1...2, longest: ServerConfiguration.longestPart)
    guard caller.signer.isDevice else { throw SyncServerError(.notAllowed) }
    let (count, chunks) = try read { try Self.chunks(message, from: first) }
    // Files leave some of the account's quota for edits.
    let limit = configuration.byteLimit - configuration.byteLimit / ServerConfiguration.shareForRecords
    let part = BlobPart(
      account: caller.account, blob: blob, chunkCount: count, first: Int(first), chunks: chunks, byteLimit: limit,
      blobLimit: configuration.blobLimit)
    switch try await stored({ try await store.put(part, at: now) }) {
    case .stored(let present):
      // Announce a repeat, too: the server that accepted the first may have ended before it announced it.
      if present == count { announce(caller.account) }
      return Answer([1: .unsigned(UInt64(present))])
    case .mismatch: throw SyncServerError(.mismatch)
    case .quotaExceeded: throw SyncServerError(.quotaExceeded)
    case .closed: throw SyncServerError(.accountClosed)
    }
  }

  /// All chunks have the same length except the last one, which is longer than a tag.
  private static func chunks(_ message: Message, from first: UInt64) throws -> (count: Int, chunks: [[UInt8]]) {
    let count: UInt32 = try message.fields.integer(1)
    let chunks = try message.byteStrings(2, most: ServerConfiguration.chunksPerPart)
    guard (1...UInt32(BlobShape.mostChunks)).contains(count), !chunks.isEmpty, first < UInt64(count),
      UInt64(chunks.count) <= UInt64(count) - first
    else { throw SyncServerError(.malformed) }
    for (place, chunk) in chunks.enumerated() {
      let isLast = first + UInt64(place) == UInt64(count) - 1
      guard isLast ? BlobShape.lastSealedByteCounts.contains(chunk.count) : chunk.count == BlobShape.sealedChunkByteCount else {
        throw SyncServerError(.malformed)
      }
    }
    return (Int(count), chunks)
  }

  /// Returns chunks of a file starting at a number: `{1: total number of chunks, 2: [chunk]}`, none after those received so far.
  /// - Throws: `rateLimited`, `notFound`, `unavailable`.
  package func chunks(of blob: BlobName, from first: UInt64, for caller: Caller) async throws(SyncServerError) -> Answer {
    try rates.admit(.blob, of: caller.account.bytes, configuration.blobRate, at: environment.now())
    let page = try await stored {
      try await store.chunks(of: blob, account: caller.account, from: Int(clamping: first), most: ServerConfiguration.chunksPerPart)
    }
    guard let page else { throw SyncServerError(.notFound) }
    return Answer([1: .unsigned(UInt64(page.blob.chunkCount)), 2: .array(page.chunks.map(CBORValue.bytes))])
  }

  /// Returns the files ordered by name: `{1: [[name, total number of chunks, number of chunks present]], 2: more}`.
  /// - Throws: `rateLimited`, `unavailable`.
  package func blobs(after name: BlobName?, for caller: Caller) async throws(SyncServerError) -> Answer {
    try rates.admit(.pull, of: caller.account.bytes, configuration.pullRate, at: environment.now())
    let most = ServerConfiguration.blobsPerPage
    let blobs = try await stored { try await store.blobs(of: caller.account, after: name, most: most + 1) }
    return Answer([
      1: .array(
        blobs.prefix(most).map {
          .array([.bytes($0.name.bytes), .unsigned(UInt64($0.chunkCount)), .unsigned(UInt64($0.presentCount))])
        }), 2: .boolean(blobs.count > most),
    ])
  }

  /// Removes files that no record names, `{1: hash of the last commit, 2: [name]}`: `{1: number of files removed}`.
  ///
  /// The client must have seen the head, because a later commit may name one of them.
  /// - Throws: `rateLimited`, `malformed`, `tooLarge`, `notAllowed`, `staleParent` with the head, `accountClosed`, `unavailable`.
  package func removeBlobs(_ body: some SentBody, by caller: Caller) async throws(SyncServerError) -> Answer {
    try rates.admit(.push, of: caller.account.bytes, configuration.pushRate, at: environment.now())
    let message = try await Message(body, keys: 1...2, longest: ServerConfiguration.longestBody)
    guard caller.signer.isDevice else { throw SyncServerError(.notAllowed) }
    let (head, names) = try read {
      (
        try message.fields.bytes(1, count: CommitPosition.hashByteCount),
        try message.byteStrings(2, most: ServerConfiguration.mostPerMessage).map { bytes in
          guard let name = BlobName(bytes) else { throw SyncServerError(.malformed) }
          return name
        }
      )
    }
    switch try await stored({ try await store.remove(names, of: caller.account, seeing: head) }) {
    case .removed(let count): return Answer([1: .unsigned(UInt64(count))])
    case .staleParent(let head): throw SyncServerError(.staleParent, head: CommitPosition(number: head.number, hash: head.hash))
    case .closed: throw SyncServerError(.accountClosed)
    }
  }
}
