// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Crypto

/// The number of an account's records, including tombstones, and the hash of their versions (design: section 3.9, "Checkpoint").
///
/// Every device with all records computes the same root; a missing or additional record, or another version, gives a different one.
package struct CheckpointRoot: Hashable, Sendable {
  /// The number of records.
  package let count: UInt64
  /// The Merkle root over their versions, sorted by the records' names (32 bytes).
  package let hash: [UInt8]

  /// Computes the root of versions in any order, each of a different record.
  package init(over versions: some Sequence<RecordVersion>) {
    let sorted = versions.sorted { $0.item.record.bytes.lexicographicallyPrecedes($1.item.record.bytes) }
    count = UInt64(sorted.count)
    hash = Self.root(over: sorted.lazy.map(\.leaf))
  }

  init(reading parts: [CBORValue]) throws(SyncModelError) {
    guard parts.count == 2, case .unsigned(let count) = parts[0], let hash = parts[1].bytesValue, hash.count == SHA256.byteCount else {
      throw SyncModelError(.malformed)
    }
    self.count = count
    self.hash = hash
  }

  var parts: [CBORValue] { [.unsigned(count), .bytes(hash)] }

  /// Returns the root of the tree in RFC 6962 §2.1. A node is `SHA-256(0x01 || left || right)`, and the left half has the largest power of
  /// two that leaves a remainder.
  private static func root(over leaves: some Sequence<[UInt8]>) -> [UInt8] {
    // Complete subtrees from the left, each larger than the next, like the bits of the number of leaves so far.
    var subtrees: [(size: Int, hash: [UInt8])] = []
    for leaf in leaves {
      var joined = (size: 1, hash: leaf)
      while let last = subtrees.last, last.size == joined.size {
        subtrees.removeLast()
        joined = (last.size * 2, node(last.hash, joined.hash))
      }
      subtrees.append(joined)
    }
    guard var root = subtrees.popLast()?.hash else { return Array(SHA256.hash(data: [UInt8]())) }
    while let left = subtrees.popLast() { root = node(left.hash, root) }
    return root
  }

  private static func node(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: [1] + left + right)) }
}
