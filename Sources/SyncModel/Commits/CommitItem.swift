// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import Crypto

/// One version of a record as named by a commit (design: section 3.9, "items").
package struct CommitItem: Hashable, Sendable {
  /// The maximum number of items in one commit.
  package static let most = 500
  private static let label = Array("passfold/commit-items/v1".utf8)

  /// The record.
  package let record: RecordName
  /// The version, starting at 1.
  package let revision: UInt64
  /// Content or tombstone.
  package let purpose: RecordPurpose
  /// The hash of the envelope's body (32 bytes).
  package let bodyHash: [UInt8]

  /// Creates an item.
  package init(record: RecordName, revision: UInt64, purpose: RecordPurpose, bodyHash: [UInt8]) {
    self.record = record
    self.revision = revision
    self.purpose = purpose
    self.bodyHash = bodyHash
  }

  /// Creates the item for an envelope; a receiver of both compares them.
  package init(_ envelope: RecordEnvelope) {
    let facts = envelope.facts
    self.init(record: facts.record, revision: facts.revision, purpose: facts.purpose, bodyHash: envelope.bodyHash)
  }

  init(reading value: CBORValue) throws(SyncModelError) {
    guard let parts = value.arrayValue, parts.count == 4, let record = parts[0].bytesValue.flatMap({ RecordName($0) }),
      case .unsigned(let revision) = parts[1], revision > 0, case .unsigned(let purpose) = parts[2],
      let purpose = UInt8(exactly: purpose).flatMap(RecordPurpose.init(rawValue:)), let bodyHash = parts[3].bytesValue,
      bodyHash.count == SHA256.byteCount
    else { throw SyncModelError(.malformed) }
    self.init(record: record, revision: revision, purpose: purpose, bodyHash: bodyHash)
  }

  static func encode(_ items: [CommitItem]) -> CBORValue {
    .array(
      items.map { item in
        .array([
          .bytes(item.record.bytes), .unsigned(item.revision), .unsigned(UInt64(item.purpose.rawValue)), .bytes(item.bodyHash),
        ])
      })
  }

  /// Returns the hash by which a header names its items.
  static func hash(of items: [CommitItem]) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: label)
    hash.update(data: CBOREncoder(profile: .deterministic).encode(encode(items)))
    return Array(hash.finalize())
  }

  /// Whether there are not too many items, sorted by record name, with no record twice.
  static func areFit(_ items: [CommitItem]) -> Bool {
    items.count <= most
      && zip(items, items.dropFirst()).allSatisfy { $0.record.bytes.lexicographicallyPrecedes($1.record.bytes) }
  }
}
