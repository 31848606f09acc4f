// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How the bytes of a file are cut into chunks: padded as records are, so that only the padded length shows.
package struct BlobShape: Hashable, Sendable {
  /// The bytes of plaintext in every chunk but the last, which has what is left.
  package static let chunkByteCount = 65_536

  /// The bytes of a chunk as it is stored; the last one may have fewer.
  package static let sealedChunkByteCount = chunkByteCount + AuthenticatedEncryption.tagByteCount
  /// How many bytes the last chunk may have as it is stored.
  package static let lastSealedByteCounts = AuthenticatedEncryption.tagByteCount + 1...sealedChunkByteCount
  /// The most chunks of a file of 10 MiB, which is the longest that a vault takes.
  package static let mostChunks = BlobShape(byteCount: 10 << 20).chunkCount

  /// The length of the content in bytes.
  package let byteCount: Int
  /// The length of content, mark and zeroes.
  let paddedByteCount: Int

  /// Lays out content of a length in bytes.
  package init(byteCount: Int) {
    self.byteCount = max(0, byteCount)
    paddedByteCount = PaddingClass.paddedByteCount(self.byteCount)
  }

  /// How many chunks there are; one at least.
  package var chunkCount: Int { (paddedByteCount + Self.chunkByteCount - 1) / Self.chunkByteCount }

  /// How many bytes of the content lie in a chunk; none in one that is all padding.
  package func contentByteCount(ofChunk number: Int) -> Int {
    min(max(0, byteCount - number * Self.chunkByteCount), Self.chunkByteCount)
  }

  /// How many bytes of plaintext a chunk has.
  func plaintextByteCount(ofChunk number: Int) -> Int {
    min(max(0, paddedByteCount - number * Self.chunkByteCount), Self.chunkByteCount)
  }

  func isLast(_ number: Int) -> Bool { number == chunkCount - 1 }
}
