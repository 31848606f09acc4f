// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// The parts of one file of a record, each some of its sealed chunks one behind the other (docs/formats/sync-folder.md, "Files").
///
/// A part's name says where it belongs, so that a look costs the reading of names; what is in it counts when it is read, by its hash.
struct PartShelf {
  /// How many chunks a part has at most.
  static let mostChunks = 4
  /// Of more parts only the first ones are looked at; a file of 10 MiB has 41 of its own.
  private static let mostParts = 1_000

  private struct Part {
    let name: String
    let first: Int
    let chunkCount: Int
    let presentCount: Int
    var end: Int { first + presentCount }
  }

  let chunkCount: Int
  let presentCount: Int
  private let parts: [Part]
  private let folder: [String]

  /// Reads the names in a file's folder; nil where no part is there.
  /// - Throws: `unavailable`.
  init?(in folder: [String], _ files: FolderFiles) throws(SyncFolderError) {
    var parts: [Part] = []
    for name in try files.names(in: folder).sorted() where parts.count < Self.mostParts {
      guard let (first, count) = Self.place(of: name), let stamp = try files.stamp(of: name, in: folder),
        let present = Self.presentCount(ofBytes: stamp.byteCount, from: first, of: count)
      else { continue }
      parts.append(Part(name: name, first: first, chunkCount: count, presentCount: present))
    }
    // Somebody may have put parts there that belong to nothing: what goes further counts.
    let ends = Set(parts.map(\.chunkCount)).map { count in (count: count, end: Self.end(of: parts.filter { $0.chunkCount == count })) }
    guard let best = ends.max(by: { ($0.end, $1.count) < ($1.end, $0.count) }) else { return nil }
    chunkCount = best.count
    presentCount = best.end
    self.parts = parts.filter { $0.chunkCount == best.count }
    self.folder = folder
  }

  /// The chunks of a part from a number on; none where no part that is whole has it.
  /// - Throws: `unavailable`.
  func chunks(from number: Int, _ files: FolderFiles) throws(SyncFolderError) -> [[UInt8]] {
    for part in parts where part.first <= number && number < part.end {
      let most = Self.mostChunks * BlobShape.sealedChunkByteCount
      guard case .content(let content) = try files.read(part.name, in: folder, atMost: most),
        Hexadecimal.text(Shelf.hash(of: content)) == part.name.prefix(64),
        Self.presentCount(ofBytes: content.count, from: part.first, of: part.chunkCount) == part.presentCount
      else { continue }
      let size = BlobShape.sealedChunkByteCount
      return stride(from: (number - part.first) * size, to: content.count, by: size).map { start in
        Array(content[start..<min(content.count, start + size)])
      }
    }
    return []
  }

  /// The name of a part.
  static func name(of content: [UInt8], from first: Int, of chunkCount: Int) -> String {
    "\(Hexadecimal.text(Shelf.hash(of: content))).part-\(first)-\(chunkCount)"
  }

  /// Whether a name in a file's folder is a part's, or what a crash left of one.
  static func isOurs(_ name: String) -> Bool { place(of: name) != nil || name.hasPrefix(".passfold-") && name.hasSuffix(".tmp") }

  /// The hash, anything that a carrier put in between, and `.part-FIRST-COUNT`.
  private static func place(of name: String) -> (first: Int, chunkCount: Int)? {
    guard Hexadecimal.bytes(name.prefix(64))?.count == 32, let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let parts = name[dot...].split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == ".part", let first = number(parts[1]), let count = number(parts[2]), first < count,
      count <= BlobShape.mostChunks
    else { return nil }
    return (first, count)
  }

  private static func number(_ text: Substring) -> Int? {
    guard let number = Int(text), number >= 0, String(number) == text else { return nil }
    return number
  }

  /// How many chunks so many bytes are: all of one length but for the file's last, which has more than a tag.
  private static func presentCount(ofBytes byteCount: Int, from first: Int, of chunkCount: Int) -> Int? {
    let size = BlobShape.sealedChunkByteCount
    let count = (byteCount + size - 1) / size
    guard (1...mostChunks).contains(count), first + count <= chunkCount else { return nil }
    let rest = byteCount - (count - 1) * size
    return first + count == chunkCount ? (BlobShape.lastSealedByteCounts.contains(rest) ? count : nil) : (rest == size ? count : nil)
  }

  /// How far the parts go from the first chunk on without a gap.
  private static func end(of parts: [Part]) -> Int {
    var end = 0
    for part in parts.sorted(by: { ($0.first, $0.end) < ($1.first, $1.end) }) where part.first <= end { end = max(end, part.end) }
    return end
  }
}
