// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory
import SyncModel

/// One run: devices, what lies between them, and chance, all of it from one seed (design: section 7.2).
package struct Simulation {
  /// What a run did.
  package struct Report: Sendable {
    /// Commits in the chain at the end.
    package var commitCount = 0
    /// Devices that ever took part.
    package var deviceCount = 0
    /// Lies that were told to devices, and refused.
    package var refusedLies = 0
    /// The invariants that did not hold.
    package var violations: [Violation] = []
  }

  /// Where a device is lost in thought and loses it.
  struct Crash: Error {}

  static let hour: UInt64 = 60 * 60 * 1000
  static let start: UInt64 = 1_790_000_000_000
  static let mostDevices = 6

  let fault: PlantedFault?
  var generator: SeededGenerator
  var store: SimulatedStore
  var devices: [SimulatedDevice] = []
  /// What each device stored last.
  var disks: [SimulatedDevice] = []
  var unreachable: Set<Int> = []
  /// The entry of the log that removed a device.
  var removals: [Int: UInt64] = [:]
  var delayed: [SimulatedDevice.Sent] = []
  /// Who made a record, until it is in the chain.
  var makers: [RecordName: Int] = [:]
  /// The passkeys that were made, by their secrets, with the records that they were made as.
  var passkeys: [[UInt8]: (record: RecordName, maker: Int)] = [:]
  var time = start
  var report = Report()
  /// No loss and no crash, at the end of a run.
  var isCalm = false

  /// Sets a run up.
  package init(seed: UInt64, fault: PlantedFault? = nil) throws {
    self.fault = fault
    generator = SeededGenerator(seed: seed)
    let first = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let recovery = try RecoveryKey.generate(using: &generator)
    let log = try MembershipLog.found(
      device: first.member, keys: first.keys, recovery: recovery.memberKeys.publicKeys,
      epochKey: EpochKey.generate(epoch: 1, using: &generator), createdMilliseconds: Self.start, using: &generator)
    store = SimulatedStore(log: log, fault: fault)
    try join(
      SimulatedDevice(
        author: first, log: log, chain: CommitChain(account: log.account), skewMilliseconds: randomSkew(), fault: fault))
    for _ in 0..<Int.random(in: 1...3, using: &generator) { try enrol(by: 0) }
  }

  mutating func join(_ device: SimulatedDevice) throws {
    devices.append(device)
    disks.append(device)
    report.deviceCount += 1
  }

  /// Within ten years; most clocks are right, more or less.
  mutating func randomSkew() -> Int64 {
    let year = Int64(365 * 24 * Self.hour)
    return chance(70) ? Int64.random(in: -60_000...60_000, using: &generator) : Int64.random(in: -10 * year...10 * year, using: &generator)
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  var members: [Int] { devices.indices.filter { removals[$0] == nil } }

  /// Runs to the end and judges what is left.
  package mutating func run(steps: Int) throws -> Report {
    for _ in 0..<steps {
      time += UInt64.random(in: 0..<6 * Self.hour, using: &generator)
      guard let device = members.randomElement(using: &generator) else { break }
      do {
        try step(device)
      } catch is Crash {
        devices[device] = disks[device]
      }
    }
    try settle()
    try judge()
    report.commitCount = store.commits.count
    return report
  }

  private mutating func step(_ device: Int) throws {
    if chance(10), !delayed.isEmpty {
      let late = delayed.remove(at: Int.random(in: delayed.indices, using: &generator))
      _ = store.push(late.commit.encoded, late.envelopes)
    }
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<45: try edit(device)
    case ..<84: try synchronise(device)
    case ..<87: throw Crash()
    case ..<90: try enrol(by: device)
    case ..<92: try remove(by: device)
    case ..<94: try rotate(by: device)
    case ..<95: if unreachable.remove(device) == nil { unreachable.insert(device) }
    default: lie(to: device)
    }
  }

  mutating func store(_ device: Int) { disks[device] = devices[device] }

  /// A moment in which a device may crash: it then goes on from what it stored last.
  private mutating func risk() throws {
    if !isCalm, chance(3) { throw Crash() }
  }

  // MARK: Synchronising

  mutating func synchronise(_ index: Int, isCheckpoint: Bool = false) throws {
    guard !unreachable.contains(index), devices[index].alarm == nil else { return }
    do {
      try pull(index)
      try push(index, isCheckpoint: isCheckpoint)
    } catch let error as SyncModelError {
      devices[index].alarm = error
      report.violations.append(Violation(invariant: .isLinear, finding: "alarm without a lie: \(error.code)"))
      store(index)
    }
  }

  private mutating func pull(_ index: Int) throws {
    try devices[index].take(store.log)
    store(index)
    while devices[index].chain.head.number < UInt64(store.commits.count) {
      let before = devices[index].chain.head
      var batch = store.commits(after: before.number, limit: Int.random(in: 1...6, using: &generator))
      if !isCalm {
        if chance(10) { batch.shuffle(using: &generator) }
        if chance(10) { batch.remove(at: Int.random(in: batch.indices, using: &generator)) }
        if chance(10) { batch += batch }
      }
      for commit in batch {
        try devices[index].take(commit, from: store, at: time)
        try risk()
        store(index)
      }
      if devices[index].chain.head == before, isCalm || chance(50) { return }
    }
  }

  private mutating func push(_ index: Int, isCheckpoint: Bool) throws {
    let wantsCheckpoint = isCheckpoint || !isCalm && chance(5)
    let prepared = try devices[index].unanswered ?? devices[index].prepare(at: time, isCheckpoint: wantsCheckpoint, using: &generator)
    guard let sent = prepared else { return }
    // Stored before it is sent: else the device would take its own commit for a stranger's.
    store(index)
    try risk()
    let fate = isCalm ? 100 : Int.random(in: 0..<100, using: &generator)
    if fate < 8 { return }
    if fate < 16 { return delayed.append(sent) }
    let isTaken = store.push(sent.commit.encoded, sent.envelopes)
    if fate < 24 { delayed.append(sent) }
    if fate < 32 || !isTaken { return }
    try risk()
    try devices[index].take(sent.commit, from: store, at: time)
    try risk()
    store(index)
  }

  // MARK: Members

  /// Whether a device has seen all that there is, which whoever changes the log must have.
  private mutating func isUpToDate(_ index: Int) throws -> Bool {
    guard !unreachable.contains(index), devices[index].alarm == nil else { return false }
    try synchronise(index)
    return devices[index].alarm == nil && devices[index].chain.head == store.head && devices[index].log.head == store.log.head
  }

  private func author(_ index: Int) -> LogAuthor {
    LogAuthor(devices[index].author.member, devices[index].author.keys, seeing: devices[index].chain.head.hash)
  }

  mutating func enrol(by sponsor: Int) throws {
    guard members.count < Self.mostDevices, try isUpToDate(sponsor), let key = devices[sponsor].epochKeys[store.log.epoch] else { return }
    let new = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let log = try devices[sponsor].log.adding(new, named: "", epochKey: key, by: author(sponsor), using: &generator)
    guard store.append(log) else { return }
    let trusted = devices[sponsor].chain.head
    var chain = CommitChain(account: log.account)
    let own = OwnDevice(new.member)
    if let checkpoint = store.checkpoints.last, chance(70) {
      let commit = store.commits[Int(checkpoint.number) - 1]
      let parent = CommitPosition(number: checkpoint.number - 1, hash: commit.header.parent)
      chain = CommitChain(account: log.account, joiningAt: parent)
      try chain.follow([commit.signedHeader], to: checkpoint.versions, log: log, as: own)
    }
    var device = try SimulatedDevice(author: new, log: log, chain: chain, skewMilliseconds: randomSkew(), fault: fault)
    try device.takeVersions(from: store, at: time)
    for commit in store.commits(after: chain.head.number, limit: .max) { try device.take(commit, from: store, at: time) }
    try device.chain.requirePassing(through: trusted)
    try join(device)
  }

  private mutating func remove(by index: Int) throws {
    guard members.count > 2, let other = members.filter({ $0 != index }).randomElement(using: &generator) else { return }
    if try grow(by: index, removing: [other]) { removals[other] = store.log.head.sequence }
  }

  private mutating func rotate(by index: Int) throws { _ = try grow(by: index, removing: []) }

  private mutating func grow(by index: Int, removing removed: [Int]) throws -> Bool {
    guard try isUpToDate(index), let key = devices[index].epochKeys[store.log.epoch] else { return false }
    let next = EpochKey.generate(epoch: key.epoch + 1, using: &generator)
    let log = try devices[index].log.rotating(
      from: key, to: next, removing: removed.map { devices[$0].author.member }, by: author(index), using: &generator)
    guard store.append(log) else { return false }
    try devices[index].take(log)
    store(index)
    return true
  }
}
