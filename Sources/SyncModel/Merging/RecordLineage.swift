// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Crypto
import SecretMemory
// Imported explicitly, because Crypto has a type of the same name.
import class SecretMemory.SharedSecret

/// The unchangeable part of a record: its kind, and a passkey's write-once fields (design: section 3.10, "Never lose a secret").
///
/// Two bodies of one lineage are merged field by field. Two of different lineages are two records, even if they came under one name.
struct RecordLineage: Hashable, Comparable {
  private static let label = Array("passfold/conflict/v1".utf8)

  /// The newest stamp among the write-once fields, which determines the first lineage.
  private let stamp: [UInt8]
  private let kind: UInt8
  private let digest: [UInt8]

  init(of body: RecordBody) {
    kind = body.kind
    guard body.kind == MergedField.passkey else {
      stamp = []
      digest = []
      return
    }
    let fields = MergedField.writeOnce.compactMap { key in body.fields[key].map { (key, $0) } }
    stamp = fields.map(\.1.stamp).max()?.bytes ?? []
    var hash = SHA256()
    for (key, field) in fields {
      hash.update(data: Self.bytes(key) + field.stamp.bytes)
      field.value.withBytes { hash.update(bufferPointer: $0) }
    }
    digest = Array(hash.finalize())
  }

  static func < (left: RecordLineage, right: RecordLineage) -> Bool {
    if left.stamp != right.stamp { return left.stamp.lexicographicallyPrecedes(right.stamp) }
    if left.kind != right.kind { return left.kind < right.kind }
    return left.digest.lexicographicallyPrecedes(right.digest)
  }

  /// Returns the name under which a record of this lineage is stored after losing its own to another: the same on every device that sees
  /// both.
  func conflictName(besides record: RecordName) -> RecordName? {
    RecordName(SHA256.hash(data: Self.label + record.bytes + [kind] + stamp + digest).prefix(16))
  }

  private static func bytes(_ key: UInt64) -> [UInt8] {
    stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: key >> $0) }
  }
}
