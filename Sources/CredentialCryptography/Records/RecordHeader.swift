// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The purpose of a record's version.
package enum RecordPurpose: UInt8, Hashable, Sendable {
  /// A record with content.
  case record = 1
  /// The mark that a record was purged.
  case tombstone = 2
}

/// The writer's facts about a version, in plaintext but authenticated.
package struct RecordFacts: Hashable, Sendable {
  /// Content or tombstone.
  package var purpose: RecordPurpose
  /// The account that owns it; a record of another account is rejected.
  package var account: AccountIdentifier
  /// The record's name: 16 random bytes that never change.
  package var record: RecordName
  /// The version, starting at 1.
  package var revision: UInt64
  /// The device that wrote the version.
  package var author: DeviceIdentifier
  /// The hybrid logical clock: 48 bits of milliseconds since 1970, then a 16-bit counter.
  package var clock: UInt64
  /// The layout of the content.
  package var schema: UInt16

  /// Creates the facts.
  package init(
    purpose: RecordPurpose, account: AccountIdentifier, record: RecordName, revision: UInt64, author: DeviceIdentifier, clock: UInt64,
    schema: UInt16
  ) {
    self.purpose = purpose
    self.account = account
    self.record = record
    self.revision = revision
    self.author = author
    self.clock = clock
    self.schema = schema
  }
}

/// Hb, the 93 bytes before a record's ciphertext.
struct RecordHeader: Hashable, Sendable {
  static let byteCount = 93
  private static let magic = Array("PFD1".utf8)
  private static let suite: UInt8 = 1

  let facts: RecordFacts
  let padding: PaddingClass
  let ciphertextByteCount: UInt32
  let keyCommitment: [UInt8]

  init(facts: RecordFacts, padding: PaddingClass, ciphertextByteCount: UInt32, keyCommitment: [UInt8]) {
    self.facts = facts
    self.padding = padding
    self.ciphertextByteCount = ciphertextByteCount
    self.keyCommitment = keyCommitment
  }

  var encoded: [UInt8] {
    var bytes = Self.magic + [Self.suite, facts.purpose.rawValue] + facts.account.bytes + facts.record.bytes
    bytes += facts.revision.bigEndianBytes + facts.author.bytes + facts.clock.bigEndianBytes + facts.schema.bigEndianBytes
    bytes += [padding.rawValue] + ciphertextByteCount.bigEndianBytes + keyCommitment
    return bytes
  }

  /// Decodes a header, and rejects anything that no writer of this suite would write.
  init(decoding bytes: [UInt8]) throws(CredentialCryptographyError) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else { throw CredentialCryptographyError(.malformed) }
    guard bytes[4] == Self.suite else { throw CredentialCryptographyError(.unsupportedVersion) }
    guard let purpose = RecordPurpose(rawValue: bytes[5]), let padding = PaddingClass(rawValue: bytes[72]) else {
      throw CredentialCryptographyError(.malformed)
    }
    facts = RecordFacts(
      purpose: purpose, account: Identifier(trusted: Array(bytes[6..<22])), record: Identifier(trusted: Array(bytes[22..<38])),
      revision: UInt64(bigEndianBytes: bytes[38..<46]), author: Identifier(trusted: Array(bytes[46..<62])),
      clock: UInt64(bigEndianBytes: bytes[62..<70]), schema: UInt16(bigEndianBytes: bytes[70..<72]))
    self.padding = padding
    ciphertextByteCount = UInt32(bigEndianBytes: bytes[73..<77])
    keyCommitment = Array(bytes[77..<93])
  }
}
