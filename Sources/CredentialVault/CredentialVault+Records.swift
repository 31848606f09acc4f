// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import CredentialModel
import FoundationEssentials
package import SecretMemory
import SyncModel
import Synchronization

extension CredentialVault {
  /// Returns all records outside the trash, ordered by title.
  /// - Throws: `locked`.
  package func summaries() throws(CredentialVaultError) -> [CredentialSummary] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.index.presentSummaries() }
  }

  /// Returns the records in the trash, each with the time it was moved there.
  /// - Throws: `locked`.
  package func trashedSummaries() throws(CredentialVaultError) -> [CredentialSummary] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in unlocked.index.trashedSummaries() }
  }

  /// Returns the number of records that this version cannot show, because a newer version wrote them or they are damaged.
  /// - Throws: `locked`.
  package func unavailableRecords() throws(CredentialVaultError) -> (tooNew: Int, damaged: Int) {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in (unlocked.index.count(of: .tooNew), unlocked.index.count(of: .damaged)) }
  }

  /// Opens one record, including one in the trash.
  /// - Throws: `locked`, `noSuchRecord`, `recordOutdated`, `recordTooNew`, `recordDamaged`, and storage errors.
  package func record(_ id: RecordIdentifier) throws(CredentialVaultError) -> CredentialRecord {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      try stored(id, unlocked).body.record(id)
    }
  }

  /// Opens one record with everything that belongs to it, including one in the trash.
  /// - Throws: As ``record(_:)``.
  package func everything(
    of id: RecordIdentifier
  ) throws(CredentialVaultError) -> (record: CredentialRecord, annotations: RecordAnnotations, attachments: [RecordAttachment]) {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      let body = try stored(id, unlocked).body
      return (try body.record(id), try body.annotations(), try body.attachments())
    }
  }

  /// Adds a record and moves those it replaces to the trash, all or nothing. The changes are on disk when this returns.
  ///
  /// Codes that replace codes add the old parameters to their history.
  /// - Throws: `locked`, `recordExists`, `noSuchRecord` for one to be replaced, `recordTooLong`, `storageFull` and the like.
  package func add(_ record: CredentialRecord, superseding replaced: [RecordIdentifier] = []) throws(CredentialVaultError) {
    try write { (unlocked, time) throws(CredentialVaultError) in
      guard let name = RecordName(record.id.bytes) else { throw CredentialVaultError(.recordDamaged) }
      let known: VaultDatabase.Row?
      do {
        known = try database.record(name)
      } catch {
        throw CredentialVaultError(error)
      }
      guard known == nil, unlocked.index[record.id] == nil else { throw CredentialVaultError(.recordExists) }
      var record = record
      var changes: [Change] = []
      for id in replaced where !changes.contains(where: { $0.id == id }) {
        if case .oneTimeCode(let old) = try stored(id, unlocked).body.record(id), case .oneTimeCode(var codes) = record {
          codes.inherit(from: old, at: environment.now())
          record = .oneTimeCode(codes)
        }
        changes.append(try trashing(id, supersededBy: record.id, unlocked, time))
      }
      var body = RecordBody(kind: record.kind.rawValue)
      body.write(record, stamp: stamp(time, over: body))
      return [Change(id: record.id, body: body, revision: 1)] + changes
    }
  }

  /// Adds a record directly to the trash, because nobody has decided about it yet. It can be restored from there. The record is on disk
  /// when this returns.
  /// - Throws: As ``add(_:superseding:)``.
  package func addToTrash(_ record: CredentialRecord) throws(CredentialVaultError) {
    try write { (unlocked, time) throws(CredentialVaultError) in
      guard unlocked.index[record.id] == nil else { throw CredentialVaultError(.recordExists) }
      var body = RecordBody(kind: record.kind.rawValue)
      let stamp = stamp(time, over: body)
      body.write(record, stamp: stamp)
      body.setTrashed(at: environment.now(), supersededBy: nil, stamp: stamp)
      return [Change(id: record.id, body: body, revision: 1)]
    }
  }

  /// Adds records that replace nothing, all or none. They are on disk when this returns.
  /// - Throws: As ``add(_:superseding:)``.
  package func add(contentsOf records: [CredentialRecord]) throws(CredentialVaultError) {
    if records.isEmpty { return }
    try write { (unlocked, time) throws(CredentialVaultError) in
      try records.map { (record) throws(CredentialVaultError) in
        guard unlocked.index[record.id] == nil else { throw CredentialVaultError(.recordExists) }
        var body = RecordBody(kind: record.kind.rawValue)
        body.write(record, stamp: stamp(time, over: body))
        return Change(id: record.id, body: body, revision: 1)
      }
    }
  }

  /// Replaces the content of a record. Unchanged fields keep their stamps, and fields of newer versions stay.
  /// - Throws: `locked`, `noSuchRecord`, `writeOnce` for another kind or another passkey under the same identifier, `recordTooNew`,
  ///   `recordDamaged`, `recordTooLong`, `storageFull` and the like.
  package func replace(_ record: CredentialRecord) throws(CredentialVaultError) {
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision) = try stored(record.id, unlocked)
      guard body.kind == record.kind.rawValue else { throw CredentialVaultError(.writeOnce) }
      // A record that cannot be read completely must not be overwritten.
      _ = try body.record(record.id)
      let before = body.fields
      body.write(record, stamp: stamp(time, over: body))
      if record.kind == .passkey, RecordFields.writeOnce.contains(where: { before[$0]?.stamp != body.fields[$0]?.stamp }) {
        throw CredentialVaultError(.writeOnce)
      }
      return [Change(id: record.id, body: body, revision: revision + 1)]
    }
  }

  /// Replaces the data stored with a passkey; nothing else in the record changes.
  /// - Throws: `locked`, `noSuchRecord`, also for a record in the trash, `writeOnce` for a record of another kind, and as ``replace(_:)``.
  package func keep(_ largeBlob: SharedSecret, besidePasskey id: RecordIdentifier) throws(CredentialVaultError) {
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision) = try stored(id, unlocked)
      if case .trashed = unlocked.index[id] { throw CredentialVaultError(.noSuchRecord) }
      guard case .passkey(var record) = try body.record(id) else { throw CredentialVaultError(.writeOnce) }
      record.largeBlob = largeBlob
      body.write(.passkey(record), stamp: stamp(time, over: body))
      return [Change(id: id, body: body, revision: revision + 1)]
    }
  }

  /// Moves a record to the trash, where it keeps its secret; nothing is erased.
  /// - Parameter successor: The record that replaced it, if there is one.
  /// - Throws: `locked`, `noSuchRecord`, `recordTooNew`, `recordDamaged`, `storageFull` and the like.
  package func moveToTrash(_ id: RecordIdentifier, supersededBy successor: RecordIdentifier? = nil) throws(CredentialVaultError) {
    try write { (unlocked, time) throws(CredentialVaultError) in [try trashing(id, supersededBy: successor, unlocked, time)] }
  }

  /// Restores a record from the trash.
  /// - Throws: As ``moveToTrash(_:supersededBy:)``.
  package func restore(_ id: RecordIdentifier) throws(CredentialVaultError) {
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision) = try stored(id, unlocked)
      body.setTrashed(at: nil, supersededBy: nil, stamp: stamp(time, over: body))
      return [Change(id: id, body: body, revision: revision + 1)]
    }
  }

  // MARK: One transaction

  /// A new version of a record.
  struct Change {
    let id: RecordIdentifier
    let body: RecordBody
    let revision: UInt64
    /// The change to the bytes of its files.
    var blobs = BlobChange()
  }

  func trashing(
    _ id: RecordIdentifier, supersededBy successor: RecordIdentifier?, _ unlocked: Unlocked, _ time: UInt64
  ) throws(CredentialVaultError) -> Change {
    var (body, revision) = try stored(id, unlocked)
    body.setTrashed(at: environment.now(), supersededBy: successor, stamp: stamp(time, over: body))
    return Change(id: id, body: body, revision: revision + 1)
  }

  /// Returns the stamp for a change of a record. It is later than all stamps in the record, which can be ahead of the vault's time if a
  /// clock was ahead.
  func stamp(_ time: UInt64, over body: RecordBody) -> FieldStamp { FieldStamp(time: time, device: keyFile.device).after(body) }

  /// Encrypts and stores changes, and updates the index and the clock only once they are on disk.
  func write(_ change: (Unlocked, UInt64) throws(CredentialVaultError) -> [Change]) throws(CredentialVaultError) {
    try writeOneByOne { (unlocked, time) throws(CredentialVaultError) in
      // Prepares all changes before the transaction starts, since only single records can be read inside it.
      var changes = try change(unlocked, time)[...]
      return { () throws(CredentialVaultError) in changes.popFirst() }
    }
  }

  /// Returns the next change that a transaction stores; nil after the last one.
  typealias NextChange = () throws(CredentialVaultError) -> Change?

  /// As ``write(_:)``, for more changes than should be in memory at the same time. Asks for each change when the previous one is in the
  /// transaction.
  ///
  /// If a change throws, nothing is stored. The closure may read single records, and returns nil before anything is on disk.
  func writeOneByOne(_ changes: (Unlocked, UInt64) throws(CredentialVaultError) -> NextChange) throws(CredentialVaultError) {
    let now = environment.now()
    var generator = environment.makeGenerator()
    try state.withLock { (state) throws(CredentialVaultError) in
      let (rows, time, number) = try store(changes, in: state.unlocked, at: now, using: &generator)
      // Updates in place, with no other reference to the index: a copy costs time in proportion to the vault.
      state.unlocked?.note(rows, time: time, transactionNumber: number, using: &generator)
    }
  }

  private func store(
    _ changes: (Unlocked, UInt64) throws(CredentialVaultError) -> NextChange, in state: Unlocked?, at now: Date,
    using generator: inout any RandomNumberGenerator
  ) throws(CredentialVaultError) -> (rows: IndexRows, time: UInt64, number: UInt64) {
    guard let unlocked = state else { throw CredentialVaultError(.locked) }
    let time = unlocked.clock.next(at: now)
    let next = try changes(unlocked, time)
    var rows = IndexRows()
    do {
      let number = try database.store(clock: time) {
        guard let change = try next() else { return nil }
        // Reads the index entry before storing, so that nothing is written that could not be listed afterwards.
        rows.append(try change.body.indexEntry(change.id), revision: change.revision, of: change.id)
        return try seal(change, unlocked.epochKey, time, using: &generator)
      }
      return (rows, time, number)
    } catch {
      throw CredentialVaultError(error)
    }
  }

  private func seal(
    _ change: Change, _ key: EpochKey, _ time: UInt64, using generator: inout any RandomNumberGenerator
  ) throws -> VaultDatabase.Version {
    guard let name = RecordName(change.id.bytes) else { throw CredentialVaultError(.recordDamaged) }
    let facts = RecordFacts(
      purpose: change.body.isTombstone ? .tombstone : .record, account: keyFile.account, record: name, revision: change.revision,
      author: keyFile.device, clock: time, schema: RecordFields.schema)
    return VaultDatabase.Version(
      envelope: try key.seal(change.body.encoded(), as: facts, using: &generator), blobs: change.blobs,
      // The files of a record whose attachments have a newer format are unknown.
      files: (try? change.body.attachments())?.map(\.blob))
  }

  func withUnlocked<Value>(
    _ body: (Unlocked) throws(CredentialVaultError) -> Value
  ) throws(CredentialVaultError) -> Value {
    // The value read, including its keys, outlives the lock. The keys are shared, and wiped with their last holder.
    guard let unlocked = state.withLock({ $0.unlocked }) else { throw CredentialVaultError(.locked) }
    return try body(unlocked)
  }

  /// Opens a record as it is stored.
  /// - Throws: `noSuchRecord`, `recordOutdated` for a version older than the index knows, `recordTooNew`, `recordDamaged`.
  func stored(_ id: RecordIdentifier, _ unlocked: Unlocked) throws(CredentialVaultError) -> (body: RecordBody, revision: UInt64) {
    do {
      guard let name = RecordName(id.bytes), let row = try row(name, isKnown: unlocked.index[id] != nil) else {
        throw CredentialVaultError(.noSuchRecord)
      }
      let found = try openBody(row, with: unlocked.epochKey)
      guard !found.body.isTombstone else { throw CredentialVaultError(.noSuchRecord) }
      // The index is encrypted as a whole and follows each write. A newer version may have been stored since this copy of the index was
      // taken; an older version was put back from outside.
      guard found.revision >= max(unlocked.index.revision(of: id), unlocked.setBack[id] ?? 0) else {
        throw CredentialVaultError(.recordOutdated)
      }
      return found
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Returns the row stored under a name. The tree in which SQLite looks up names may be damaged even if the record is not.
  private func row(_ name: RecordName, isKnown: Bool) throws -> VaultDatabase.Row? {
    do {
      if let row = try database.record(name) { return row }
      return isKnown ? try database.recordPastDamage(name) : nil
    } catch {
      guard isKnown, CredentialVaultError(error).code == .damaged, let row = try? database.recordPastDamage(name) else { throw error }
      return row
    }
  }

  /// Opens a row in the reader's order (docs/formats/vault.md): header, key, commitment, ciphertext, padding, content.
  func openBody(
    _ row: VaultDatabase.Row, with epochKey: EpochKey
  ) throws(CredentialVaultError) -> (body: RecordBody, revision: UInt64) {
    do {
      let envelope = try RecordEnvelope(body: row.body, wrap: row.wrap)
      guard envelope.facts.schema <= RecordFields.schema else { throw CredentialVaultError(.recordTooNew) }
      let content = try epochKey.open(envelope, account: keyFile.account, record: row.name)
      let body = try RecordBody(decoding: content)
      guard body.isTombstone == (envelope.facts.purpose == .tombstone) else { throw CredentialVaultError(.recordDamaged) }
      return (body, envelope.facts.revision)
    } catch let error as CredentialVaultError {
      throw error
    } catch {
      let isNewer = (error as? CredentialCryptographyError)?.code == .unsupportedVersion
      throw CredentialVaultError(isNewer ? .recordTooNew : .recordDamaged)
    }
  }
}
