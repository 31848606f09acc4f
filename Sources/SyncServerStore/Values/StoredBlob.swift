// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// The stored state of one file's bytes, which arrive in chunks, first one first.
package struct StoredBlob: Hashable, Sendable {
  /// The name under which its chunks are stored.
  package let name: BlobName
  /// The number of chunks of the complete file.
  package let chunkCount: Int
  /// The number of chunks received so far.
  package let presentCount: Int

  /// Creates a blob.
  package init(name: BlobName, chunkCount: Int, presentCount: Int) {
    self.name = name
    self.chunkCount = chunkCount
    self.presentCount = presentCount
  }
}

/// Received chunks whose lengths were checked.
package struct BlobPart: Hashable, Sendable {
  /// The account.
  package let account: AccountIdentifier
  /// The name under which the chunks are stored.
  package let blob: BlobName
  /// The number of chunks of the complete file.
  package let chunkCount: Int
  /// The number of the first one here, starting at 0.
  package let first: Int
  /// The encrypted chunks.
  package let chunks: [[UInt8]]
  /// The storage quota of the account in bytes, including these chunks.
  package let byteLimit: UInt64
  /// The maximum number of blobs of the account.
  package let blobLimit: UInt64

  /// Creates a part.
  package init(
    account: AccountIdentifier, blob: BlobName, chunkCount: Int, first: Int, chunks: [[UInt8]], byteLimit: UInt64, blobLimit: UInt64
  ) {
    self.account = account
    self.blob = blob
    self.chunkCount = chunkCount
    self.first = first
    self.chunks = chunks
    self.byteLimit = byteLimit
    self.blobLimit = blobLimit
  }

  /// Returns the chunks that continue the existing ones; none if they all exist, or if some in between are missing.
  func following(_ presentCount: Int) -> ArraySlice<[UInt8]> {
    presentCount < first ? [] : chunks.dropFirst(presentCount - first)
  }
}

/// The outcome of storing chunks.
package enum BlobPartOutcome: Hashable, Sendable {
  /// This many chunks are present now, starting from the first; a client continues from there.
  case stored(presentCount: Int)
  /// The blob is known with another number of chunks.
  case mismatch
  /// The account would exceed its quota.
  case quotaExceeded
  /// There is no such account, or it is closed.
  case closed
}

/// Chunks to be sent.
package struct BlobPage: Hashable, Sendable {
  /// The blob.
  package let blob: StoredBlob
  /// The requested chunks that are present.
  package let chunks: [[UInt8]]

  /// Creates a page.
  package init(blob: StoredBlob, chunks: [[UInt8]]) {
    self.blob = blob
    self.chunks = chunks
  }
}

/// The outcome of removing blobs.
package enum BlobRemovalOutcome: Hashable, Sendable {
  /// The number of blobs removed.
  case removed(Int)
  /// The client did not see the last commit, which may name one of them.
  case staleParent(head: StoredPosition)
  /// There is no such account, or it is closed.
  case closed
}
