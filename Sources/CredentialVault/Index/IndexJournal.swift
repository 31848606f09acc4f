// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import Glibc
import SecretMemory

/// `index.journal`: what each transaction changed in the index since it was written as a whole, sealed and appended one by one.
///
/// An entry is the kernel's when appending returns. It is not waited for until the disk has it: what a power cut takes is read from the
/// records again.
package struct IndexJournal: Sendable {
  private static let mark = Array("PFJ1".utf8)
  /// The longest file; beyond it nothing is kept until the index is written as a whole.
  private static let byteLimit = 1 << 26
  /// So many entries, or so many bytes of them, take longer to read at each unlocking than the whole index takes to write once.
  private static let (longCount, longByteCount) = (1024, 1 << 19)

  private let path: String
  private let beginning: [UInt8]
  private let sealing: IndexJournalSealing
  /// The transaction that the index and this journal together reflect.
  package private(set) var transaction: UInt64
  private(set) var count = 0
  private var byteCount = 0

  /// The journal of an index of this header, which reflects `transaction`; nothing is read or written yet.
  package init(path: String, header: [UInt8], sealing: IndexJournalSealing, transaction: UInt64) {
    self.path = path
    self.sealing = sealing
    self.transaction = transaction
    beginning = Self.mark + header
  }

  /// Whether the whole index should be written in its place.
  var isLong: Bool { count > Self.longCount || byteCount > Self.longByteCount }

  /// What the file says of the transactions since, as far as they follow each other without a gap; rows as ``CredentialIndex`` reads them.
  mutating func read() -> [[UInt8]] {
    guard let bytes = try? DurableFile.read(path, limit: Self.byteLimit * 2) else { return [] }
    return read(bytes)
  }

  /// What a file of these bytes says.
  package mutating func read(_ bytes: [UInt8]) -> [[UInt8]] {
    guard bytes.starts(with: beginning) else { return [] }
    var changes: [[UInt8]] = []
    byteCount = beginning.count
    while let head = IndexJournalSealing.head(of: bytes[byteCount...]), head.byteCount <= bytes.count - byteCount,
      head.transaction == transaction &+ 1, let rows = try? sealing.open(bytes[byteCount..<byteCount + head.byteCount])
    {
      changes.append(rows.withBytes { Array($0) })
      byteCount += head.byteCount
      count += 1
      transaction &+= 1
    }
    return changes
  }

  /// Appends the rows that a transaction changed.
  ///
  /// - Returns: Whether the journal reflects the transaction now; one that does not is of no use any more.
  mutating func append(_ rows: [UInt8], transaction number: UInt64, using generator: inout any RandomNumberGenerator) -> Bool {
    guard number == transaction &+ 1, byteCount + rows.count < Self.byteLimit,
      let entry = try? sealing.seal(rows, transaction: number, using: &generator)
    else { return false }
    let bytes = (byteCount == 0 ? beginning : []) + entry
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // What lies behind the last entry that was understood belongs to another index, or was written by halves.
    guard ftruncate(descriptor, byteCount) == 0 else { return false }
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, byteCount) }
    guard written == bytes.count else { return false }
    byteCount += bytes.count
    count += 1
    transaction = number
    return true
  }
}
