// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel

/// The records whose newest versions the chain names but whose bodies have not arrived yet.
///
/// Each step of a synchronisation copies this value, and a new device awaits all records of the account. Therefore a record has only the
/// number of its commit here, and each header is kept once.
struct AwaitedBodies: Sendable {
  /// The number of the commit that names the record's version, or of the checkpoint that it came with; nil if the vault has been opened
  /// since.
  private var numbers: [RecordName: UInt64?] = [:]
  private var headers: [UInt64: CommitHeader] = [:]

  init() {}

  /// Continues with the records that were awaited when the vault was last closed.
  init(_ records: some Sequence<RecordName>) { for record in records { numbers.updateValue(nil, forKey: record) } }

  var isEmpty: Bool { numbers.isEmpty }

  /// The first of the records by name.
  var first: RecordName? { numbers.keys.min { $0.bytes.lexicographicallyPrecedes($1.bytes) } }

  func contains(_ record: RecordName) -> Bool { numbers.index(forKey: record) != nil }

  /// Returns the commit that names the record's version, or the checkpoint that it came with, if it arrived since the vault was opened.
  func header(for record: RecordName) -> CommitHeader? { numbers[record]?.flatMap { headers[$0] } }

  mutating func insert(_ record: RecordName, of header: CommitHeader) {
    numbers.updateValue(header.number, forKey: record)
    headers[header.number] = header
  }

  mutating func remove(_ record: RecordName) {
    numbers.removeValue(forKey: record)
    if numbers.isEmpty { headers = [:] }
  }
}
