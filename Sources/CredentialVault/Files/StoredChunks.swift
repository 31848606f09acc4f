// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB

/// The file chunks in a database, found despite damage in the same way as records: by the index of names, and by the table itself.
struct StoredChunks: Sendable {
  /// The lengths of each blob's chunks in bytes, by chunk number.
  private(set) var lengths: [BlobName: [Int: Int]] = [:]

  /// Creates an empty value, as for a database from before files existed.
  init() {}

  init(_ database: Database) throws {
    for table in ["blob_chunk NOT INDEXED", "blob_chunk"] {
      do {
        let rows = try Row.fetchCursor(database, sql: "SELECT blob, number, length(body) FROM \(table)")
        while let row = try rows.next() {
          guard let blob = Data.fromDatabaseValue(row[0]).flatMap({ BlobName($0) }), let number = Int.fromDatabaseValue(row[1]) else {
            continue
          }
          lengths[blob, default: [:]][number] = Int.fromDatabaseValue(row[2]) ?? 0
        }
        return
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        continue
      }
    }
  }

  /// The blobs.
  var names: Set<BlobName> { Set(lengths.keys) }

  /// The total length in bytes.
  var byteCount: Int { lengths.values.reduce(0) { $0 + $1.values.reduce(0, +) } }

  /// Blobs whose chunks cannot be complete, as far as that is visible without keys.
  var torn: [BlobName] {
    let tag = 16
    return lengths.filter { _, chunks in
      let last = chunks.count - 1
      return chunks.contains { number, length in
        !(0...last).contains(number) || length > BlobShape.chunkByteCount + tag || length <= tag
          || number < last && length < BlobShape.chunkByteCount + tag
      }
    }.map(\.key)
  }

  /// Returns one chunk as it is stored; nil if it cannot be found or read.
  static func body(_ number: Int, of blob: BlobName, in database: Database) -> [UInt8]? {
    // The tree in which SQLite looks up names may be damaged even if the chunk is not.
    for table in ["blob_chunk", "blob_chunk NOT INDEXED"] {
      let found = try? Data.fetchOne(
        database, sql: "SELECT body FROM \(table) WHERE blob = ? AND number = ?", arguments: [Data(blob.bytes), number])
      if let found { return Array(found) }
    }
    return nil
  }
}

extension VaultDatabase {
  /// Returns one chunk as it is stored; nil if it cannot be found or read.
  func chunk(_ number: Int, of blob: BlobName) -> [UInt8]? {
    // Without a transaction, because SQLite refuses to end one after meeting a damaged page.
    (try? queue.unsafeReentrantRead { StoredChunks.body(number, of: blob, in: $0) }) ?? nil
  }

  /// Returns the blobs that have chunks.
  func blobNames() throws -> Set<BlobName> { try queue.unsafeRead { try StoredChunks($0).names } }

  /// Returns the total length of all chunks in bytes; 0 if that cannot be read.
  func blobByteCount() -> Int {
    (try? queue.unsafeRead { database in try Int.fetchOne(database, sql: "SELECT sum(length(body)) FROM blob_chunk") }) ?? 0
  }

  /// Copies the chunks of a blob from elsewhere in one transaction, leaving out missing ones.
  func fill(_ blob: BlobName, numbers: some Sequence<Int>, _ chunk: (Int) -> [UInt8]?) throws {
    try queue.write { database in
      for number in numbers {
        if let chunk = chunk(number) { try BlobChange.insert(chunk, number, of: blob, in: database) }
      }
    }
  }
}
