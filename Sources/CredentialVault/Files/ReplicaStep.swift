// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import GRDB
import SyncModel

/// What one step of synchronising stores, in one transaction: records, chain and sealed state together, or nothing.
struct ReplicaStep {
  /// A version of a record as this device has it from now on.
  struct Record {
    let envelope: RecordEnvelope
    /// Whether the chain does not have it yet.
    let isPending: Bool
    /// What becomes of the version that the record's change started from.
    let base: Base
  }
  /// The version in the chain from which a change started.
  enum Base {
    /// The record is as the chain has it.
    case none
    /// This one.
    case version(RecordEnvelope)
    /// The one that is kept already, or what the record was until now.
    case kept
  }

  /// Records, the last one under a name counts.
  private(set) var records: [RecordName: Record] = [:]
  /// What the index says of them.
  private(set) var entries: [RecordName: (entry: CredentialIndex.Entry, revision: UInt64)] = [:]
  /// Which files they name, where that can be read.
  private(set) var files: [RecordName: [BlobName]] = [:]
  /// The order in which they came.
  private(set) var order: [RecordName] = []
  /// Newest versions of the chain, and whether their bodies are awaited.
  var versions: [RecordName: (version: RecordVersion, isAwaited: Bool)] = [:]
  /// Commits that the chain has from now on.
  var commits: [(position: CommitPosition, clock: UInt64)] = []
  /// What the chain tells of their authors.
  var authors: [DeviceIdentifier: CommitAuthor] = [:]
  /// Versions that are kept aside.
  var quarantined: [(number: UInt64, envelope: RecordEnvelope)] = []
  /// Records of which nothing is kept aside any more.
  var released: [RecordName] = []
  /// Entries that the log grows by.
  var logEntries: [[UInt8]] = []
  /// What goes with erased records.
  var blobs: [BlobChange] = []
  /// Records whose tombstones a checkpoint forgot.
  var forgotten: [RecordName] = []
  /// Whether the other side is another one, which has no file yet.
  var isElsewhere = false
  /// Whether the chain is begun anew, so that nothing that is stored of it holds.
  var beginsAnew = false

  /// Notes a version, with what the index says of it.
  ///
  /// - Parameter body: Its content; nil where that cannot be read.
  mutating func put(_ record: Record, _ body: RecordBody?, entry: CredentialIndex.Entry) {
    let name = record.envelope.facts.record
    if records.updateValue(record, forKey: name) == nil { order.append(name) }
    entries[name] = (entry, record.envelope.facts.revision)
    files[name] = (try? body?.attachments())?.map(\.blob)
  }

  /// Carries everything out but the sealed state.
  func apply(in database: Database) throws {
    if beginsAnew {
      // What was in the chain as it is here was no change of this device: its merge starts from what it was.
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
    for name in order { if let record = records[name] { try Self.store(record, in: database) } }
    // Before the versions that follow: a record may be there anew behind the commit that forgot its tombstone.
    for name in forgotten {
      // What waits of such a record goes with it (docs/formats/sync.md, "Tombstones").
      for table in ["replica_version", "replica_quarantine"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE name = ?", arguments: [Data(name.bytes)])
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
    case .none: try database.execute(sql: "DELETE FROM replica_base WHERE name = ?", arguments: [name])
    case .version(let base):
      try database.execute(
        sql: "INSERT OR REPLACE INTO replica_base VALUES (?, ?, ?)", arguments: [name, Data(base.wrap), Data(base.body)])
    case .kept: try ReplicaTables.keepBase(of: name, in: database)
    }
    try database.execute(
      sql: """
        INSERT INTO record (name, revision, wrap, body, pending) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, wrap = excluded.wrap, body = excluded.body, pending = excluded.pending
        """,
      arguments: [
        name, Int64(bitPattern: envelope.facts.revision), Data(envelope.wrap), Data(envelope.body), record.isPending,
      ])
  }
}
