// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import FoundationEssentials
import SecretMemory
import SyncModel

/// One device: what it stores, and what it does with it. A value, so that a crash is a return to the copy that was stored last.
struct SimulatedDevice {
  /// A record as the device has it.
  struct Entry {
    /// The newest version in the chain that was merged; nil for a record that was never committed.
    var base: RecordBody?
    var current: RecordBody
    var isPending: Bool
    /// Versions that are too far ahead of the device's time: kept beside the record until a person accepts them.
    var quarantined: [RecordBody] = []
  }
  /// A commit that was handed over without an answer.
  struct Sent {
    let commit: Commit
    let envelopes: [RecordEnvelope]
  }

  let author: LogAuthor
  let skewMilliseconds: Int64
  let fault: PlantedFault?
  private(set) var log: MembershipLog
  private(set) var chain: CommitChain
  private(set) var epochKeys: [UInt32: EpochKey] = [:]
  private(set) var entries: [RecordName: Entry] = [:]
  /// What was signed on the head and may have been taken, the newest last.
  private(set) var sent: [Sent] = []
  private var clock = HybridClock(last: 0)
  var alarm: SyncModelError?

  init(author: LogAuthor, log: MembershipLog, chain: CommitChain, skewMilliseconds: Int64, fault: PlantedFault?) throws {
    self.author = author
    self.log = log
    self.chain = chain
    self.skewMilliseconds = skewMilliseconds
    self.fault = fault
    try openEpochKeys()
  }

  var isMember: Bool { log.isActive(author.member, with: author.keys) }
  var hasPending: Bool { entries.values.contains { $0.isPending && $0.quarantined.isEmpty } }
  private var own: OwnDevice { OwnDevice(author.member, inFlight: Set(sent.map(\.commit.position.hash))) }

  func milliseconds(at time: UInt64) -> UInt64 { UInt64(max(0, Int64(time) + skewMilliseconds)) }

  /// A stamp newer than all that the device has seen.
  mutating func stamp(at time: UInt64) -> FieldStamp {
    let next = clock.next(at: Date(timeIntervalSince1970: Double(milliseconds(at: time)) / 1000))
    clock.advance(to: next)
    return FieldStamp(time: next, device: author.member)
  }

  mutating func openEpochKeys() throws {
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
    change(&entry.current, stamp(at: time))
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

  /// Takes a longer log, which a value of its type was verified to be, if it goes on from the known one.
  mutating func take(_ next: MembershipLog) throws {
    guard next.entries.count > log.entries.count else { return }
    guard next.position(log.head.sequence) == log.head else { throw Violation(invariant: .isLinear, finding: "the log was forked") }
    log = next
    try openEpochKeys()
  }

  /// Takes a commit; one that does not follow yet is left for the next time.
  mutating func take(_ commit: Commit, from store: SimulatedStore, at time: UInt64) throws {
    do {
      guard try chain.follow(commit, log: log, as: own) == .advanced else { return }
    } catch {
      if !error.code.isAlarm { return }
      throw error
    }
    let isOwn = commit.header.device == author.member
    // Whatever came into the chain, a commit that was sent on its parent is placed or never will be.
    sent = []
    for item in commit.items where fault != .skipsVersions || item.record.bytes[0] & 7 != 7 {
      try merge(item, isOwn: isOwn, from: store, at: time)
    }
  }

  /// Takes the records that a checkpoint brought.
  mutating func takeVersions(from store: SimulatedStore, at time: UInt64) throws {
    for version in chain.versions.values.sorted(by: { $0.item.record.bytes.lexicographicallyPrecedes($1.item.record.bytes) }) {
      try merge(version.item, isOwn: false, from: store, at: time)
    }
  }

  private mutating func merge(_ item: CommitItem, isOwn: Bool, from store: SimulatedStore, at time: UInt64) throws {
    guard let envelope = store.envelope(item.bodyHash), CommitItem(envelope) == item, let key = epochKeys[envelope.epoch],
      let placed = RecordBody(content: try key.open(envelope, account: chain.account, record: item.record))
    else { throw Violation(invariant: .converges, finding: "a placed version does not open") }
    guard var entry = entries[item.record] else {
      if !isOwn, placed.standing(atMilliseconds: milliseconds(at: time)) == .quarantined {
        entries[item.record] = Entry(base: nil, current: RecordBody(kind: placed.kind), isPending: false, quarantined: [placed])
        return
      }
      see(placed)
      entries[item.record] = Entry(base: placed, current: placed, isPending: false)
      return
    }
    if !entry.quarantined.isEmpty || !isOwn && placed.standing(atMilliseconds: milliseconds(at: time)) == .quarantined {
      entry.quarantined.append(placed)
      entries[item.record] = entry
      return
    }
    see(placed)
    merge(placed, into: &entry, of: item.record, at: time)
    entries[item.record] = entry
  }

  private mutating func see(_ body: RecordBody) {
    if let newest = body.newestStamp { clock.advance(to: newest.time) }
  }

  private mutating func merge(_ placed: RecordBody, into entry: inout Entry, of record: RecordName, at time: UInt64) {
    if fault == .overwritesPasskeys, placed.kind == MergedField.passkey {
      entry = Entry(base: placed, current: placed, isPending: false)
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
    entry.base = placed
    entry.current = body
    entry.isPending = merge.isPending || fault == .chatters
    if let conflict = merge.conflict { keep(conflict.body, as: conflict.record) }
  }

  /// Keeps a record that lost its name to another, beside what is there already.
  private mutating func keep(_ body: RecordBody, as record: RecordName) {
    guard var entry = entries[record] else { return add(body, as: record) }
    entry.current = RecordJoin(entry.current, body, of: record).body
    entry.isPending = true
    entries[record] = entry
  }

  /// What a person does at last: takes what was quarantined.
  mutating func acceptQuarantined(at time: UInt64) {
    for record in entries.keys.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
      guard var entry = entries[record], !entry.quarantined.isEmpty else { continue }
      let quarantined = entry.quarantined
      entry.quarantined = []
      for body in quarantined {
        see(body)
        if entry.base == nil, !entry.isPending {
          entry = Entry(base: body, current: body, isPending: false)
        } else {
          entry.isPending = true
          merge(body, into: &entry, of: record, at: time)
        }
      }
      entries[record] = entry
    }
  }

  // MARK: Writing

  /// Makes a commit of what is pending and keeps it as sent; nil where there is nothing to say.
  mutating func prepare(
    at time: UInt64, isCheckpoint: Bool, using generator: inout some RandomNumberGenerator
  ) throws -> Sent? {
    guard isMember, var key = epochKeys[log.epoch] else { return nil }
    if fault == .writesUnderFormerEpoch, let former = epochKeys[log.epoch - 1] { key = former }
    if isCheckpoint, !hasPending, chain.head.number > 0 {
      sent.append(Sent(commit: try chain.makeCheckpoint(by: author, log: log, clock: stamp(at: time).time), envelopes: []))
      return sent.last
    }
    var envelopes: [RecordEnvelope] = []
    for (record, entry) in entries.sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) })
    where entry.isPending && entry.quarantined.isEmpty {
      let facts = RecordFacts(
        purpose: entry.current.kind == MergedField.tombstone ? .tombstone : .record, account: chain.account, record: record,
        revision: chain.nextRevision(of: record), author: author.member, clock: clock.last, schema: 1)
      envelopes.append(try key.seal(entry.current.encoded(), as: facts, using: &generator))
    }
    guard !envelopes.isEmpty else { return nil }
    let commit = try chain.makeCommit(of: envelopes.map(CommitItem.init), by: author, log: log, clock: stamp(at: time).time)
    sent.append(Sent(commit: commit, envelopes: envelopes))
    if fault == .forgetsSentChanges { for record in commit.items.map(\.record) { entries[record]?.isPending = false } }
    return sent.last
  }

  /// What may still be taken: signed on the present head, at the present end of the log.
  var unanswered: Sent? { sent.last { $0.commit.header.log == log.head } }
}
