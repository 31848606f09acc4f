// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// The parts of one file of a record, each with some of its encrypted chunks one after another (docs/formats/sync-folder.md, "Files").
///
/// A part's name has its position, so that a look only reads names. Its content is checked by its hash when it is read.
struct PartShelf {
  /// The maximum number of chunks in a part.
  static let mostChunks = 4
  /// The maximum number of parts examined; a file of 10 MiB has 41.
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

  /// Reads the names in a file's folder; nil if there are no parts.
  /// - Throws: `unavailable`.
  init?(in folder: [String], _ files: FolderFiles) throws(SyncFolderError) {
    var parts: [Part] = []
    for name in try files.names(in: folder).sorted() where parts.count < Self.mostParts {
      guard let (first, count) = Self.place(of: name), let stamp = try files.stamp(of: name, in: folder),
        let present = Self.presentCount(ofBytes: stamp.byteCount, from: first, of: count)
      else { continue }
      parts.append(Part(name: name, first: first, chunkCount: count, presentCount: present))
    }
    // There may be unrelated parts; the set that extends further counts.
    let ends = Set(parts.map(\.chunkCount)).map { count in (count: count, end: Self.end(of: parts.filter { $0.chunkCount == count })) }
    guard let best = ends.max(by: { ($0.end, $1.count) < ($1.end, $0.count) }) else { return nil }
    chunkCount = best.count
    presentCount = best.end
    self.parts = parts.filter { $0.chunkCount == best.count }
    self.folder = folder
  }

  /// Returns the chunks of a part starting at a number; none if no complete part has it.
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

  /// Returns the name of a part.
  static func name(of content: [UInt8], from first: Int, of chunkCount: Int) -> String {
    "\(Hexadecimal.text(Shelf.hash(of: content))).part-\(first)-\(chunkCount)"
  }

  /// Whether a name in a file's folder is that of a part, or of its remains after a crash.
  static func isOurs(_ name: String) -> Bool { place(of: name) != nil || name.hasPrefix(".passfold-") && name.hasSuffix(".tmp") }

  /// Parses the hash, any text inserted by other software, and `.part-FIRST-COUNT`.
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

  /// Returns the number of chunks in this many bytes: all have the same length except the file's last one, which is longer than a tag.
  private static func presentCount(ofBytes byteCount: Int, from first: Int, of chunkCount: Int) -> Int? {
    let size = BlobShape.sealedChunkByteCount
    let count = (byteCount + size - 1) / size
    guard (1...mostChunks).contains(count), first + count <= chunkCount else { return nil }
    let rest = byteCount - (count - 1) * size
    return first + count == chunkCount ? (BlobShape.lastSealedByteCounts.contains(rest) ? count : nil) : (rest == size ? count : nil)
  }

  /// Returns how far the parts extend from the first chunk without a gap.
  private static func end(of parts: [Part]) -> Int {
    var end = 0
    for part in parts.sorted(by: { ($0.first, $0.end) < ($1.first, $1.end) }) where part.first <= end { end = max(end, part.end) }
    return end
  }
}
