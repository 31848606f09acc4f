// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography

/// A page of `GET /v1/blobs`, read and not believed.
package struct BlobListPage {
  /// The files in the order of their names: how many chunks each has, and how many of them are there.
  package let blobs: [(name: BlobName, chunkCount: Int, presentCount: Int)]
  /// Whether the next page has more.
  package let hasMore: Bool

  /// Reads a page.
  /// - Parameter last: The last name of the page before.
  /// - Throws: `answerMalformed`, also where names do not rise behind the last one of the page before, so that each listing ends.
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

/// A page of the chunks of a file, read and not believed.
package struct BlobChunksPage {
  /// How many chunks the whole is said to have.
  package let chunkCount: UInt64
  /// Some of them, sealed.
  package let chunks: [[UInt8]]

  /// Reads a page.
  /// - Throws: `answerMalformed`.
  package init(_ bytes: [UInt8]) throws(VaultSyncError) {
    let answer = try SyncAnswer(bytes, keys: 1...2)
    chunkCount = try answer.unsigned(1)
    chunks = try answer.byteStrings(2)
  }
}
