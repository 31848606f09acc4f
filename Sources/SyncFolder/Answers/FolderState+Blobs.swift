// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// The bytes of files that records name, in parts (docs/formats/sync-folder.md).
extension FolderState {
  private static let longestPart = 512 << 10
  private static let blobsPerPage = 2_000

  /// Stores chunks of a file starting at a number, `{1: total number of chunks, 2: [chunk]}`: `{1: number of chunks present}`.
  func putChunks(_ request: FolderRequest, of name: Substring) throws(SyncFolderError) -> CBORMap {
    let folder = try place(of: name)
    let first = try request.number("from") ?? 0
    let (count, chunks) = try Self.chunks(try request.fields(1...2, longest: Self.longestPart), from: first)
    let shelf = try PartShelf(in: folder, files)
    guard shelf.map({ $0.chunkCount == count }) ?? true else { throw SyncFolderError(.mismatch) }
    let present = shelf?.presentCount ?? 0
    let following = Int(first) > present ? [] : chunks.dropFirst(present - Int(first))
    guard !following.isEmpty else { return [1: .unsigned(UInt64(present))] }
    let content = Array(following.joined())
    try files.write(content, as: PartShelf.name(of: content, from: present, of: count), in: folder)
    return [1: .unsigned(UInt64(present + following.count))]
  }

  private static func chunks(_ fields: CanonicalFields, from first: UInt64) throws(SyncFolderError) -> (count: Int, chunks: [[UInt8]]) {
    do {
      let count: UInt32 = try fields.integer(1)
      let elements = try fields.array(2)
      guard elements.count <= PartShelf.mostChunks else { throw SyncFolderError(.tooLarge) }
      guard (1...UInt32(BlobShape.mostChunks)).contains(count), !elements.isEmpty, first < UInt64(count),
        UInt64(elements.count) <= UInt64(count) - first
      else { throw SyncFolderError(.malformed) }
      let chunks = try elements.enumerated().map { place, element in
        let isLast = first + UInt64(place) == UInt64(count) - 1
        guard let chunk = element.bytesValue,
          isLast ? BlobShape.lastSealedByteCounts.contains(chunk.count) : chunk.count == BlobShape.sealedChunkByteCount
        else { throw SyncFolderError(.malformed) }
        return chunk
      }
      return (Int(count), chunks)
    } catch {
      throw SyncFolderError(reading: error)
    }
  }

  /// Returns chunks of a file starting at a number: `{1: total number of chunks, 2: [chunk]}`; none if the part is not completely here.
  func chunks(_ request: FolderRequest, of name: Substring) throws(SyncFolderError) -> CBORMap {
    let folder = try place(of: name)
    let first = Int(clamping: try request.number("from") ?? 0)
    guard let shelf = try PartShelf(in: folder, files) else { throw SyncFolderError(.notFound) }
    return [1: .unsigned(UInt64(shelf.chunkCount)), 2: .array(try shelf.chunks(from: first, files).map(CBORValue.bytes))]
  }

  /// Returns the files ordered by name: `{1: [[name, total number of chunks, number of chunks present]], 2: more}`.
  func blobs(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let after = try request.bytes("after")
    guard after.map({ BlobName($0) != nil }) ?? true else { throw SyncFolderError(.malformed) }
    let home = try home()
    let names = try files.names(in: home).compactMap { Hexadecimal.bytes($0) }.filter { name in
      BlobName(name) != nil && after.map { $0.lexicographicallyPrecedes(name) } ?? true
    }.sorted { $0.lexicographicallyPrecedes($1) }
    var found: [CBORValue] = []
    for name in names {
      guard let shelf = try PartShelf(in: home + [Hexadecimal.text(name)], files) else { continue }
      guard found.count < Self.blobsPerPage else { return [1: .array(found), 2: .boolean(true)] }
      found.append(.array([.bytes(name), .unsigned(UInt64(shelf.chunkCount)), .unsigned(UInt64(shelf.presentCount))]))
    }
    return [1: .array(found), 2: .boolean(false)]
  }

  /// Removes the parts of files that no record names, `{1: hash of the line's end, 2: [name]}`: `{1: number of files removed}`.
  mutating func removeBlobs(_ request: FolderRequest) throws(SyncFolderError) -> CBORMap {
    let fields = try request.fields(1...2)
    let head: [UInt8]
    let names: [[UInt8]]
    do {
      head = try fields.bytes(1, count: CommitPosition.hashByteCount)
      names = try fields.array(2).map { element in
        guard let name = element.bytesValue, BlobName(name) != nil else { throw SyncFolderError(.malformed) }
        return name
      }
      guard names.count <= FolderRequest.mostPerMessage else { throw SyncFolderError(.tooLarge) }
    } catch {
      throw SyncFolderError(reading: error)
    }
    let (view, _) = try look()
    guard view.commits.head.hash == head else { throw SyncFolderError(.staleParent, head: view.commits.head) }
    var count: UInt64 = 0
    for name in names {
      let folder = try home() + [Hexadecimal.text(name)]
      let parts = try files.names(in: folder).filter(PartShelf.isOurs)
      if parts.isEmpty { continue }
      try files.remove(parts, in: folder)
      count += 1
    }
    return [1: .unsigned(count)]
  }

  private func home() throws(SyncFolderError) -> [String] {
    guard let account else { throw SyncFolderError(.sessionEnded) }
    return AccountView.place(of: account) + ["file"]
  }

  private func place(of name: Substring) throws(SyncFolderError) -> [String] {
    guard Hexadecimal.bytes(name).flatMap({ BlobName($0) }) != nil else { throw SyncFolderError(.malformed) }
    return try home() + [String(name)]
  }
}
