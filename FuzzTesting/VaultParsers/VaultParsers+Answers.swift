// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import VaultSync

extension VaultParsers {
  /// A list of files that the other side claims to have, after the first byte of the last name on the previous page.
  static func checkBlobList(_ input: [UInt8], plantsFault: Bool) throws(Broken) {
    guard let first = input.first else { return }
    let last = first == 0 ? nil : BlobName([first] + [UInt8](repeating: 0, count: 15))
    let page = Array(input.dropFirst())
    guard let read = try? BlobListPage(page, after: last) else { return }
    var former = last?.bytes ?? []
    for blob in read.blobs {
      try require(former.lexicographicallyPrecedes(blob.name.bytes), "names rise, so that each listing ends")
      try require(blob.chunkCount > 0 && blob.chunkCount <= BlobShape.mostChunks, "a file has the chunks that it may have")
      try require(blob.presentCount >= 0 && blob.presentCount <= blob.chunkCount, "there are no more chunks than the whole has")
      former = blob.name.bytes
    }
    try require(!read.hasMore || !read.blobs.isEmpty, "a page with more behind it has something")
    // The planted fault: treats a file without any chunk as wrong.
    try require(!(plantsFault && read.blobs.contains { $0.presentCount == 0 }), "a file may have nothing there")
    let elements = read.blobs.map { blob in
      CBORValue.array([.bytes(blob.name.bytes), .unsigned(UInt64(blob.chunkCount)), .unsigned(UInt64(blob.presentCount))])
    }
    try require(encode([1: .array(elements), 2: .boolean(read.hasMore)]) == page, "a list of files has one encoding")
  }

  /// Chunks of a file.
  static func checkBlobChunks(_ input: [UInt8], plantsFault: Bool) throws(Broken) {
    guard let read = try? BlobChunksPage(input) else { return }
    // The planted fault: treats a page with several chunks as wrong.
    try require(!(plantsFault && read.chunks.count > 1), "a page has several chunks")
    try require(
      encode([1: .unsigned(read.chunkCount), 2: .array(read.chunks.map(CBORValue.bytes))]) == input, "a page of chunks has one encoding")
  }

  private static func encode(_ map: CBORMap) -> [UInt8] { CBOREncoder(profile: .deterministic).encode(.map(map)) }
}
