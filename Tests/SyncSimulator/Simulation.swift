// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory
import SyncModel

/// One run: devices, the store between them, and randomness, all from one seed (design: section 7.2).
package struct Simulation {
  /// The statistics of a run.
  package struct Report: Sendable {
    /// The number of commits in the chain at the end.
    package var commitCount = 0
    /// The number of devices that ever took part.
    package var deviceCount = 0
    /// The number of lies served to devices, and detected.
    package var refusedLies = 0
    /// The number of devices that recovered with the printed key.
    package var recoveries = 0
    /// The number of accounts whose floor of formats was raised.
    package var raisedFloors = 0
    /// The number of programs that were too old to join.
    package var refusedPrograms = 0
    /// The number of checkpoints that forgot existing tombstones.
    package var forgettings = 0
    /// The violated invariants.
    package var violations: [Violation] = []
  }

  /// A crash of a device, which loses everything not stored.
  struct Crash: Error {}

  static let hour: UInt64 = 60 * 60 * 1000
  static let start: UInt64 = 1_790_000_000_000
  static let mostDevices = 6

  let fault: PlantedFault?
  let premade: PremadeAccounts
  let shared = SharedWork()
  /// Whether there are two versions of the program.
  let isMigrating: Bool
  /// Whether people keep codes that are counted. No draw decides it, so that all other runs are what they were before there were any.
  let hasCodes: Bool
  /// The maximum time between two steps: hours, or months in runs in which tombstones become old.
  let longestPause: UInt64
  var generator: SeededGenerator
  var store: SimulatedStore
  var devices: [SimulatedDevice] = []
  /// The last stored state of each device.
  var disks: [SimulatedDevice] = []
  var unreachable: Set<Int> = []
  /// The log entry that removed each device.
  var removals: [Int: UInt64] = [:]
  /// The name of each device that has one.
  var names: [DeviceIdentifier: String] = [:]
  var delayed: [SimulatedDevice.Sent] = []
  /// The current printed key, and the old ones.
  var paper: RecoveryKey
  var formerPapers: [RecoveryKey] = []
  /// The number of premade keys in use.
  var takenKeys: Int
  /// The creator of each record that is not in the chain yet.
  var makers: [RecordName: Int] = [:]
  /// The created passkeys, by secret, with their original records.
  var passkeys: [[UInt8]: (record: RecordName, maker: Int)] = [:]
  var time = start
  var report = Report()
  /// Whether losses and crashes are off, at the end of a run.
  var isCalm = false

  /// Sets up a run.
  package init(seed: UInt64, fault: PlantedFault? = nil) throws {
    self.fault = fault
    premade = try Self.premade.get()
    generator = SeededGenerator(seed: seed)
    isMigrating = Int.random(in: 0..<100, using: &generator) < 40 || fault?.invariant == .keepsFloor
    hasCodes = seed % 4 == 2 || fault == .countsBack
    let isLong = Int.random(in: 0..<100, using: &generator) < 20 || fault == .forgetsEarly
    longestPause = isLong ? 120 * 24 * Self.hour : 6 * Self.hour
    let account = premade.accounts[Int.random(in: premade.accounts.indices, using: &generator)]
    takenKeys = Int.random(in: 0..<1_000, using: &generator)
    paper = account.recovery
    store = SimulatedStore(log: account.log, fault: fault)
    for author in account.devices {
      join(
        try SimulatedDevice(
          author: author, log: account.log, chain: CommitChain(account: account.log.account), epochKeys: [1: account.epochKey],
          skewMilliseconds: randomSkew(), reads: randomProgram(), shared: shared, fault: fault))
    }
  }

  /// Created when the first run starts.
  private static let premade = Result { try PremadeAccounts() }

  mutating func join(_ device: SimulatedDevice) {
    devices.append(device)
    disks.append(device)
    report.deviceCount += 1
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  var members: [Int] { devices.indices.filter { removals[$0] == nil } }

  /// Returns the length of a run: between 20 and 300 steps, usually short.
  package static func stepCount(of seed: UInt64) -> Int {
    var generator = SeededGenerator(seed: ~seed)
    return Int.random(in: 0..<100, using: &generator) == 0 ? 300 : Int.random(in: 20...50, using: &generator)
  }

  /// Runs to the end and checks the invariants.
  package mutating func run(steps: Int) throws -> Report {
    do {
      for _ in 0..<steps {
        time += UInt64.random(in: 0..<longestPause, using: &generator)
        guard let device = members.randomElement(using: &generator) else { break }
        do {
          try step(device)
        } catch is Crash {
          devices[device] = disks[device]
        }
      }
      try settle()
      try judge()
    } catch let violation as Violation {
      report.violations.append(violation)
    }
    report.commitCount = store.commits.count
    return report
  }

  private mutating func step(_ device: Int) throws {
    if chance(10), !delayed.isEmpty {
      let late = delayed.remove(at: Int.random(in: delayed.indices, using: &generator))
      hand(late)
    }
    switch Int.random(in: 0..<1_000, using: &generator) {
    case ..<440: try edit(device)
    case ..<820: try synchronise(device)
    case ..<850: throw Crash()
    case ..<866: try enrol(by: device)
    case ..<873: try remove(by: device)
    case ..<880: try rotate(by: device)
    case ..<884: if store.log.accepts(paper) { try recover() } else { try replacePaper(by: device, removing: []) }
    case ..<894: if unreachable.remove(device) == nil { unreachable.insert(device) }
    case ..<900: try rename(by: device)
    case ..<944 where isMigrating: try migrate(by: device)
    case 944..<952: setClock(of: device, by: randomSkew())
    default: lie(to: device)
    }
  }

  /// Sends a commit to the store; a checkpoint that forgets is checked against what each member has seen (I12).
  @discardableResult
  mutating func hand(_ sent: SimulatedDevice.Sent) -> Bool {
    let head = store.head
    let isTaken = store.push(sent.commit.encoded, sent.envelopes)
    let number = sent.commit.header.forgetsThrough
    guard number > 0, store.head != head else { return isTaken }
    if store.versions.values.contains(where: { $0.item.purpose == .tombstone && $0.number <= number }) { report.forgettings += 1 }
    // A member whose last commit is this one had seen everything before it, even if it still waits for the reply.
    for member in members where disks[member].chain.head.number + 1 < number {
      report.violations.append(Violation(invariant: .forgetsTogether, finding: "device \(member) has not seen what is forgotten"))
    }
    return isTaken
  }

  mutating func store(_ device: Int) { disks[device] = devices[device] }

  /// A moment in which a device may crash; it then continues from its last stored state.
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
    // Stored before it is sent, because the device would otherwise treat its own commit as another party's.
    store(index)
    try risk()
    let fate = isCalm ? 100 : Int.random(in: 0..<100, using: &generator)
    if fate < 8 { return }
    if fate < 16 { return delayed.append(sent) }
    let isTaken = hand(sent)
    if fate < 24 { delayed.append(sent) }
    if fate < 32 || !isTaken { return }
    try risk()
    try devices[index].take(sent.commit, from: store, at: time)
    try risk()
    store(index)
  }
}
