// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import FoundationEssentials
import SyncModel

/// One synchronisation step while it is computed; none of it is stored yet.
struct ReplicaWork {
  let vault: CredentialVault
  /// The key of the account's current epoch.
  let epochKey: EpochKey
  var replica: VaultReplica
  var step = ReplicaStep()
  var clock: HybridClock
  let now: Date
  var generator: any RandomNumberGenerator
  /// Records read in advance.
  private var stored: [RecordName: ReplicaRecord] = [:]

  /// Begins a step. This keeps only the key and the time of the unlocked vault: with another reference to the index, the step would copy
  /// it when it enters its changes.
  init(_ vault: CredentialVault, _ unlocked: CredentialVault.Unlocked, _ replica: VaultReplica) {
    self.vault = vault
    epochKey = unlocked.epochKey
    self.replica = replica
    clock = unlocked.clock
    now = vault.environment.now()
    generator = vault.environment.makeGenerator()
  }

  private var milliseconds: UInt64 { RecordBody.milliseconds(now) }

  mutating func stamp() -> FieldStamp {
    clock = HybridClock(last: clock.next(at: now))
    return FieldStamp(time: clock.last, device: replica.device)
  }

  // MARK: The chain

  /// Adds the next commit; the bodies of its versions are then awaited.
  /// - Throws: The chain's verdict.
  mutating func follow(_ commit: Commit) throws(SyncModelError) {
    // Most commits forget nothing more, and then no version needs to be looked at.
    let forgetsMore = commit.header.forgetsThrough > replica.chain.checkpointHistory.forgottenThrough
    let forgotten = forgetsMore ? replica.chain.tombstones(forgottenBy: commit.header) : []
    guard try replica.chain.follow(commit, log: replica.log, as: replica.own) == .advanced else { return }
    forget(forgotten)
    // After any commit, one signed on its parent is either placed or never will be.
    replica.state.inFlight = []
    note(commit.header, at: commit.position)
    for item in commit.items { expectBody(of: item.record, in: commit.header) }
  }

  /// Discards their state; a following commit may bring a record under one of these names again.
  private mutating func forget(_ tombstones: [RecordName]) {
    step.forgotten += tombstones
    for name in tombstones {
      step.versions[name] = nil
      replica.awaited.remove(name)
    }
  }

  mutating func note(_ header: CommitHeader, at position: CommitPosition) {
    step.commits.append((position, header.clock))
    step.authors[header.device] = replica.chain.authors[header.device]
  }

  /// - Parameter header: The commit that names the version, or the checkpoint that it came with.
  mutating func expectBody(of record: RecordName, in header: CommitHeader) {
    guard let version = replica.chain.versions[record] else { return }
    replica.awaited.insert(record, of: header)
    step.versions[record] = (version, true)
  }

  // MARK: Records

  /// Accepts the body of a version that the chain names.
  /// - Throws: `bodyMismatch` if the chain names another, `bodyUnreadable`, `epochKeyInvalid`, `logTooShort` for a wrap of an epoch that is
  ///   not known yet; and storage errors.
  mutating func take(_ served: ServedVersion) throws {
    let item = CommitItem(served.envelope)
    // A tombstone that all devices have forgotten no longer counts, even if a device still has it.
    if item.purpose == .tombstone, served.number <= replica.chain.checkpointHistory.forgottenThrough { return }
    // A place that had the account before still has versions that were replaced elsewhere. If the newest is here, they are irrelevant.
    if let version = replica.chain.versions[item.record], served.number < version.number, !replica.awaited.contains(item.record) { return }
    guard let version = replica.chain.versions[item.record], version.item == item, version.number == served.number else {
      throw SyncModelError(.bodyMismatch, own: replica.chain.head, record: item.record)
    }
    // A repeated page contains known versions.
    guard replica.awaited.contains(item.record) else { return }
    try requireFormat(of: served.envelope)
    let envelope = try broughtForward(served.envelope)
    let present = try self.present(item.record)
    let isOwn = version.author == replica.device
    if let known = present.envelope, known.bodyHash == item.bodyHash {
      // Nothing in it is new: this device wrote it, or has it from an earlier chain.
      settle(item.record, version)
      return step.place(known)
    }
    guard envelope.facts.schema <= RecordFields.schema else {
      // The content is for a newer program, but the key must open now: the wrap is not part of what the commit names.
      guard (try? epochKey.open(envelope, account: replica.log.account, record: item.record)) != nil else {
        throw SyncModelError(.bodyUnreadable, own: replica.chain.head, record: item.record)
      }
      return try keepWhole(envelope, version, present)
    }
    let placed = try open(envelope)
    settle(item.record, version)
    if present.isQuarantined || !isOwn && mustWait(placed, beside: present) {
      return step.quarantined.append((version.number, envelope))
    }
    try merge(placed, envelope, into: present, isOwn: isOwn)
  }

  /// Whether a version is too far ahead of this device's time. If the user accepted or made such a version, versions that follow it no
  /// longer wait.
  private func mustWait(_ placed: RecordBody, beside present: Present) -> Bool {
    func isAhead(_ body: RecordBody) -> Bool { body.standing(atMilliseconds: milliseconds) == .quarantined }
    return isAhead(placed) && !(present.envelope.flatMap { try? open($0) }.map(isAhead) ?? false)
  }

  /// Uses the format floor at the entry that the commit names: the log may have grown since.
  private func requireFormat(of envelope: RecordEnvelope) throws(SyncModelError) {
    if let header = replica.awaited.header(for: envelope.facts.record) { return try replica.log.requireFormat(of: envelope, in: header) }
    // The commit came before the program was restarted. No commit of the chain names a later entry than its head.
    let floor = replica.log.formatFloor(at: replica.chain.logSequence) ?? replica.log.formatFloor
    guard UInt64(envelope.facts.schema) >= floor else {
      throw SyncModelError(.formatBelowFloor, own: replica.chain.head, record: envelope.facts.record)
    }
  }

  private mutating func settle(_ record: RecordName, _ version: RecordVersion) {
    replica.awaited.remove(record)
    step.versions[record] = (version, false)
  }

  /// Keeps a newer program's version as it is, next to this device's own change if there is one.
  private mutating func keepWhole(_ envelope: RecordEnvelope, _ version: RecordVersion, _ present: Present) throws {
    settle(version.item.record, version)
    if present.isPending || present.isQuarantined { return step.quarantined.append((version.number, envelope)) }
    step.put(ReplicaStep.Record(envelope: envelope, isPending: false, base: .none), nil, entry: .tooNew)
  }

  /// Merges a version of the chain into this device's version of the record (docs/formats/sync.md, "Merging").
  mutating func merge(_ placed: RecordBody, _ envelope: RecordEnvelope, into present: Present, isOwn: Bool) throws {
    if let newest = placed.newestStamp { clock.advance(to: newest.time) }
    let name = envelope.facts.record
    guard let known = present.envelope else {
      return step.put(ReplicaStep.Record(envelope: envelope, isPending: false, base: .none), placed, entry: entry(placed, of: name))
    }
    let body: RecordBody
    do {
      body = try open(known)
    } catch {
      // This device's version is damaged; the chain has the record undamaged.
      return step.put(ReplicaStep.Record(envelope: envelope, isPending: false, base: .none), placed, entry: entry(placed, of: name))
    }
    // Every later change of this device was based on its own commit.
    let merge =
      present.isPending
      ? RecordMerge(
        placed: placed, pending: body, base: isOwn ? placed : present.base.flatMap { try? open($0) }, of: name, stamp: stamp())
      : RecordMerge(placed: placed, known: body, of: name)
    if placed.isTombstone, !merge.isPending { step.blobs.append(BlobChange(erased: body.blobNames)) }
    // A revision never decreases on this device, because its witness would report the record as rolled back.
    if !merge.isPending, envelope.facts.revision >= known.facts.revision {
      step.put(ReplicaStep.Record(envelope: envelope, isPending: false, base: .none), placed, entry: entry(placed, of: name))
    } else {
      let revision = max(known.facts.revision, envelope.facts.revision) + 1
      do {
        try put(merge.body, as: name, revision: revision, base: .version(envelope))
      } catch let error as CredentialCryptographyError where error.code == .recordTooLong {
        // The merged record is too long: the version in the chain keeps the name, and both are kept.
        step.put(ReplicaStep.Record(envelope: envelope, isPending: false, base: .none), placed, entry: entry(placed, of: name))
        try keep(body, as: .random(using: &generator))
      }
    }
    if let conflict = merge.conflict { try keep(conflict.body, as: conflict.record) }
  }

  /// Keeps a record that lost its name to another, in addition to existing records.
  private mutating func keep(_ body: RecordBody, as name: RecordName) throws {
    let present = try self.present(name)
    guard let known = present.envelope else { return try put(body, as: name, revision: 1, base: .none) }
    let joined = RecordJoin(try open(known), body, of: name).body
    try put(joined, as: name, revision: known.facts.revision + 1, base: .kept)
  }

  /// Encrypts a body of this device as a pending version.
  mutating func put(_ body: RecordBody, as name: RecordName, revision: UInt64, base: ReplicaStep.Base) throws {
    let facts = RecordFacts(
      purpose: body.isTombstone ? .tombstone : .record, account: replica.log.account, record: name, revision: revision,
      author: replica.device, clock: clock.last, schema: RecordFields.schema)
    let envelope = try epochKey.seal(body.encoded(), as: facts, using: &generator)
    step.put(ReplicaStep.Record(envelope: envelope, isPending: true, base: base), body, entry: entry(body, of: name))
  }

  /// Encrypts this device's version of a record as its next version, pending a commit; a pending one stays.
  ///
  /// The content stays the same byte for byte, so that a newer program's content is preserved.
  /// - Parameter name: A record without quarantined versions: ``CredentialVault/mayCarry(_:)`` checked that, and versions received since
  ///   are present.
  /// - Throws: `bodyMissing` if it is not here, `bodyUnreadable`.
  mutating func renew(_ name: RecordName) throws {
    let present = try self.present(name)
    guard let known = present.envelope else {
      throw SyncModelError(.bodyMissing, own: replica.chain.head, record: name)
    }
    let committed = replica.chain.versions[name]?.item.revision ?? 0
    if present.isPending, known.facts.revision > committed { return }
    guard let content = try? epochKey.open(known, account: replica.log.account, record: name) else {
      throw SyncModelError(.bodyUnreadable, own: replica.chain.head, record: name)
    }
    let facts = RecordFacts(
      purpose: known.facts.purpose, account: replica.log.account, record: name, revision: max(known.facts.revision, committed) + 1,
      author: replica.device, clock: known.facts.clock, schema: known.facts.schema)
    let envelope = try epochKey.seal(content, as: facts, using: &generator)
    let body = known.facts.schema <= RecordFields.schema ? try? open(envelope) : nil
    step.put(
      ReplicaStep.Record(envelope: envelope, isPending: true, base: .kept), body,
      entry: body.map { entry($0, of: name) } ?? (known.facts.schema > RecordFields.schema ? .tooNew : .damaged))
  }

  // MARK: What is there

  /// A record on this device after the step so far.
  struct Present {
    var envelope: RecordEnvelope?
    var isPending = false
    var base: RecordEnvelope?
    var isQuarantined = false
  }

  /// Reads the records to which versions arrive at once, which is far faster than one by one.
  mutating func prepare(for versions: [ServedVersion]) throws {
    stored = try vault.database.replicaRecords(versions.lazy.map(\.envelope.facts.record).filter(replica.awaited.contains))
  }

  func present(_ name: RecordName) throws -> Present {
    let stored = try self.stored[name] ?? vault.database.replicaRecord(name)
    let isQuarantined =
      stored.isQuarantined && !step.released.contains(name) || step.quarantined.contains { $0.envelope.facts.record == name }
    if let record = step.records[name] {
      let base: RecordEnvelope? =
        switch record.base {
        case .none: nil
        case .version(let version): version
        case .kept: stored.base.flatMap(envelope)
        }
      return Present(envelope: record.envelope, isPending: record.isPending, base: base, isQuarantined: isQuarantined)
    }
    return Present(
      envelope: stored.row.flatMap(envelope), isPending: stored.isPending, base: stored.base.flatMap(envelope), isQuarantined: isQuarantined
    )
  }

  func envelope(_ row: VaultDatabase.Row) -> RecordEnvelope? { try? RecordEnvelope(body: row.body, wrap: row.wrap) }

  /// Returns the same version under the current epoch's key.
  mutating func broughtForward(_ envelope: RecordEnvelope) throws -> RecordEnvelope {
    let current = epochKey
    if envelope.epoch == current.epoch { return envelope }
    guard envelope.epoch < current.epoch, envelope.epoch > 0 else {
      throw SyncModelError(.logTooShort, own: replica.chain.head, record: envelope.facts.record)
    }
    let former = try replica.epochKey(envelope.epoch)
    do {
      return try current.rewrap(
        envelope, from: former, account: replica.log.account, record: envelope.facts.record, using: &generator)
    } catch {
      throw SyncModelError(.bodyUnreadable, own: replica.chain.head, record: envelope.facts.record)
    }
  }

  /// Returns the content of a version that is wrapped under the current epoch's key.
  func open(_ envelope: RecordEnvelope) throws(SyncModelError) -> RecordBody {
    guard
      let content = try? epochKey.open(envelope, account: replica.log.account, record: envelope.facts.record),
      let body = RecordBody(content: content), body.isTombstone == (envelope.facts.purpose == .tombstone)
    else { throw SyncModelError(.bodyUnreadable, own: replica.chain.head, record: envelope.facts.record) }
    return body
  }

  private func entry(_ body: RecordBody, of name: RecordName) -> CredentialIndex.Entry {
    guard let id = RecordIdentifier(bytes: name.bytes) else { return .damaged }
    do throws(CredentialVaultError) {
      return try body.indexEntry(id)
    } catch {
      return error.code == .recordTooNew ? .tooNew : .damaged
    }
  }
}
