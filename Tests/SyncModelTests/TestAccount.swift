// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import SyncModel

/// An account with a log that can grow, its devices' keys, and a chain that each of them could have verified.
struct TestAccount {
  private var generator = SystemRandomNumberGenerator()
  private var epochKey: EpochKey
  private(set) var log: MembershipLog
  let first: LogAuthor
  var chain: CommitChain
  /// All accepted commits.
  private(set) var commits: [Commit] = []
  /// The hybrid clock of the next commit.
  var clock: UInt64 = 1_790_000_000_000 << 16

  init() throws {
    let recovery = try RecoveryKey.generate(using: &generator)
    first = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    epochKey = EpochKey.generate(epoch: 1, using: &generator)
    log = try MembershipLog.found(
      device: first.member, keys: first.keys, recovery: recovery.memberKeys.publicKeys, epochKey: epochKey,
      createdMilliseconds: 1_790_000_000_000, using: &generator)
    chain = CommitChain(account: log.account)
  }

  /// Adds a device; its entry names the chain's head.
  mutating func addDevice() throws -> LogAuthor {
    let device = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    log = try log.adding(device, named: "", epochKey: epochKey, by: seeing, using: &generator)
    return device
  }

  /// Removes devices, or none, and begins the next epoch; the entry names the chain's head.
  mutating func rotate(removing devices: [DeviceIdentifier] = []) throws {
    let next = EpochKey.generate(epoch: epochKey.epoch + 1, using: &generator)
    log = try log.rotating(from: epochKey, to: next, removing: devices, by: seeing, using: &generator)
    epochKey = next
  }

  /// Raises the format floor; the entry names the chain's head.
  mutating func raiseFloor(to format: UInt64) throws { log = try log.raisingFloor(to: format, by: seeing) }

  /// Closes the account; the entry names the chain's head.
  mutating func close() throws { log = try log.closing(by: seeing) }

  /// The first device as an author that has seen the chain's head.
  private var seeing: LogAuthor { LogAuthor(first.member, first.keys, seeing: chain.head.hash) }

  static func record(_ number: UInt8) throws -> RecordName {
    guard let name = RecordName([UInt8](repeating: number, count: 16)) else { throw CancellationError() }
    return name
  }

  /// A version of a record whose body hash repeats one byte.
  static func item(_ record: UInt8, _ revision: UInt64, _ body: UInt8 = 1, _ purpose: RecordPurpose = .record) throws -> CommitItem {
    CommitItem(
      record: try self.record(record), revision: revision, purpose: purpose, bodyHash: [UInt8](repeating: body, count: 32))
  }

  /// Makes the next commit without following it.
  func draft(_ items: [CommitItem] = [], by author: LogAuthor? = nil) throws -> Commit {
    try chain.makeCommit(of: items, by: author ?? first, log: log, clock: clock)
  }

  /// Makes the next commit, and follows it as another device.
  @discardableResult
  mutating func commit(_ items: [CommitItem] = [], by author: LogAuthor? = nil) throws -> Commit {
    let commit = try draft(items, by: author)
    try chain.follow(commit, log: log, as: onlooker)
    clock += 1 << 16
    commits.append(commit)
    return commit
  }

  @discardableResult
  mutating func checkpoint() throws -> Commit {
    let commit = try chain.makeCheckpoint(by: first, log: log, clock: clock)
    try chain.follow(commit, log: log, as: onlooker)
    clock += 1 << 16
    commits.append(commit)
    return commit
  }

  /// A device that makes no commits.
  var onlooker: OwnDevice {
    var generator = SystemRandomNumberGenerator()
    return OwnDevice(.random(using: &generator))
  }
}

/// Returns a commit with another header or other items, signed again.
func resigned(
  _ commit: Commit, items: [CommitItem]? = nil, by author: LogAuthor, _ change: (inout CommitHeader) -> Void = { _ in }
) throws -> Commit {
  var header = commit.header
  change(&header)
  return try Commit(signing: header, items: items ?? commit.items, with: author.keys)
}

/// Returns the error that the work throws, or nil if it succeeds.
func refusal(_ work: () throws -> Void) -> SyncModelError? {
  do {
    try work()
    return nil
  } catch {
    return error as? SyncModelError
  }
}
