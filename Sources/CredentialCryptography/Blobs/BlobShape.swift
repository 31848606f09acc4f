// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The division of a file's bytes into chunks. They are padded like records, so that only the padded length is visible.
package struct BlobShape: Hashable, Sendable {
  /// The number of plaintext bytes in every chunk but the last, which has the remainder.
  package static let chunkByteCount = 65_536

  /// The maximum number of bytes of a stored chunk; the last one may have fewer.
  package static let sealedChunkByteCount = chunkByteCount + AuthenticatedEncryption.tagByteCount
  /// The possible lengths of the last stored chunk in bytes.
  package static let lastSealedByteCounts = AuthenticatedEncryption.tagByteCount + 1...sealedChunkByteCount
  /// The maximum number of chunks: those of a file of 10 MiB, the longest that a vault accepts.
  package static let mostChunks = BlobShape(byteCount: 10 << 20).chunkCount

  /// The length of the content in bytes.
  package let byteCount: Int
  /// The length of content, mark and zeroes in bytes.
  let paddedByteCount: Int

  /// Divides content of this length in bytes.
  package init(byteCount: Int) {
    self.byteCount = max(0, byteCount)
    paddedByteCount = PaddingClass.paddedByteCount(self.byteCount)
  }

  /// The number of chunks, at least one.
  package var chunkCount: Int { (paddedByteCount + Self.chunkByteCount - 1) / Self.chunkByteCount }

  /// Returns the number of content bytes in a chunk; 0 if it is all padding.
  package func contentByteCount(ofChunk number: Int) -> Int {
    min(max(0, byteCount - number * Self.chunkByteCount), Self.chunkByteCount)
  }

  /// Returns the number of plaintext bytes in a chunk.
  func plaintextByteCount(ofChunk number: Int) -> Int {
    min(max(0, paddedByteCount - number * Self.chunkByteCount), Self.chunkByteCount)
  }

  func isLast(_ number: Int) -> Bool { number == chunkCount - 1 }
}
