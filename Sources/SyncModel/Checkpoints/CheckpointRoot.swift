// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Crypto

/// How many records an account has, tombstones included, and what their versions hash to (design: section 3.9, "Checkpoint").
///
/// Whoever has all of them computes the same; a record that is left out, added or of another version gives another root.
package struct CheckpointRoot: Hashable, Sendable {
  /// How many records there are.
  package let count: UInt64
  /// The Merkle root over their versions, sorted by the records' names (32 bytes).
  package let hash: [UInt8]

  /// Computes the root over versions in any order, each of another record.
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

  /// The tree of RFC 6962 §2.1: a node is `SHA-256(0x01 || left || right)`, and the left half is the largest power of two that leaves a rest.
  private static func root(over leaves: some Sequence<[UInt8]>) -> [UInt8] {
    // Whole subtrees from the left, each larger than the next, as the bits of the number of leaves so far.
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
