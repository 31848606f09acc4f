// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel
import Testing

@Suite("The forgetting of tombstones (design: section 3.10)")
struct ForgettingTests {
  private static let day: UInt64 = 24 * 60 * 60 * 1000 << 16
  private var account: TestAccount
  private let second: LogAuthor

  /// Creates two members, a record, a tombstone and a checkpoint over them.
  init() throws {
    account = try TestAccount()
    second = try account.addDevice()
    try account.commit([try TestAccount.item(1, 1), try TestAccount.item(2, 1)], by: second)
    try account.commit([try TestAccount.item(1, 2, 0, .tombstone)])
    try account.checkpoint()
  }

  private func verdict(_ commit: Commit, on chain: CommitChain? = nil) -> SyncModelError.Code? {
    refusal {
      var chain = chain ?? account.chain
      try chain.follow(commit, log: account.log, as: account.onlooker)
    }?.code
  }

  @Test("a checkpoint forgets tombstones after 400 days if every member has committed since the checkpoint that covers them")
  mutating func forgetting() throws {
    let old = account.chain.head.number
    account.clock += 399 * Self.day
    try account.commit(by: second)
    try account.checkpoint()
    #expect(account.chain.checkpointHistory.forgottenThrough == 0)
    account.clock += Self.day
    let checkpoint = try account.chain.makeCheckpoint(by: account.first, log: account.log, clock: account.clock)
    #expect(checkpoint.header.forgetsThrough == old)
    #expect(checkpoint.header.checkpoint?.count == 1)
    #expect(account.chain.tombstones(forgottenBy: checkpoint.header) == [try TestAccount.record(1)])
    #expect(account.chain.tombstones(forgottenBy: try account.draft().header) == [])
    try account.checkpoint()
    #expect(account.chain.versions.keys.map(\.self) == [try TestAccount.record(2)])
    #expect(account.chain.checkpointHistory.forgottenThrough == old)
    // Later checkpoints repeat the number, even if nothing more is old enough or the author's clock is slower.
    let again = try account.chain.makeCheckpoint(by: second, log: account.log, clock: account.clock - 10 * Self.day)
    #expect(again.header.forgetsThrough == old)
    #expect(verdict(again) == nil)
    #expect(try account.checkpoint().header.forgetsThrough == old)
    // The record may return as a new one.
    #expect(account.chain.nextRevision(of: try TestAccount.record(1)) == 1)
    try account.commit([try TestAccount.item(1, 1, 7)])
    #expect(account.chain.versions.count == 2)
  }

  @Test("tombstones are kept while another member has not committed since; the author's own silence does not matter")
  mutating func members() throws {
    account.clock += 500 * Self.day
    func number(by author: LogAuthor) throws -> UInt64 {
      try account.chain.makeCheckpoint(by: author, log: account.log, clock: account.clock).header.forgetsThrough
    }
    #expect(try number(by: account.first) == 0)
    #expect(try number(by: second) == 3)
    let third = try account.addDevice()
    #expect(try number(by: second) == 0)
    try account.commit(by: third)
    #expect(try number(by: second) == 3)
    try account.rotate(removing: [second.member])
    #expect(try number(by: third) == 3)
  }

  @Test("a checkpoint that forgets too early is refused by a device that knows the history")
  mutating func tooEarly() throws {
    let honest = try account.chain.makeCheckpoint(by: second, log: account.log, clock: account.clock + 400 * Self.day)
    #expect(honest.header.forgetsThrough == 3)
    #expect(verdict(honest) == nil)
    func altered(by author: LogAuthor, _ change: (inout CommitHeader) -> Void) throws -> SyncModelError.Code? {
      verdict(
        try resigned(honest, by: author) { header in
          header.device = author.member
          header.deviceSequence = 9
          change(&header)
        })
    }
    #expect(try altered(by: second) { _ in } == nil)
    #expect(try altered(by: second) { $0.forgetsThrough = 2 } == nil)
    #expect(try altered(by: second) { $0.clock -= 2 << 16 } == .forgottenTooEarly)
    #expect(try altered(by: account.first) { _ in } == .forgottenTooEarly)
    #expect(try altered(by: second) { $0.forgetsThrough = 0 } == .rootMismatch)
    try account.commit(by: second)
    let later = try account.chain.makeCheckpoint(by: second, log: account.log, clock: account.clock + 400 * Self.day)
    #expect(verdict(try resigned(later, by: second) { $0.forgetsThrough = 4 }) == .forgottenTooEarly)
    // A chain restored without its checkpoint history trusts the author.
    let chain = account.chain
    func restored(_ history: CheckpointHistory?) throws -> CommitChain {
      try #require(
        CommitChain(
          restoring: chain.account, headNumber: chain.head.number, hashes: chain.hashes, logSequence: chain.logSequence,
          authors: chain.authors, versions: Array(chain.versions.values), itemsSinceCheckpoint: chain.itemsSinceCheckpoint,
          checkpointClock: chain.checkpointClock, checkpointHistory: history))
    }
    #expect(verdict(try resigned(later, by: second) { $0.clock = 1 }, on: try restored(nil)) == nil)
    #expect(verdict(try resigned(later, by: second) { $0.clock = 1 }, on: try restored(chain.checkpointHistory)) == .forgottenTooEarly)
    #expect(verdict(later, on: try restored(chain.checkpointHistory)) == nil)
    #expect(
      try restored(nil).makeCheckpoint(by: second, log: account.log, clock: account.clock + 400 * Self.day).header.forgetsThrough == 0)
  }

  @Test("a device that joins or was offline may leave out forgotten tombstones, but no record")
  mutating func headers() throws {
    let before = account.chain
    let served = Array(before.versions.values)
    account.clock += 400 * Self.day
    let heartbeat = try account.commit(by: second)
    let checkpoint = try account.checkpoint()
    #expect(checkpoint.header.forgetsThrough == 3)
    func follow(_ chain: CommitChain, _ headers: [Commit], _ versions: [RecordVersion]) -> SyncModelError.Code? {
      refusal {
        var chain = chain
        try chain.follow(headers.map(\.signedHeader), to: versions, log: account.log, as: account.onlooker)
        #expect(chain.root == account.chain.root)
        #expect(chain.versions == account.chain.versions)
      }?.code
    }
    let joining = CommitChain(account: account.log.account, joiningAt: CommitPosition(number: 4, hash: checkpoint.header.parent))
    let left = served.filter { $0.item.purpose == .record }
    #expect(follow(joining, [checkpoint], left) == nil)
    #expect(follow(joining, [checkpoint], served) == nil)
    #expect(follow(joining, [checkpoint], []) == .rootMismatch)
    #expect(follow(before, [heartbeat, checkpoint], left) == nil)
    // A device that never saw the tombstone does not drop the record on another's word.
    var early = CommitChain(account: account.log.account)
    let first = try Commit(decoding: account.commits[0].encoded)
    try early.follow(first, log: account.log, as: account.onlooker)
    #expect(follow(early, Array(account.commits.dropFirst()), left) == .recordMissing)
  }
}
