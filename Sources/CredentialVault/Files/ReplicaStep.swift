// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB
import SyncModel

/// The changes of one synchronisation step, stored in one transaction: records, chain and encrypted state together, or nothing.
struct ReplicaStep {
  /// The version of a record on this device from now on.
  struct Record {
    let envelope: RecordEnvelope
    /// Whether the chain lacks it.
    let isPending: Bool
    /// The change to the version on which the record's change is based.
    let base: Base
  }
  /// The version in the chain on which a change is based.
  enum Base {
    /// None: the record is as in the chain.
    case none
    /// The given version.
    case version(RecordEnvelope)
    /// The version already kept, or the record's previous content.
    case kept
  }

  /// The records; the last one stored under a name counts.
  private(set) var records: [RecordName: Record] = [:]
  /// Their index entries.
  private(set) var entries: [RecordName: (entry: CredentialIndex.Entry, revision: UInt64)] = [:]
  /// The files they name, where readable.
  private(set) var files: [RecordName: [BlobName]] = [:]
  /// The order in which they arrived.
  private(set) var order: [RecordName] = []
  /// Records whose stored version the chain now has. Their index entries and files stay as they are.
  private(set) var placed: [RecordName] = []
  /// The newest versions in the chain, and whether their bodies are awaited.
  var versions: [RecordName: (version: RecordVersion, isAwaited: Bool)] = [:]
  /// The commits added to the chain.
  var commits: [(position: CommitPosition, clock: UInt64)] = []
  /// The chain's state of their authors.
  var authors: [DeviceIdentifier: CommitAuthor] = [:]
  /// Versions to quarantine.
  var quarantined: [(number: UInt64, envelope: RecordEnvelope)] = []
  /// Records that no longer have quarantined versions.
  var released: [RecordName] = []
  /// Entries to append to the log.
  var logEntries: [[UInt8]] = []
  /// Changes to the files of erased records.
  var blobs: [BlobChange] = []
  /// Records whose tombstones a checkpoint forgot.
  var forgotten: [RecordName] = []
  /// Whether the other side is a different one, which has no files yet.
  var isElsewhere = false
  /// Whether the chain starts again, so that its stored state is invalid.
  var beginsAnew = false

  /// Adds a version with its index entry.
  ///
  /// - Parameter body: Its content; nil if it cannot be read.
  mutating func put(_ record: Record, _ body: RecordBody?, entry: CredentialIndex.Entry) {
    let name = record.envelope.facts.record
    if records.updateValue(record, forKey: name) == nil { order.append(name) }
    entries[name] = (entry, record.envelope.facts.revision)
    files[name] = (try? body?.attachments())?.map(\.blob)
  }

  /// Notes that the chain now has the version of a record that is stored here, so that the record has no change of its own any more.
  mutating func place(_ envelope: RecordEnvelope) {
    let name = envelope.facts.record
    if records[name] == nil { return placed.append(name) }
    records[name] = Record(envelope: envelope, isPending: false, base: .none)
  }

  /// Applies everything except the encrypted state.
  func apply(in database: Database) throws {
    if beginsAnew {
      // Records that match the chain are not this device's changes: their merge starts from this content.
      try database.execute(sql: "INSERT OR REPLACE INTO replica_base SELECT name, wrap, body FROM record WHERE pending = 0")
      for table in ["replica_version", "replica_quarantine", "replica_commit", "replica_author"] {
        try database.execute(sql: "DELETE FROM \(table)")
      }
      try database.execute(sql: "UPDATE record SET pending = 1 WHERE pending = 0")
    }
    if beginsAnew || isElsewhere { try ReplicaFileTables.forgetOtherSide(in: database) }
    for name in order { if let files = files[name] { try ReplicaFileTables.note(files, namedBy: Data(name.bytes), in: database) } }
    for change in blobs { try change.apply(in: database) }
    let length = logEntries.isEmpty ? 0 : try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM log") ?? 0
    for (number, entry) in logEntries.enumerated() {
      try database.execute(sql: "INSERT INTO log VALUES (?, ?)", arguments: [length + number, Data(entry)])
    }
    for name in placed {
      try ReplicaTables.dropBase(of: Data(name.bytes), in: database)
      try database.execute(cached: "UPDATE record SET pending = 0 WHERE name = ?", arguments: [Data(name.bytes)])
    }
    for name in order { if let record = records[name] { try Self.store(record, in: database) } }
    // Done before the versions that follow: a record may reappear after the commit that forgot its tombstone.
    for name in forgotten {
      // The waiting versions of such a record are removed with it (docs/formats/sync.md, "Tombstones").
      for table in ["replica_version", "replica_quarantine"] {
        try database.execute(cached: "DELETE FROM \(table) WHERE name = ?", arguments: [Data(name.bytes)])
      }
    }
    for version in versions.values { try ReplicaTables.store(version.version, isAwaited: version.isAwaited, in: database) }
    for commit in commits { try ReplicaTables.store(commit.position, clock: commit.clock, in: database) }
    for (device, author) in authors { try ReplicaTables.store(author, of: device, in: database) }
    for name in released {
      try database.execute(sql: "DELETE FROM replica_quarantine WHERE name = ?", arguments: [Data(name.bytes)])
    }
    for (number, envelope) in quarantined {
      try database.execute(
        sql: "INSERT OR REPLACE INTO replica_quarantine VALUES (?, ?, ?, ?)",
        arguments: [Data(envelope.facts.record.bytes), Int64(bitPattern: number), Data(envelope.wrap), Data(envelope.body)])
    }
  }

  private static func store(_ record: Record, in database: Database) throws {
    let envelope = record.envelope
    let name = Data(envelope.facts.record.bytes)
    switch record.base {
    case .none: try ReplicaTables.dropBase(of: name, in: database)
    case .version(let base):
      try database.execute(
        cached: "INSERT OR REPLACE INTO replica_base VALUES (?, ?, ?)", arguments: [name, Data(base.wrap), Data(base.body)])
    case .kept: try ReplicaTables.keepBase(of: name, in: database)
    }
    try database.execute(
      cached: """
        INSERT INTO record (name, revision, wrap, body, pending) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, wrap = excluded.wrap, body = excluded.body, pending = excluded.pending
        """,
      arguments: [
        name, Int64(bitPattern: envelope.facts.revision), Data(envelope.wrap), Data(envelope.body), record.isPending,
      ])
  }
}
