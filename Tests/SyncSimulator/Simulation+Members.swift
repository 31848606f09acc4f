// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel

/// Adding and removing devices, and recovery with only the printed key (design: sections 3.7 and 3.8).
extension Simulation {
  /// Returns whether a device has seen everything, which is required for changing the log.
  mutating func isUpToDate(_ index: Int) throws -> Bool {
    guard !unreachable.contains(index), devices[index].alarm == nil else { return false }
    try synchronise(index)
    return devices[index].alarm == nil && devices[index].chain.head == store.head && devices[index].log.head == store.log.head
  }

  func author(_ index: Int) -> LogAuthor {
    LogAuthor(devices[index].author.member, devices[index].author.keys, seeing: devices[index].chain.head.hash)
  }

  private mutating func newAuthor() -> LogAuthor {
    takenKeys += 1
    return LogAuthor(.random(using: &generator), premade.keys(takenKeys))
  }

  mutating func enrol(by sponsor: Int) throws {
    guard members.count < Self.mostDevices, try isUpToDate(sponsor), let key = devices[sponsor].epochKeys[store.log.epoch] else { return }
    let reads = randomProgram()
    // A program that cannot read the valid formats does not join.
    guard reads >= store.log.formatFloor else { return report.refusedPrograms += 1 }
    let new = newAuthor()
    let log = try devices[sponsor].log.adding(new, named: "", epochKey: key, by: author(sponsor), using: &generator)
    guard store.append(log) else { return }
    let trusted = devices[sponsor].chain.head
    let index = try admit(new, log, reads: reads)
    try devices[index].chain.requirePassing(through: trusted)
  }

  /// Adds a device that starts from a checkpoint or from the beginning.
  private mutating func admit(_ new: LogAuthor, _ log: MembershipLog, reads: UInt64) throws -> Int {
    var device = try SimulatedDevice(
      author: new, log: log, chain: CommitChain(account: log.account), skewMilliseconds: randomSkew(), reads: reads, shared: shared,
      fault: fault)
    if let checkpoint = store.checkpoints.last, chance(70) {
      try device.join(at: store.commits[Int(checkpoint.number) - 1].signedHeader, checkpoint.versions, from: store, at: time)
    }
    for commit in store.commits(after: device.chain.head.number, limit: .max) { try device.take(commit, from: store, at: time) }
    join(device)
    return devices.count - 1
  }

  mutating func remove(by index: Int) throws {
    guard members.count > 2, let other = members.filter({ $0 != index }).randomElement(using: &generator) else { return }
    _ = try grow(by: index, removing: [other])
  }

  mutating func rotate(by index: Int) throws { _ = try grow(by: index, removing: []) }

  private mutating func grow(by index: Int, removing removed: [Int]) throws -> Bool {
    guard try isUpToDate(index), let key = devices[index].epochKeys[store.log.epoch] else { return false }
    let next = EpochKey.generate(epoch: key.epoch + 1, using: &generator)
    let log = try devices[index].log.rotating(
      from: key, to: next, removing: removed.map { devices[$0].author.member }, by: author(index), using: &generator)
    guard store.append(log) else { return false }
    for other in removed { removals[other] = store.log.head.sequence }
    try devices[index].take(log)
    store(index)
    return true
  }

  /// Lets a device rename any other device, or itself.
  mutating func rename(by index: Int) throws {
    guard let other = members.randomElement(using: &generator), try isUpToDate(index), let key = devices[index].epochKeys[store.log.epoch]
    else { return }
    let name = "name \(Int.random(in: 0..<1_000, using: &generator))"
    let device = devices[other].author.member
    let log = try devices[index].log.renaming(device, to: name, epochKey: key, by: author(index), using: &generator)
    guard store.append(log) else { return }
    names[device] = name
    try devices[index].take(log)
    store(index)
  }

  // MARK: Recovery

  /// Recovers the account with only the printed key. It admits one device, which replaces it, and removes the lost ones.
  mutating func recover() throws {
    guard members.count < Self.mostDevices, store.log.accepts(paper) else { return }
    let key = try store.log.openEpochKey(as: paper.identifier, with: paper.memberKeys)
    let new = newAuthor()
    let onPaper = LogAuthor(paper.identifier, paper.memberKeys, seeing: store.head.hash)
    let log = try store.log.adding(new, named: "", epochKey: key, by: onPaper, using: &generator)
    let lost = members
    guard store.append(log) else { return }
    let index = try admit(new, log, reads: max(randomProgram(), log.formatFloor))
    report.recoveries += 1
    // A crash in between leaves a used key, until a device replaces it.
    if chance(10) { return }
    let count = chance(30) ? lost.count : Int.random(in: 0...1, using: &generator)
    try replacePaper(by: index, removing: Array(lost.shuffled(using: &generator).prefix(count)))
  }

  mutating func replacePaper(by index: Int, removing lost: [Int]) throws {
    guard try isUpToDate(index), let key = devices[index].epochKeys[store.log.epoch] else { return }
    takenKeys += 1
    let next = premade.recoveryKey(takenKeys)
    if fault != .leavesPaper {
      let log = try devices[index].log.replacingRecoveryKey(with: next.memberKeys.publicKeys, epochKey: key, by: author(index))
      guard store.append(log) else { return }
      try devices[index].take(log)
      store(index)
    }
    formerPapers.append(paper)
    paper = next
    _ = try grow(by: index, removing: lost)
  }
}
