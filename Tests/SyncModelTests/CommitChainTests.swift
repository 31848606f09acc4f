// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel
import Testing

@Suite("The chain of commits (design: section 3.9)")
struct CommitChainTests {
  private var account: TestAccount

  init() throws { account = try TestAccount() }

  /// Returns the error with which a chain built by others refuses a commit.
  private func verdict(_ commit: Commit, on chain: CommitChain? = nil, log: MembershipLog? = nil, as own: OwnDevice? = nil)
    -> SyncModelError?
  {
    refusal {
      var chain = chain ?? account.chain
      try chain.follow(commit, log: log ?? account.log, as: own ?? account.onlooker)
    }
  }

  @Test("commits of several devices follow each other, and a repeated commit has no effect")
  mutating func following() throws {
    let second = try account.addDevice()
    let one = try account.commit([try TestAccount.item(1, 1)])
    let two = try account.commit([try TestAccount.item(2, 1), try TestAccount.item(1, 2)], by: second)
    #expect(account.chain.head == two.position)
    #expect(account.chain.versions[try TestAccount.record(1)]?.item.revision == 2)
    #expect(account.chain.versions[try TestAccount.record(1)]?.author == second.member)
    #expect(account.chain.authors[second.member]?.sequence == 1)
    var chain = account.chain
    #expect(try chain.follow(one, log: account.log, as: account.onlooker) == .known)
    #expect(chain.head == two.position)
    #expect(chain.nextRevision(of: try TestAccount.record(1)) == 3)
    #expect(chain.nextRevision(of: try TestAccount.record(3)) == 1)
  }

  @Test("a refused commit leaves the chain unchanged")
  mutating func refusedLeavesNothing() throws {
    try account.commit([try TestAccount.item(1, 1)])
    let before = account.chain
    var chain = before
    let later = try {
      var ahead = account
      try ahead.commit()
      return try ahead.draft([try TestAccount.item(5, 1)])
    }()
    let error = refusal { try chain.follow(later, log: account.log, as: account.onlooker) }
    #expect(error?.code == .parentMissing)
    #expect(error?.code.isAlarm == false)
    #expect(chain.head == before.head)
    #expect(chain.versions == before.versions)
  }

  @Test("two children of one parent are a fork, reported with both heads and the device")
  mutating func siblings() throws {
    let second = try account.addDevice()
    try account.commit([try TestAccount.item(1, 1)])
    let other = try account.draft([try TestAccount.item(2, 1)], by: second)
    let mine = try account.commit([try TestAccount.item(3, 1)])
    let error = try #require(verdict(other))
    #expect(error.code == .forked)
    #expect(error.code.isAlarm)
    #expect(error.own == mine.position)
    #expect(error.served == other.position)
    #expect(error.device == second.member)
  }

  @Test("a commit whose parent is not in the chain is a fork, however long the other branch is")
  mutating func otherBranch() throws {
    let second = try account.addDevice()
    try account.commit()
    var branch = account
    try branch.commit([try TestAccount.item(1, 1)], by: second)
    let onBranch = try branch.draft([try TestAccount.item(2, 1)], by: second)
    try account.commit([try TestAccount.item(3, 1)])
    try account.commit([try TestAccount.item(4, 1)])
    #expect(verdict(onBranch)?.code == .forked)
    try account.commit()
    #expect(verdict(onBranch)?.code == .forked)
    // A second child of a commit in the chain is a fork, whatever its number.
    let child = try resigned(account.draft(), by: account.first) { header in
      header.parent = account.chain.hashes[1]
      header.number = 99
    }
    #expect(verdict(child)?.code == .forked)
  }

  @Test("a header follows a commit only with its parent, the next number, a known log position and a member's signature")
  mutating func nextHeader() throws {
    let second = try account.addDevice()
    try account.commit()
    let next = try account.draft(by: second)
    let (head, log) = (account.chain.head, account.log)
    #expect(next.signedHeader.isNext(to: head, in: log))
    let changes: [(inout CommitHeader) -> Void] = [
      { $0.parent = [UInt8](repeating: 9, count: 32) }, { $0.number += 1 },
      { $0.log = LogPosition(sequence: $0.log.sequence, hash: [UInt8](repeating: 9, count: 32)) },
    ]
    for change in changes { #expect(try !resigned(next, by: second, change).signedHeader.isNext(to: head, in: log)) }
    let stranger = LogAuthor(second.member, account.first.keys)
    #expect(try !resigned(next, by: stranger).signedHeader.isNext(to: head, in: log))
  }

  @Test("an earlier head of the chain is a rollback, a different head at the same place a fork, and a later head is new")
  mutating func heads() throws {
    let one = try account.commit()
    var branch = account
    let other = try branch.commit([try TestAccount.item(1, 1)])
    let two = try account.commit()
    #expect(try account.chain.judge(servedHead: two.position) == .same)
    #expect(try account.chain.judge(servedHead: CommitPosition(number: 3, hash: other.position.hash)) == .ahead)
    let rollback = try #require(refusal { _ = try account.chain.judge(servedHead: one.position) })
    #expect(rollback.code == .rolledBack)
    #expect(rollback.own == two.position)
    #expect(rollback.served == one.position)
    #expect(refusal { _ = try account.chain.judge(servedHead: .beginning) }?.code == .rolledBack)
    #expect(refusal { _ = try account.chain.judge(servedHead: other.position) }?.code == .forked)
  }

  @Test("an author who is not a member at the named log position is refused, and so is a signature by another key")
  mutating func authors() throws {
    let alone = account
    let stranger = try account.addDevice()
    let commit = try account.draft(by: stranger)
    #expect(verdict(commit) == nil)
    #expect(verdict(commit, log: alone.log)?.code == .logTooShort)
    var elsewhere = alone
    _ = try elsewhere.addDevice()
    #expect(verdict(commit, log: elsewhere.log)?.code == .logForked)
    let mine = try account.draft()
    var bytes = commit.encoded
    bytes.replaceSubrange(bytes.count - 64..<bytes.count, with: mine.encoded.suffix(64))
    #expect(verdict(try Commit(decoding: bytes))?.code == .signatureInvalid)
  }

  @Test("a remembered signature is still refused under another key, for another commit or with a flipped bit")
  mutating func rememberedSignatures() throws {
    let second = try account.addDevice()
    let known = VerifiedSignatures()
    func code(_ commit: Commit) -> SyncModelError.Code? {
      refusal {
        var chain = account.chain
        try chain.follow(commit, log: account.log, as: account.onlooker, remembering: known)
      }?.code
    }
    let commit = try account.draft(by: second)
    let other = try account.draft([try TestAccount.item(1, 1)], by: second)
    let mine = try account.draft()
    func signed(_ commit: Commit, _ signature: [UInt8]) throws -> Commit {
      var bytes = commit.encoded
      bytes.replaceSubrange(bytes.count - 64..<bytes.count, with: signature)
      return try Commit(decoding: bytes)
    }
    let (hash, signature) = (commit.position.hash, commit.signedHeader.signature)
    let owner = try #require(account.log.publicKeys(of: second.member))
    let another = try #require(account.log.publicKeys(of: account.first.member))
    for _ in 0..<2 {
      #expect(known.holds(signature, hash: hash, of: owner))
      #expect(!known.holds(signature, hash: hash, of: another))
      #expect(!known.holds(signature, hash: other.position.hash, of: owner))
      for held in [commit, mine, other] { #expect(code(held) == nil) }
      #expect(code(try signed(other, commit.signedHeader.signature)) == .signatureInvalid)
      #expect(code(try signed(commit, mine.signedHeader.signature)) == .signatureInvalid)
      #expect(code(try resigned(commit, by: account.first)) == .signatureInvalid)
      for index in 0..<64 {
        var signature = commit.signedHeader.signature
        signature[index] ^= 0x10
        #expect(code(try signed(commit, signature)) == .signatureInvalid)
      }
    }
  }

  @Test("a signature recorded by its maker counts only for that maker and commit")
  mutating func notedSignatures() throws {
    let second = try account.addDevice()
    let commit = try account.draft(by: second)
    let other = try account.draft([try TestAccount.item(1, 1)], by: second)
    let forged = try resigned(commit, by: account.first)
    let owner = try #require(account.log.publicKeys(of: second.member))
    let known = VerifiedSignatures()
    known.note(commit.signedHeader, madeWith: second.keys)
    known.note(forged.signedHeader, madeWith: account.first.keys)
    #expect(known.holds(commit.signedHeader.signature, hash: commit.position.hash, of: owner))
    #expect(!known.holds(commit.signedHeader.signature, hash: other.position.hash, of: owner))
    #expect(!known.holds(forged.signedHeader.signature, hash: forged.position.hash, of: owner))
  }

  @Test("a removed device cannot commit after its removal, even by naming the log before it")
  mutating func removal() throws {
    let second = try account.addDevice()
    try account.commit([try TestAccount.item(1, 1)], by: second)
    let late = try account.draft([try TestAccount.item(2, 1)], by: second)
    #expect(verdict(late) == nil)
    try account.rotate(removing: [second.member])
    let error = verdict(late)
    #expect(error?.code == .logOlderThanParent)
    #expect(error?.device == second.member)
    #expect(refusal { _ = try account.draft(by: second) }?.code == .cannotWrite)
    try account.commit()
    let chain = account.chain
    #expect(chain.authors[second.member]?.sequence == 1)
  }

  @Test("the log position that commits name never moves back")
  mutating func logOrder() throws {
    try account.commit()
    let before = account
    _ = try account.addDevice()
    try account.commit()
    // As if its author did not know of the addition, although the chain does.
    let stale = try #require(try? before.chain.makeCommit(of: [], by: account.first, log: before.log, clock: 1))
    #expect(verdict(stale)?.code == .forked)
    #expect(
      refusal { _ = try account.chain.makeCommit(of: [], by: account.first, log: before.log, clock: 1) }?.code == .cannotWrite)
    let child = try resigned(account.draft(), by: account.first) { $0.log = before.log.head }
    #expect(verdict(child)?.code == .logOlderThanParent)
  }

  @Test("the epoch must be the log's, the number the next one, and the device's sequence number must rise")
  mutating func counts() throws {
    try account.rotate()
    try account.commit()
    let draft = try account.draft()
    func code(_ change: (inout CommitHeader) -> Void) throws -> SyncModelError.Code? {
      verdict(try resigned(draft, by: account.first, change))?.code
    }
    #expect(try code { _ in } == nil)
    #expect(try code { $0.epoch = 1 } == .epochMismatch)
    #expect(try code { $0.epoch = 3 } == .epochMismatch)
    #expect(try code { $0.number = 1 } == .numberMismatch)
    #expect(try code { $0.number = 3 } == .numberMismatch)
    #expect(try code { $0.deviceSequence = 1 } == .sequenceNotRising)
    #expect(try code { $0.deviceSequence = 9 } == nil)
    #expect(try code { $0.highestFormat = 0 } == .formatBelowFloor)
    #expect(try code { $0.highestFormat = 2 } == nil)
  }

  @Test("a commit of another account is refused")
  mutating func otherAccount() throws {
    let other = try TestAccount()
    #expect(verdict(try other.draft())?.code == .otherAccount)
    #expect(verdict(try account.draft(), log: other.log)?.code == .otherAccount)
    // A device that is in two accounts uses the log of the account it writes to.
    var generator = SystemRandomNumberGenerator()
    let recovery = try RecoveryKey.generate(using: &generator)
    let second = try MembershipLog.found(
      device: account.first.member, keys: account.first.keys, recovery: recovery.memberKeys.publicKeys,
      epochKey: EpochKey.generate(epoch: 1, using: &generator), createdMilliseconds: 1, using: &generator)
    #expect(refusal { _ = try account.chain.makeCommit(of: [], by: account.first, log: second, clock: 1) }?.code == .cannotWrite)
  }

  @Test("a foreign commit under this device's own key shows that a copy of the device runs elsewhere")
  mutating func ownKey() throws {
    let mine = try account.draft([try TestAccount.item(1, 1)])
    let device = account.first.member
    let error = verdict(mine, as: OwnDevice(device))
    #expect(error?.code == .ownKeyUsedElsewhere)
    #expect(error?.device == device)
    #expect(verdict(mine, as: OwnDevice(device, inFlight: [mine.position.hash])) == nil)
    // A device restored from an old copy of its state continues from its later commits.
    #expect(verdict(mine, as: OwnDevice(device, mayHaveForgotten: true)) == nil)
    try account.commit([try TestAccount.item(1, 1)])
    #expect(account.chain.authors[device]?.sequence == 1)
    #expect(try account.draft().header.deviceSequence == 2)
  }

  @Test("a version that is repeated, older or has another body than the known one is refused")
  mutating func revisions() throws {
    try account.commit([try TestAccount.item(1, 5, 1)])
    func code(_ item: CommitItem) throws -> SyncModelError.Code? {
      verdict(try resigned(account.draft(), items: [item], by: account.first))?.code
    }
    #expect(try code(try TestAccount.item(1, 5, 2)) == .revisionConflict)
    #expect(try code(try TestAccount.item(1, 5, 1)) == .revisionNotNewer)
    #expect(try code(try TestAccount.item(1, 4, 1)) == .revisionNotNewer)
    #expect(try code(try TestAccount.item(1, 4, 2)) == .revisionNotNewer)
    #expect(try code(try TestAccount.item(1, 6, 1)) == nil)
    #expect(refusal { _ = try account.draft([try TestAccount.item(1, 5, 2)]) }?.code == .itemsUnfit)
  }

  @Test("a restored chain continues where it was, and detects forks of its stored hashes")
  mutating func restoring() throws {
    let second = try account.addDevice()
    try account.commit([try TestAccount.item(1, 1)])
    let sibling = try account.draft([try TestAccount.item(2, 1)], by: second)
    try account.commit([try TestAccount.item(3, 1)])
    try account.commit()
    func restored(_ hashes: some Sequence<[UInt8]>) throws -> CommitChain {
      let chain = account.chain
      return try #require(
        CommitChain(
          restoring: chain.account, headNumber: chain.head.number, hashes: Array(hashes), logSequence: chain.logSequence,
          authors: chain.authors, versions: Array(chain.versions.values), itemsSinceCheckpoint: chain.itemsSinceCheckpoint,
          checkpointClock: chain.checkpointClock))
    }
    let chain = try restored(account.chain.hashes)
    #expect(chain.head == account.chain.head)
    #expect(chain.root == account.chain.root)
    #expect(verdict(sibling, on: chain)?.code == .forked)
    #expect(verdict(try account.draft(), on: chain) == nil)
    let short = try restored(account.chain.hashes.suffix(1))
    #expect(short.firstNumber == 3)
    #expect(verdict(try account.draft(), on: short) == nil)
    #expect(verdict(sibling, on: short)?.code == .forked)
    #expect(
      CommitChain(
        restoring: chain.account, headNumber: 0, hashes: [], logSequence: 0, authors: [:], versions: [], itemsSinceCheckpoint: 0,
        checkpointClock: nil) == nil)
  }
}
