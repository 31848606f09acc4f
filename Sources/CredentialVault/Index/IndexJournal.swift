// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import Glibc
import SecretMemory

/// `index.journal`: the changes of each transaction since the complete index was written, encrypted and appended one by one.
///
/// When appending returns, the kernel has the entry. It is not synchronised to disk: entries lost in a power cut are read from the records
/// again.
package struct IndexJournal: Sendable {
  private static let mark = Array("PFJ1".utf8)
  /// The maximum length of the file in bytes. Beyond it, nothing is logged until the complete index is written.
  private static let byteLimit = 1 << 26
  /// The number of entries, and their bytes, above which reading them at each unlocking takes longer than writing the complete index once.
  private static let (longCount, longByteCount) = (1024, 1 << 19)

  private let path: String
  private let beginning: [UInt8]
  private let sealing: IndexJournalSealing
  /// The transaction reflected by the index together with this journal.
  package private(set) var transaction: UInt64
  private(set) var count = 0
  private var byteCount = 0

  /// Creates the journal of an index with this header, which reflects `transaction`, without reading or writing anything yet.
  package init(path: String, header: [UInt8], sealing: IndexJournalSealing, transaction: UInt64) {
    self.path = path
    self.sealing = sealing
    self.transaction = transaction
    beginning = Self.mark + header
  }

  /// Whether the complete index should be written instead.
  var isLong: Bool { count > Self.longCount || byteCount > Self.longByteCount }

  /// Reads the changes of the following transactions up to the first gap, as rows for ``CredentialIndex``.
  mutating func read() -> [[UInt8]] {
    guard let bytes = try? VaultFile.read(path, limit: Self.byteLimit * 2) else { return [] }
    return read(bytes)
  }

  /// Reads the changes from the bytes of a file.
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

  /// Appends the rows changed by a transaction.
  ///
  /// - Returns: Whether the journal now reflects the transaction. If not, it is unusable from then on.
  mutating func append(_ rows: [UInt8], transaction number: UInt64, using generator: inout any RandomNumberGenerator) -> Bool {
    guard number == transaction &+ 1, byteCount + rows.count < Self.byteLimit,
      let entry = try? sealing.seal(rows, transaction: number, using: &generator)
    else { return false }
    let bytes = (byteCount == 0 ? beginning : []) + entry
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Data after the last valid entry belongs to another index, or was only partly written.
    guard ftruncate(descriptor, byteCount) == 0 else { return false }
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, byteCount) }
    guard written == bytes.count else { return false }
    byteCount += bytes.count
    count += 1
    transaction = number
    return true
  }
}
