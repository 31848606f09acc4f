// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import Crypto

/// The newest version of a record in the chain, with the commit that brought it: a leaf of a checkpoint's tree (design: section 3.9).
package struct RecordVersion: Hashable, Sendable {
  /// The commit's item for it.
  package let item: CommitItem
  /// The author of that commit.
  package let author: DeviceIdentifier
  /// That commit's number.
  package let number: UInt64

  /// Creates a version, as a transport serves it with a checkpoint.
  package init(item: CommitItem, author: DeviceIdentifier, number: UInt64) {
    self.item = item
    self.author = author
    self.number = number
  }

  /// Whether it is a tombstone that is forgotten by a checkpoint that forgets them up to a commit (design: section 3.10).
  package func isForgotten(through number: UInt64) -> Bool { item.purpose == .tombstone && self.number <= number }

  /// The hash of `0x00 || rid || rev || purpose || bodyHash || author || n`.
  var leaf: [UInt8] {
    var bytes: [UInt8] = [0]
    bytes.reserveCapacity(82)
    bytes += item.record.bytes
    Self.append(item.revision, to: &bytes)
    bytes.append(item.purpose.rawValue)
    bytes += item.bodyHash
    bytes += author.bytes
    Self.append(number, to: &bytes)
    return Array(SHA256.hash(data: bytes))
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: UInt64(56), through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
