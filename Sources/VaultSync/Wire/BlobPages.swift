// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography

/// A page of `GET /v1/blobs`, decoded and untrusted.
package struct BlobListPage {
  /// The files ordered by name, each with its number of chunks, and how many of them are there.
  package let blobs: [(name: BlobName, chunkCount: Int, presentCount: Int)]
  /// Whether there is another page.
  package let hasMore: Bool

  /// Decodes a page.
  /// - Parameter last: The last name of the previous page.
  /// - Throws: `answerMalformed`, also if names do not increase after the last one of the previous page, so that each listing ends.
  package init(_ bytes: [UInt8], after last: BlobName?) throws(VaultSyncError) {
    let answer = try SyncAnswer(bytes, keys: 1...2)
    var former = last?.bytes ?? []
    var blobs: [(name: BlobName, chunkCount: Int, presentCount: Int)] = []
    for element in try answer.array(1) {
      guard let parts = element.arrayValue, parts.count == 3, let name = parts[0].bytesValue.flatMap({ BlobName($0) }),
        case .unsigned(let count) = parts[1], case .unsigned(let present) = parts[2],
        (1...UInt64(BlobShape.mostChunks)).contains(count), present <= count, former.lexicographicallyPrecedes(name.bytes)
      else { throw VaultSyncError(.answerMalformed) }
      former = name.bytes
      blobs.append((name, Int(count), Int(present)))
    }
    self.blobs = blobs
    hasMore = try answer.boolean(2)
    guard !hasMore || !blobs.isEmpty else { throw VaultSyncError(.answerMalformed) }
  }
}

/// A page of a file's chunks, decoded and untrusted.
package struct BlobChunksPage {
  /// The claimed total number of chunks.
  package let chunkCount: UInt64
  /// Some of the encrypted chunks.
  package let chunks: [[UInt8]]

  /// Decodes a page.
  /// - Throws: `answerMalformed`.
  package init(_ bytes: [UInt8]) throws(VaultSyncError) {
    let answer = try SyncAnswer(bytes, keys: 1...2)
    chunkCount = try answer.unsigned(1)
    chunks = try answer.byteStrings(2)
  }
}
