// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import FoundationEssentials
import SecretMemory
import SyncModel

/// One device: its stored state and its behaviour. It is a value, so that a crash is a return to the copy stored last.
struct SimulatedDevice {
  /// A record on the device.
  struct Entry {
    /// The newest merged version in the chain; nil for a record that was never committed.
    var base: RecordBody?
    var current: RecordBody
    var isPending: Bool
    /// Waiting versions: too far ahead of the device's time, or in a format that its program does not read.
    var waiting: [RecordBody] = []
    /// The format of the newest version in the chain; 0 for a record that was never committed.
    var schema: UInt16 = 0
    /// Whether the device has any version of it that is not waiting.
    var hasContent: Bool { base != nil || isPending }
  }
  /// A commit that was sent without a reply yet.
  struct Sent {
    let commit: Commit
    let envelopes: [RecordEnvelope]
  }

  let author: LogAuthor
  /// The difference between the device's wall clock and the true time, in milliseconds.
  var skewMilliseconds: Int64
  let fault: PlantedFault?
  let shared: SharedWork
  /// The highest format that the device's program reads and writes.
  var reads: UInt64
  private(set) var log: MembershipLog
  private(set) var chain: CommitChain
  private(set) var epochKeys: [UInt32: EpochKey]
  var entries: [RecordName: Entry] = [:]
  /// The commits signed on the head that may have been accepted, newest last.
  var sent: [Sent] = []
  private(set) var clock = HybridClock(last: 0)
  var alarm: SyncModelError?

  /// - Parameter epochKeys: The keys that the device opened before.
  init(
    author: LogAuthor, log: MembershipLog, chain: CommitChain, epochKeys: [UInt32: EpochKey] = [:], skewMilliseconds: Int64,
    reads: UInt64, shared: SharedWork, fault: PlantedFault?
  ) throws {
    self.author = author
    self.log = log
    self.chain = chain
    self.epochKeys = epochKeys
    self.skewMilliseconds = skewMilliseconds
    self.reads = reads
    self.shared = shared
    self.fault = fault
    try openEpochKeys()
  }

  var isMember: Bool { log.isActive(author.member, with: author.keys) }
  var hasPending: Bool { entries.values.contains { $0.isPending && $0.waiting.isEmpty } }
  private var own: OwnDevice {
    OwnDevice(author.member, inFlight: Set(sent.map(\.commit.position.hash)), highestFormat: reads)
  }

  func milliseconds(at time: UInt64) -> UInt64 { UInt64(max(0, Int64(time) + skewMilliseconds)) }

  /// Returns a stamp newer than everything the device has seen, except for stamps of a clock that was far ahead.
  mutating func stamp(at time: UInt64) -> FieldStamp {
    let next = clock.next(at: Date(timeIntervalSince1970: Double(milliseconds(at: time)) / 1000))
    clock = HybridClock(last: fault == .goesOnAhead ? max(next, clock.last + 1) : next)
    return FieldStamp(time: clock.last, device: author.member)
  }

  private mutating func openEpochKeys() throws {
    guard isMember, epochKeys[log.epoch] == nil else { return }
    var key = try log.openEpochKey(as: author.member, with: author.keys)
    epochKeys[key.epoch] = key
    while key.epoch > 1, epochKeys[key.epoch - 1] == nil {
      key = try log.openEpochKey(before: key)
      epochKeys[key.epoch] = key
    }
  }

  mutating func edit(_ record: RecordName, at time: UInt64, _ change: (inout RecordBody, FieldStamp) -> Void) {
    guard var entry = entries[record] else { return }
    let stamp = stamp(at: time)
    change(&entry.current, fault == .trustsItsClock ? stamp : stamp.after(entry.current))
    if fault == .dropsUnknownFields, author.member.bytes[0] & 1 == 0 {
      entry.current = RecordBody(kind: entry.current.kind, fields: entry.current.fields.filter { $0.key < 900 })
    }
    entry.isPending = true
    entries[record] = entry
  }

  mutating func add(_ body: RecordBody, as record: RecordName) {
    entries[record] = Entry(base: nil, current: body, isPending: true)
  }

  // MARK: Reading

  /// Adopts a longer log, which its type guarantees to be verified, if it continues the known one.
  mutating func take(_ next: MembershipLog) throws {
    guard next.entries.count > log.entries.count else { return }
    guard next.position(log.head.sequence) == log.head else { throw Violation(invariant: .isLinear, finding: "the log was forked") }
    log = next
    try openEpochKeys()
  }

  /// Adds a commit. One that does not follow yet, or is for a newer program, is left for the next time.
  mutating func take(_ commit: Commit, from store: SimulatedStore, at time: UInt64) throws {
    let forgotten = chain.tombstones(forgottenBy: commit.header)
    do {
      guard try chain.follow(commit, log: log, as: own, remembering: shared.signatures) == .advanced else { return }
    } catch {
      if !error.code.isAlarm { return }
      throw error
    }
    let isOwn = commit.header.device == author.member
    // After any commit, one sent on its parent is either placed or never will be.
    sent = []
    for record in forgotten { forget(record) }
    for item in commit.items where fault != .skipsVersions || item.record.bytes[0] & 7 != 7 {
      try merge(item, in: commit.header, isOwn: isOwn, from: store, at: time)
    }
  }

  /// A user's change made in parallel to the tombstone starts again. Waiting versions are forgotten with it, since all others forgot them.
  private mutating func forget(_ record: RecordName) {
    guard var entry = entries[record], entry.isPending else { return entries[record] = nil }
    entry.base = nil
    entry.waiting = []
    entry.schema = 0
    entries[record] = entry
  }

  /// Starts at a checkpoint with the records it covers.
  mutating func join(at checkpoint: SignedCommitHeader, _ versions: [RecordVersion], from store: SimulatedStore, at time: UInt64) throws {
    let parent = CommitPosition(number: checkpoint.header.number - 1, hash: checkpoint.header.parent)
    var chain = CommitChain(account: log.account, joiningAt: parent)
    try chain.follow([checkpoint], to: versions, log: log, as: own, remembering: shared.signatures)
    self.chain = chain
    for version in chain.versions.values.sorted(by: { $0.item.record.bytes.lexicographicallyPrecedes($1.item.record.bytes) }) {
      try merge(version.item, in: checkpoint.header, isOwn: false, from: store, at: time)
    }
  }

  private mutating func merge(
    _ item: CommitItem, in header: CommitHeader, isOwn: Bool, from store: SimulatedStore, at time: UInt64
  ) throws {
    guard let envelope = store.envelope(item.bodyHash), CommitItem(envelope) == item, let key = epochKeys[envelope.epoch],
      let placed = shared.open(envelope, with: key, account: chain.account, record: item.record)
    else { throw Violation(invariant: .converges, finding: "a placed version does not open") }
    if fault != .writesBelowFloor { try log.requireFormat(of: envelope, in: header) }
    let schema = envelope.facts.schema
    let isTaken = entries[item.record].map { $0.hasContent && isFuture($0.current, at: time) } ?? false
    let mustWait = !isOwn && !isTaken && isFuture(placed, at: time) || schema > reads
    guard var entry = entries[item.record] else {
      if !mustWait { see(placed) }
      entries[item.record] =
        mustWait
        ? Entry(base: nil, current: RecordBody(kind: placed.kind), isPending: false, waiting: [placed], schema: schema)
        : Entry(base: placed, current: placed, isPending: false, schema: schema)
      return
    }
    entry.schema = schema
    if !entry.waiting.isEmpty || mustWait {
      entry.waiting.append(placed)
    } else {
      see(placed)
      merge(placed, into: &entry, of: item.record, at: time)
    }
    entries[item.record] = entry
  }

  private func isFuture(_ body: RecordBody, at time: UInt64) -> Bool {
    body.standing(atMilliseconds: milliseconds(at: time)) == .quarantined
  }

  private mutating func see(_ body: RecordBody) {
    if let newest = body.newestStamp { clock.advance(to: newest.time) }
  }

  private mutating func merge(_ placed: RecordBody, into entry: inout Entry, of record: RecordName, at time: UInt64) {
    if fault == .overwritesPasskeys, placed.kind == MergedField.passkey {
      entry = Entry(base: placed, current: placed, isPending: false, schema: entry.schema)
      return
    }
    let merge =
      entry.isPending
      ? RecordMerge(placed: placed, pending: entry.current, base: entry.base, of: record, stamp: stamp(at: time))
      : RecordMerge(placed: placed, known: entry.current, of: record)
    var body = merge.body
    if fault == .losesLosers, entry.isPending, body.kind == MergedField.password {
      body = RecordBody(kind: body.kind, fields: body.fields.filter { $0.key != MergedField.passwordHistory })
    }
    if fault == .countsBack, entry.isPending { body = countedLater(placed, entry.current, body) }
    entry.base = placed
    entry.current = body
    entry.isPending = merge.isPending || fault == .chatters
    if let conflict = merge.conflict { keep(conflict.body, as: conflict.record) }
  }

  /// What a merge gives that knows of counters no more than of other values.
  private func countedLater(_ left: RecordBody, _ right: RecordBody, _ merged: RecordBody) -> RecordBody {
    let forms = [left, right].compactMap { $0.fields[MergedField.codeForm] }
    guard merged.kind == MergedField.oneTimeCode, let later = forms.max(by: { $0.stamp < $1.stamp }) else { return merged }
    return RecordBody(kind: merged.kind, fields: merged.fields.merging([MergedField.codeForm: later]) { _, later in later })
  }

  /// Keeps a record that lost its name to another, in addition to existing records.
  private mutating func keep(_ body: RecordBody, as record: RecordName) {
    guard var entry = entries[record] else { return add(body, as: record) }
    entry.current = entry.hasContent ? RecordJoin(entry.current, body, of: record).body : body
    entry.isPending = true
    entries[record] = entry
  }

  /// Accepts waiting versions, as a user eventually does, or a newer program.
  mutating func acceptWaiting(at time: UInt64) {
    for record in entries.keys.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      guard var entry = entries[record], !entry.waiting.isEmpty else { continue }
      let waiting = entry.waiting
      entry.waiting = []
      for body in waiting {
        see(body)
        if !entry.hasContent {
          entry = Entry(base: body, current: body, isPending: false, schema: entry.schema)
        } else {
          entry.isPending = true
          merge(body, into: &entry, of: record, at: time)
        }
      }
      entries[record] = entry
    }
  }
}
