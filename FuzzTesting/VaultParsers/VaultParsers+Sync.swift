// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import SyncModel

extension VaultParsers {
  /// An account to which an outsider's commits are compared, and a device of it.
  private static let founded = {
    var generator = Counting()
    let (device, key) = (DeviceIdentifier.random(using: &generator), EpochKey.generate(epoch: 1, using: &generator))
    guard let keys = try? MemberKeys.generate(using: &generator), let recovery = try? RecoveryKey.generate(using: &generator) else {
      return nil as (log: MembershipLog, device: DeviceIdentifier)?
    }
    let log = try? MembershipLog.found(
      device: device, keys: keys, recovery: recovery.memberKeys.publicKeys, epochKey: key, createdMilliseconds: 1, using: &generator)
    return log.map { (log: $0, device: device) }
  }()

  /// A commit with its items.
  static func checkCommit(_ input: [UInt8], plantsFault: Bool) throws(Broken) {
    guard let commit = try? Commit(decoding: input) else { return }
    try require(commit.encoded == input, "a commit has one encoding")
    try require(commit.position == commit.header.position && commit.position.number > 0, "a commit stands where its header says")
    try require(commit.items.count <= CommitItem.most, "a commit has no more items than it may have")
    try require(Set(commit.items.map(\.record)).count == commit.items.count, "each record stands once in a commit")
    // The planted fault: treats a clock after the year 2248 as wrong.
    try require(!(plantsFault && commit.header.clock >> 56 > 7), "a clock that is ahead is a clock")
    let bare = commit.signedHeader.encoded
    try require((try? SignedCommitHeader(decoding: bare)) == commit.signedHeader, "a header has the commit's hash and signature")
    try checkChain(commit)
  }

  /// A commit without its items.
  static func checkHeader(_ input: [UInt8], plantsFault: Bool) throws(Broken) {
    guard let header = try? SignedCommitHeader(decoding: input) else { return }
    try require(header.encoded == input, "a header has one encoding")
    try require(!(plantsFault && header.header.clock >> 56 > 7), "a clock that is ahead is a clock")
    let (number, forgotten) = (header.header.number, header.header.forgetsThrough)
    let isCheckpoint = header.header.checkpoint != nil
    try require(forgotten == 0 || isCheckpoint && forgotten < number, "only checkpoints forget, and what lies before them")
  }

  /// No device of the account signed it, whatever it claims.
  private static func checkChain(_ commit: Commit) throws(Broken) {
    guard let founded else { throw Broken("an account can be founded") }
    var chain = CommitChain(account: founded.log.account)
    let step = try? chain.follow(commit, log: founded.log, as: OwnDevice(founded.device))
    try require(step == nil && chain.head == .beginning && chain.versions.isEmpty, "a stranger's commit leaves the chain as it was")
  }

  /// Entries of a membership log, each preceded by its length, verified all at once and one after the other.
  static func checkGrowth(_ input: [UInt8], plantsFault: Bool) throws(Broken) {
    var entries: [MembershipLogEntry] = []
    for part in parts(of: input) {
      guard let entry = try? MembershipLogEntry(decoding: part) else { break }
      try require(entry.encoded == part, "an entry has one encoding")
      // The planted fault: treats a hash that begins with a zero as missing.
      try require(!(plantsFault && entry.commitHeadSeen?.first == 0), "an entry names the commit that its author saw")
      entries.append(entry)
    }
    guard let short = try? MembershipLog(verifying: Array(entries.prefix(2))) else { return }
    let whole = try? MembershipLog(verifying: entries)
    var grown: MembershipLog? = short
    for entry in entries.dropFirst(2) {
      guard let log = grown else { break }
      grown = try? log.following([entry])
      guard let next = grown else { break }
      try require(!log.isClosed, "nothing comes behind the end")
      try require(next.formatFloor >= log.formatFloor && next.epoch >= log.epoch, "floor and epoch never fall")
    }
    try require((whole == nil) == (grown == nil), "a log holds entry by entry where it holds as a whole")
    guard let whole, let grown else { return }
    try require(whole.entries == grown.entries && whole.head == grown.head, "both ways give one log")
    try require(whole.formatFloor == grown.formatFloor && whole.isClosed == grown.isClosed, "both ways give one floor and one end")
    for place in 0..<UInt64(entries.count) {
      try require(whole.devices(at: place) == grown.devices(at: place), "both ways give the same members")
    }
  }

  /// Three contents of one record, each preceded by its length.
  static func checkMerge(_ input: [UInt8], plantsFault: Bool) throws(Broken) {
    let bodies = parts(of: input).prefix(3).compactMap { RecordBody(content: SecretBytes(copying: $0)) }
    guard let name = RecordName([UInt8](repeating: 1, count: 16)), let a = bodies.first, let b = bodies.dropFirst().first else { return }
    let c = bodies.dropFirst(2).first ?? a
    // The planted fault: the content that was there first stays, whatever its stamp.
    func set(_ bodies: RecordBody...) -> Records { Records(bodies, of: name, prefersFirst: plantsFault) }
    try require(set(a, a).content == set(a).content, "joining is idempotent")
    try require(set(a, b).content == set(b, a).content, "joining commutes")
    try require(set(a, b, c).content == set(b, c).joined(with: set(a)).content, "joining associates")
    let merge = RecordMerge(placed: a, known: b, of: name)
    try require(merge.isPending || constantTimeEquals(merge.body.encoded(), a.encoded()), "what is not pending is in the chain")
  }

  /// Records by their names, with which others are joined.
  private struct Records {
    private var bodies: [RecordName: RecordBody] = [:]
    private let prefersFirst: Bool

    init(_ bodies: [RecordBody], of name: RecordName, prefersFirst: Bool) {
      self.prefersFirst = prefersFirst
      for body in bodies { join(body, at: name) }
    }

    private mutating func join(_ body: RecordBody, at name: RecordName) {
      guard let known = bodies[name] else {
        bodies[name] = body
        return
      }
      if prefersFirst { return }
      let joined = RecordJoin(known, body, of: name)
      bodies[name] = joined.body
      if let conflict = joined.conflict { join(conflict.body, at: conflict.record) }
    }

    func joined(with other: Records) -> Records {
      var all = self
      for (name, body) in other.bodies { all.join(body, at: name) }
      return all
    }

    var content: [RecordName: [UInt8]] { bodies.mapValues { $0.encoded().withBytes { Array($0) } } }
  }
}
