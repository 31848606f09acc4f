// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import SyncModel
import Testing

@Suite("Format upgrades and the end of an account (design: section 3.11)")
struct FormatTests {
  private var account: TestAccount
  private let second: LogAuthor

  init() throws {
    account = try TestAccount()
    second = try account.addDevice()
    try account.commit([try TestAccount.item(1, 1)])
    try account.commit(by: second)
  }

  private func verdict(_ commit: Commit, reading format: UInt64 = 2) -> SyncModelError? {
    refusal {
      var chain = account.chain
      try chain.follow(commit, log: account.log, as: OwnDevice(account.onlooker.device, highestFormat: format))
    }
  }

  /// Commits a heartbeat that states which format its author reads.
  private mutating func announce(_ format: UInt64, by author: LogAuthor) throws {
    let commit = try account.chain.makeCommit(of: [], by: author, log: account.log, clock: account.clock, highestFormat: format)
    try account.chain.follow(commit, log: account.log, as: OwnDevice(account.onlooker.device, highestFormat: format))
    account.clock += 1 << 16
  }

  @Test("a format is common once every member has announced that it reads it")
  mutating func common() throws {
    try announce(3, by: account.first)
    #expect(account.chain.commonFormat(log: account.log) == 1)
    try announce(2, by: second)
    #expect(account.chain.commonFormat(log: account.log) == 2)
    try account.rotate(removing: [second.member])
    #expect(account.chain.commonFormat(log: account.log) == 3)
    _ = try account.addDevice()
    #expect(account.chain.commonFormat(log: account.log) == 1)
    try account.raiseFloor(to: 3)
    #expect(account.chain.commonFormat(log: account.log) == 3)
  }

  @Test("the floor may rise once all members announced the format, every record uses it and a checkpoint covers them")
  mutating func steps() throws {
    func may(_ format: UInt64, _ lowest: UInt16?) -> Bool {
      account.chain.mayRaiseFloor(to: format, log: account.log, lowestSchema: lowest)
    }
    try announce(2, by: account.first)
    try account.checkpoint()
    #expect(!may(2, 2))
    try announce(2, by: account.first)
    try announce(2, by: second)
    #expect(may(2, 2))
    #expect(may(2, nil))
    #expect(!may(3, 3))
    #expect(!may(1, 2))
    #expect(!may(2, 1))
    try account.commit([try TestAccount.item(9, 1)])
    try announce(2, by: account.first)
    #expect(!may(2, 2))
    let checkpoint = try account.chain.makeCheckpoint(by: account.first, log: account.log, clock: account.clock, highestFormat: 2)
    try account.chain.follow(checkpoint, log: account.log, as: account.onlooker)
    #expect(may(2, 2))
    let closed = try account.log.closing(by: account.first)
    #expect(!account.chain.mayRaiseFloor(to: 2, log: closed, lowestSchema: 2))
    try account.raiseFloor(to: 2)
    #expect(!may(2, 2))
  }

  @Test("a commit is judged by the floor at the log position that it names, which cannot be before the current floor")
  mutating func floors() throws {
    let before = account
    let old = try account.draft()
    try account.raiseFloor(to: 2)
    func next(_ format: UInt64, by author: LogAuthor? = nil) throws -> Commit {
      try resigned(old, by: author ?? account.first) { header in
        header.log = account.log.head
        header.highestFormat = format
      }
    }
    #expect(verdict(old)?.code == .logOlderThanParent)
    #expect(verdict(try next(1))?.code == .formatBelowFloor)
    #expect(verdict(try next(1))?.code.isAlarm == true)
    #expect(verdict(try next(2)) == nil)
    #expect(verdict(try next(3)) == nil)
    // A program that cannot read the current format asks for an update and raises no alarm.
    #expect(verdict(try next(2), reading: 1)?.code == .unsupportedVersion)
    #expect(verdict(try next(2), reading: 1)?.code.isAlarm == false)
    #expect(refusal { _ = try account.draft() }?.code == .unsupportedVersion)
    #expect(
      refusal { _ = try account.chain.makeCommit(of: [], by: account.first, log: account.log, clock: 1, highestFormat: 2) } == nil)
    // A device that was offline judges earlier commits by the floor of that time.
    var slept = before.chain
    #expect(slept.head == account.chain.head)
    #expect(try slept.follow(before.draft(), log: before.log, as: account.onlooker) == .advanced)
    try account.chain.follow(next(2), log: account.log, as: OwnDevice(account.onlooker.device, highestFormat: 2))
    #expect(try account.chain.follow(next(2), log: account.log, as: OwnDevice(account.onlooker.device, highestFormat: 2)) == .known)
  }

  @Test("a version with a lower schema than the floor at its commit's log position is refused")
  mutating func schemas() throws {
    var generator = SystemRandomNumberGenerator()
    let key = EpochKey.generate(epoch: 1, using: &generator)
    func envelope(_ schema: UInt16) throws -> RecordEnvelope {
      let facts = RecordFacts(
        purpose: .record, account: account.log.account, record: try TestAccount.record(9), revision: 1, author: account.first.member,
        clock: 1, schema: schema)
      return try key.seal(.init(copying: [1, 2, 3]), as: facts, using: &generator)
    }
    let before = try account.draft().header
    try account.raiseFloor(to: 2)
    var after = before
    after.log = account.log.head
    let log = account.log
    let (one, two) = (try envelope(1), try envelope(2))
    #expect(refusal { try log.requireFormat(of: one, in: before) } == nil)
    #expect(refusal { try log.requireFormat(of: two, in: after) } == nil)
    #expect(refusal { try log.requireFormat(of: one, in: after) }?.code == .formatBelowFloor)
    #expect(refusal { try log.requireFormat(of: one, in: after) }?.record == one.facts.record)
    after.log = LogPosition(sequence: 99, hash: [])
    #expect(refusal { try log.requireFormat(of: two, in: after) }?.code == .logTooShort)
  }

  @Test("a closed account accepts no commits")
  mutating func closing() throws {
    let old = try account.draft()
    try account.close()
    #expect(refusal { _ = try account.draft() }?.code == .cannotWrite)
    let log = account.log
    let late = try resigned(old, by: account.first) { $0.log = log.head }
    #expect(verdict(late)?.code == .accountClosed)
    #expect(verdict(old)?.code == .logOlderThanParent)
  }
}
