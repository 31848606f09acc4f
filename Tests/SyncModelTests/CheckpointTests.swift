// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel
import Testing

@Suite("Checkpoints (design: section 3.9)")
struct CheckpointTests {
  private var account: TestAccount

  init() throws {
    account = try TestAccount()
    try account.commit([try TestAccount.item(1, 1), try TestAccount.item(2, 1), try TestAccount.item(3, 1)])
    try account.commit([try TestAccount.item(2, 2, 4), try TestAccount.item(3, 2, 0, .tombstone)])
  }

  private var versions: [RecordVersion] { Array(account.chain.versions.values) }

  @Test("the root depends on every field of every version, but not on their order")
  func root() throws {
    let root = account.chain.root
    #expect(root.count == 3)
    #expect(CheckpointRoot(over: versions.reversed()) == root)
    #expect(CheckpointRoot(over: versions.dropFirst()) != root)
    for index in versions.indices {
      let version = versions[index]
      let item = version.item
      let other: RecordPurpose = item.purpose == .record ? .tombstone : .record
      let altered = [
        RecordVersion(item: item, author: version.author, number: version.number + 1),
        RecordVersion(item: item, author: account.onlooker.device, number: version.number),
        RecordVersion(
          item: CommitItem(record: item.record, revision: item.revision + 1, purpose: item.purpose, bodyHash: item.bodyHash),
          author: version.author, number: version.number),
        RecordVersion(
          item: CommitItem(record: item.record, revision: item.revision, purpose: other, bodyHash: item.bodyHash), author: version.author,
          number: version.number),
        RecordVersion(
          item: CommitItem(record: item.record, revision: item.revision, purpose: item.purpose, bodyHash: [UInt8](repeating: 9, count: 32)),
          author: version.author, number: version.number),
      ]
      for version in altered {
        var changed = versions
        changed[index] = version
        #expect(CheckpointRoot(over: changed).hash != root.hash)
      }
    }
  }

  @Test("each number of records has a different root", arguments: 0..<70)
  func sizes(count: Int) throws {
    let versions = try (0..<count).map { number in
      RecordVersion(item: try TestAccount.item(UInt8(number), 1), author: account.first.member, number: 1)
    }
    let root = CheckpointRoot(over: versions)
    #expect(root.count == UInt64(count))
    #expect(root.hash != CheckpointRoot(over: versions.dropLast()).hash || count == 0)
    #expect(root.hash != CheckpointRoot(over: versions + [versions.last].compactMap { $0 }).hash || count == 0)
  }

  @Test("a device that knows the records follows a checkpoint only if its root matches them")
  mutating func verifying() throws {
    let before = account
    let checkpoint = try account.checkpoint()
    #expect(try Commit(decoding: checkpoint.encoded) == checkpoint)
    #expect(account.chain.itemsSinceCheckpoint == 0)
    let wrong = try resigned(checkpoint, by: account.first) { $0.checkpoint = CheckpointRoot(over: []) }
    let error = refusal {
      var chain = before.chain
      try chain.follow(wrong, log: account.log, as: account.onlooker)
    }
    #expect(error?.code == .rootMismatch)
    #expect(error?.own == before.chain.head)
    #expect(refusal { _ = try resigned(checkpoint, items: [TestAccount.item(1, 9)], by: account.first) }?.code == .itemsUnfit)
  }

  @Test("a new device takes all records from a checkpoint, and notices any that is missing, added or outdated")
  mutating func completeness() throws {
    let checkpoint = try account.checkpoint()
    let later = try account.commit([try TestAccount.item(4, 1)])
    let all = try {
      var chain = CommitChain(account: account.log.account, joiningAt: CommitPosition(number: 2, hash: checkpoint.header.parent))
      #expect(refusal { _ = try chain.follow(checkpoint, log: account.log, as: account.onlooker) }?.code == .checkpointMissing)
      try chain.follow([checkpoint.signedHeader], to: versions.filter { $0.number < 4 }, log: account.log, as: account.onlooker)
      try chain.follow(later, log: account.log, as: account.onlooker)
      return chain
    }()
    #expect(all.head == account.chain.head)
    #expect(all.versions == account.chain.versions)
    #expect(all.root == account.chain.root)

    let served = versions.filter { $0.number < 4 }
    func code(_ versions: [RecordVersion]) -> SyncModelError.Code? {
      refusal {
        var chain = CommitChain(account: account.log.account, joiningAt: CommitPosition(number: 2, hash: checkpoint.header.parent))
        try chain.follow([checkpoint.signedHeader], to: versions, log: account.log, as: account.onlooker)
      }?.code
    }
    #expect(code(served) == nil)
    #expect(code(Array(served.dropFirst())) == .rootMismatch)
    #expect(code(served + [served[0]]) == .rootMismatch)
    #expect(code(versions) == .rootMismatch)
    let older = RecordVersion(item: try TestAccount.item(2, 1), author: account.first.member, number: 1)
    #expect(code(served.filter { $0.item.record != older.item.record } + [older]) == .rootMismatch)
  }

  @Test("a chain without its records cannot commit, and refuses a checkpoint that names the log before the first epoch")
  mutating func incomplete() throws {
    let checkpoint = try account.checkpoint()
    let chain = CommitChain(account: account.log.account, joiningAt: CommitPosition(number: 2, hash: checkpoint.header.parent))
    #expect(!chain.isComplete)
    #expect(refusal { _ = try chain.makeCommit(of: [], by: account.first, log: account.log, clock: 1) }?.code == .checkpointMissing)
    let genesis = try #require(account.log.position(0))
    let early = try resigned(checkpoint, by: account.first) { header in
      header.log = genesis
      header.epoch = 0
    }
    let error = refusal {
      var chain = chain
      try chain.follow([early.signedHeader], to: versions, log: account.log, as: account.onlooker)
    }
    #expect(error?.code == .epochMismatch)
  }

  @Test("headers that end at a checkpoint before the device's own head are refused, even if the records are the same")
  mutating func passedCheckpoint() throws {
    let checkpoint = try account.checkpoint()
    let served = versions
    let chain = try {
      try account.commit()
      return account.chain
    }()
    let error = refusal {
      var chain = chain
      try chain.follow([checkpoint.signedHeader], to: served, log: account.log, as: account.onlooker)
    }
    #expect(error?.code == .checkpointMissing)
  }

  @Test("a new device requires that the chain passes through the head that its sponsor named")
  mutating func sponsor() throws {
    var branch = account
    let elsewhere = try branch.commit([try TestAccount.item(9, 1)])
    let trusted = try account.commit([try TestAccount.item(4, 1)])
    try account.checkpoint()
    #expect(refusal { try account.chain.requirePassing(through: trusted.position) } == nil)
    #expect(refusal { try account.chain.requirePassing(through: elsewhere.position) }?.code == .forked)
    let later = CommitPosition(number: 99, hash: trusted.position.hash)
    #expect(refusal { try account.chain.requirePassing(through: later) }?.code == .rolledBack)
  }

  @Test("a chain without a commit that a log entry names is a fork")
  mutating func seenElsewhere() throws {
    #expect(refusal { try account.chain.requirePassing(throughWhatIsSeenIn: account.log) } == nil)
    let before = account.chain
    try account.commit([try TestAccount.item(9, 1)])
    _ = try account.addDevice()
    #expect(refusal { try account.chain.requirePassing(throughWhatIsSeenIn: account.log) } == nil)
    // The entry names a commit that this chain does not have.
    #expect(refusal { try before.requirePassing(throughWhatIsSeenIn: account.log) }?.code == .forked)
    // From the commit that names the entry on, rule 5 ties the two together.
    try account.commit([try TestAccount.item(8, 1)])
    #expect(refusal { try account.chain.requirePassing(throughWhatIsSeenIn: account.log) } == nil)
  }

  @Test("a device that was offline follows headers to a later checkpoint, and notices records that are missing or outdated")
  mutating func sleeping() throws {
    let asleep = account.chain
    let headers = try [
      account.commit([TestAccount.item(1, 2), TestAccount.item(4, 1)]), account.commit([TestAccount.item(4, 2)]), account.checkpoint(),
    ].map(\.signedHeader)
    var awake = asleep
    try awake.follow(headers, to: versions, log: account.log, as: account.onlooker)
    #expect(awake.head == account.chain.head)
    #expect(awake.versions == account.chain.versions)
    #expect(awake.authors == account.chain.authors)

    func error(_ headers: [SignedCommitHeader], _ versions: [RecordVersion]) -> SyncModelError? {
      refusal {
        var chain = asleep
        try chain.follow(headers, to: versions, log: account.log, as: account.onlooker)
      }
    }
    #expect(error(Array(headers.dropFirst()), versions)?.code == .parentMissing)
    #expect(error(Array(headers.dropLast()), versions)?.code == .checkpointMissing)
    #expect(error([], versions)?.code == .checkpointMissing)
    // A checkpoint by a member whose device was given fewer or older records than this one knows.
    func checkpoint(over versions: [RecordVersion]) throws -> SignedCommitHeader {
      let commit = try asleep.makeCheckpoint(by: account.first, log: account.log, clock: 1)
      return try resigned(commit, by: account.first) { $0.checkpoint = CheckpointRoot(over: versions) }.signedHeader
    }
    let known = asleep.versions.values.sorted { $0.item.record.bytes.lexicographicallyPrecedes($1.item.record.bytes) }
    let fewer = Array(known.dropFirst())
    let missing = error([try checkpoint(over: fewer)], fewer)
    #expect(missing?.code == .recordMissing)
    #expect(missing?.record == known.first?.item.record)
    let back = [known[0], RecordVersion(item: try TestAccount.item(2, 1), author: known[1].author, number: 1), known[2]]
    #expect(error([try checkpoint(over: back)], back)?.code == .revisionNotNewer)
    let other = [known[0], RecordVersion(item: try TestAccount.item(2, 2, 7), author: known[1].author, number: 2), known[2]]
    #expect(error([try checkpoint(over: other)], other)?.code == .revisionConflict)
  }

  @Test("a checkpoint is due after 1 000 items, or after 30 days with at least one")
  mutating func due() throws {
    let day: UInt64 = 24 * 60 * 60 * 1000
    let start = HybridClock.milliseconds(of: try #require(account.chain.checkpointClock))
    #expect(!account.chain.isCheckpointDue(atMilliseconds: start + 30 * day - 1))
    #expect(account.chain.isCheckpointDue(atMilliseconds: start + 30 * day))
    try account.checkpoint()
    #expect(!account.chain.isCheckpointDue(atMilliseconds: start + 99 * day))
    for block in 0..<4 {
      let items = try (0..<250).map { number in
        let name = [UInt8(block), UInt8(number)] + [UInt8](repeating: 7, count: 14)
        return CommitItem(
          record: try #require(RecordName(name)), revision: 1, purpose: .record, bodyHash: [UInt8](repeating: 1, count: 32))
      }
      #expect(!account.chain.isCheckpointDue(atMilliseconds: start))
      try account.commit(items)
    }
    #expect(account.chain.isCheckpointDue(atMilliseconds: start))
    #expect(!CommitChain(account: account.log.account).isCheckpointDue(atMilliseconds: .max))
  }
}
