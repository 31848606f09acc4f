// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory
import SyncModel

/// The end of a run: all devices exchange everything, and the result is checked against the invariants (design: section 7.2).
extension Simulation {
  private static let mostRounds = 60

  mutating func violate(_ invariant: Invariant, _ finding: String) {
    report.violations.append(Violation(invariant: invariant, finding: finding))
  }

  mutating func settle() throws {
    isCalm = true
    unreachable = []
    for late in delayed { hand(late) }
    delayed = []
    if isMigrating { for device in members { update(device) } }
    var rounds = 0
    repeat {
      for device in members {
        try synchronise(device)
        devices[device].acceptWaiting(at: time)
        store(device)
      }
      time += Self.hour
      rounds += 1
    } while !isSettled && rounds < Self.mostRounds
    // I9: no device has anything left to send.
    let count = store.commits.count
    for device in members { try synchronise(device) }
    if !isSettled || store.commits.count != count {
      violate(.fallsSilent, "still \(store.commits.count - count) commits after \(rounds) rounds")
    }
    // Every device recomputes the root of one of them.
    if let first = members.first {
      try synchronise(first, isCheckpoint: true)
      for device in members { try synchronise(device) }
    }
  }

  private var isSettled: Bool {
    members.allSatisfy { index in
      let device = devices[index]
      return !device.hasToSpeak(at: time) && device.chain.head == store.head && device.entries.values.allSatisfy { $0.waiting.isEmpty }
    }
  }

  mutating func judge() throws {
    judgeConvergence()
    judgeChain()
    try judgeRecords()
    try judgeRemoved()
    judgeLaws()
    judgeFloor()
    judgePaper()
    if chance(20) || fault?.invariant == .setsClocksRight { try judgeClocks() }
    if chance(10) { try judgeEnd() }
  }

  /// I1.
  private mutating func judgeConvergence() {
    func content(_ device: SimulatedDevice) -> [RecordName: [UInt8]] {
      device.entries.mapValues { $0.current.encoded().withBytes { Array($0) } }
    }
    guard let first = members.first.map({ devices[$0] }) else { return }
    let (root, records) = (first.chain.root, content(first))
    for device in members.dropFirst() where devices[device].chain.root != root || content(devices[device]) != records {
      violate(.converges, "device \(device) has other records")
    }
    if Set(records.keys) != Set(first.chain.versions.keys) { violate(.converges, "records and chain differ") }
    for index in members {
      for named in members.map({ devices[$0].author.member }) {
        let (log, keys) = (devices[index].log, devices[index].epochKeys)
        let name = log.nameEpoch(of: named).flatMap { keys[$0] }.flatMap { log.name(of: named, key: $0) }
        if name ?? "" != names[named] ?? "" { violate(.converges, "device \(index) reads another name") }
      }
    }
  }

  /// I5.
  private mutating func judgeChain() {
    var head = CommitPosition.beginning
    var counts: Set<[UInt8]> = []
    for commit in store.commits {
      if commit.header.parent != head.hash || commit.header.number != head.number + 1 { violate(.isLinear, "a commit beside the line") }
      if !counts.insert(commit.header.device.bytes + [UInt8](String(commit.header.deviceSequence).utf8)).inserted {
        violate(.isLinear, "one count twice")
      }
      head = commit.position
    }
  }

  /// Returns every version that was ever in the chain, in order.
  private func placedVersions() throws -> [RecordName: [RecordBody]] {
    guard let reader = members.first.map({ devices[$0] }) else { return [:] }
    var placed: [RecordName: [RecordBody]] = [:]
    for item in store.commits.flatMap(\.items) {
      guard let envelope = store.envelope(item.bodyHash), let key = reader.epochKeys[envelope.epoch],
        let body = shared.open(envelope, with: key, account: store.log.account, record: item.record)
      else { continue }
      placed[item.record, default: []].append(body)
    }
    return placed
  }

  /// I2, I3, I4 and I7.
  private mutating func judgeRecords() throws {
    let placed = try placedVersions()
    let newest = store.versions
    let isForgotten = { (record: RecordName) in newest[record]?.item.purpose == .tombstone }
    let isPurged = { (record: RecordName) in placed[record]?.contains { $0.kind == MergedField.tombstone } ?? false }
    // A passkey that lost its name to another may have been erased under its new name.
    let erased = Set(
      placed.filter { isPurged($0.key) }.values.joined().filter { $0.kind == MergedField.passkey }.compactMap { body in
        body.fields[MergedField.secret].flatMap { Self.plain($0.value)?.bytesValue }
      })
    for index in members {
      let entries = devices[index].entries
      for (record, maker) in makers where placed[record] != nil || removals[maker] == nil {
        if entries[record] == nil, !isForgotten(record) { violate(.losesNothing, "device \(index) lacks a record of device \(maker)") }
      }
      let secrets = Set(
        entries.values.filter { $0.current.kind == MergedField.passkey }.compactMap { entry in
          entry.current.fields[MergedField.secret].flatMap { Self.plain($0.value)?.bytesValue }
        })
      let isAnyPurged = (200...202).contains { number in RecordName([UInt8](repeating: number, count: 16)).map(isPurged) ?? false }
      for (secret, made) in passkeys
      where removals[made.maker] == nil && !isAnyPurged && !erased.contains(secret) && !secrets.contains(secret) {
        violate(.keepsPasskeys, "device \(index) lacks a passkey of device \(made.maker)")
      }
      for (record, bodies) in placed where !isPurged(record) {
        guard let current = entries[record]?.current else { continue }
        if let counter = Self.counter(of: current), bodies.contains(where: { Self.counter(of: $0) ?? 0 > counter }) {
          violate(.keepsCounters, "device \(index) went back in a counter")
        }
        // Passkeys change their names if two meet, together with their other fields.
        guard current.kind == MergedField.password else { continue }
        try judgeHistory(bodies, current)
        let newest = bodies.compactMap { $0.fields[Self.unknownField] }.max { $0.stamp < $1.stamp }
        if let newest, current.fields[Self.unknownField].map({ !constantTimeEquals($0.value, newest.value) }) ?? true {
          violate(.keepsUnknown, "device \(index) lacks an unknown field")
        }
      }
    }
  }

  private mutating func judgeHistory(_ bodies: [RecordBody], _ current: RecordBody) throws {
    func secret(_ body: RecordBody) -> CBORValue? { body.fields[MergedField.secret].flatMap { Self.plain($0.value) } }
    let history = current.fields[MergedField.passwordHistory].flatMap { Self.plain($0.value)?.arrayValue } ?? []
    let kept = Set(history.compactMap { $0.arrayValue?[1] } + [secret(current)].compactMap { $0 })
    let lost = bodies.filter { body in body.kind == MergedField.password && secret(body).map { !kept.contains($0) } ?? false }
    // A history keeps the newest 20, including those that no commit ever had, and drops nothing newer than the ones it keeps.
    let times = history.compactMap { entry -> UInt64? in
      if case .unsigned(let time)? = entry.arrayValue?.first { time } else { nil }
    }
    let oldest = history.count < 20 ? 0 : times.min() ?? 0
    for stamp in lost.compactMap({ $0.fields[MergedField.secret]?.stamp }) where HybridClock.milliseconds(of: stamp.time) > oldest {
      violate(.keepsLosers, "a password is in no history")
    }
  }

  /// I6.
  private mutating func judgeRemoved() throws {
    for (index, entry) in removals {
      let device = devices[index]
      if (try? store.log.openEpochKey(as: device.author.member, with: device.author.keys)) != nil {
        violate(.shutsOut, "device \(index) opens an epoch's key")
      }
      for item in store.commits.filter({ $0.header.log.sequence >= entry }).flatMap(\.items) {
        guard let envelope = store.envelope(item.bodyHash) else { continue }
        for key in device.epochKeys.values where (try? key.open(envelope, account: store.log.account, record: item.record)) != nil {
          violate(.shutsOut, "device \(index) opens what was written after it was removed")
        }
      }
    }
  }

  /// I10.
  private mutating func judgeFloor() {
    guard store.log.formatFloor == Self.newFormat else { return }
    for commit in store.commits where store.log.formatFloor(at: commit.header.log.sequence) == Self.newFormat {
      let schemas = commit.items.compactMap { store.envelope($0.bodyHash)?.facts.schema }
      if commit.header.highestFormat < Self.newFormat || schemas.contains(where: { $0 < Self.newFormat }) {
        violate(.keepsFloor, "something below the floor was placed")
      }
    }
    for version in store.versions.values where store.envelope(version.item.bodyHash).map({ $0.facts.schema < Self.newFormat }) ?? true {
      if version.number > (devices[members.first ?? 0].chain.checkpointHistory.forgottenThrough) || version.item.purpose == .record {
        violate(.keepsFloor, "a record stayed below the floor")
      }
    }
  }

  /// I11.
  private mutating func judgePaper() {
    for key in formerPapers {
      let isOpening = (try? store.log.openEpochKey(as: key.identifier, with: key.memberKeys)) != nil
      if isOpening || store.log.accepts(key) { violate(.paperIsUsedOnce, "a key on paper is still good after it was replaced") }
    }
  }

  /// After the end of an account nothing can be written, and every device keeps its data.
  private mutating func judgeEnd() throws {
    guard let last = members.first, let forger = members.last, let head = store.commits.last,
      store.append(try devices[last].log.closing(by: author(last)))
    else { return }
    for device in members {
      let before = store.head
      try synchronise(device, isCheckpoint: true)
      if store.head != before { violate(.isLinear, "device \(device) wrote into a closed account") }
    }
    lieBehindTheEnd(head, to: last, by: forger)
  }

  /// I8.
  private mutating func judgeLaws() {
    guard let name = RecordName([UInt8](repeating: 1, count: 16)) else { return }
    var random = RandomRecords(seed: generator.next())
    for _ in 0..<3 {
      let (a, b, c) = (random.body(), random.body(), random.body())
      func set(_ bodies: RecordBody...) -> RecordSet { RecordSet(bodies.map { (name, $0) }, prefersLeft: fault == .prefersLeft) }
      let all = set(a).joined(with: set(b)).joined(with: set(c)).content
      if set(a).joined(with: set(b)).content != set(b).joined(with: set(a)).content { violate(.lawful, "does not commute") }
      if set(a).joined(with: set(b).joined(with: set(c))).content != all { violate(.lawful, "does not associate") }
      if set(a).joined(with: set(a)).content != set(a).content { violate(.lawful, "is not idempotent") }
    }
  }
}
