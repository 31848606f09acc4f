// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// What is kept of the bytes of one file, which come in chunks, the first one first.
package struct StoredBlob: Hashable, Sendable {
  /// Under which its chunks are kept.
  package let name: BlobName
  /// How many chunks it has when it is whole.
  package let chunkCount: Int
  /// How many have come so far.
  package let presentCount: Int

  /// Describes a blob.
  package init(name: BlobName, chunkCount: Int, presentCount: Int) {
    self.name = name
    self.chunkCount = chunkCount
    self.presentCount = presentCount
  }
}

/// Chunks on their way in, whose lengths were checked.
package struct BlobPart: Hashable, Sendable {
  /// Whose file it is.
  package let account: AccountIdentifier
  /// Under which the chunks are kept.
  package let blob: BlobName
  /// How many chunks the whole has.
  package let chunkCount: Int
  /// The number of the first one here, from 0.
  package let first: Int
  /// The chunks, sealed.
  package let chunks: [[UInt8]]
  /// What the account may take at most with them, in bytes.
  package let byteLimit: UInt64
  /// How many blobs the account may have.
  package let blobLimit: UInt64

  /// Puts a part together.
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

  /// What goes on from the chunks that are there; nothing where those are here too, or where some in between are missing.
  func following(_ presentCount: Int) -> ArraySlice<[UInt8]> {
    presentCount < first ? [] : chunks.dropFirst(presentCount - first)
  }
}

/// What came of chunks that were handed in.
package enum BlobPartOutcome: Hashable, Sendable {
  /// So many chunks are there now, from the first one on; a client goes on from there.
  case stored(presentCount: Int)
  /// The blob is known with another number of chunks.
  case mismatch
  /// The account would take more than it may.
  case quotaExceeded
  /// There is no such account, or it is closed.
  case closed
}

/// Chunks on their way out.
package struct BlobPage: Hashable, Sendable {
  /// The blob.
  package let blob: StoredBlob
  /// The chunks that were asked for, as far as they are there.
  package let chunks: [[UInt8]]

  /// Puts a page together.
  package init(blob: StoredBlob, chunks: [[UInt8]]) {
    self.blob = blob
    self.chunks = chunks
  }
}

/// What came of a wish to let blobs go.
package enum BlobRemovalOutcome: Hashable, Sendable {
  /// So many went.
  case removed(Int)
  /// Whoever wished it did not see the last commit, which may name one of them.
  case staleParent(head: StoredPosition)
  /// There is no such account, or it is closed.
  case closed
}
