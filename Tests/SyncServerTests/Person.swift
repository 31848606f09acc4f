// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SecretMemory
import SyncModel
import Testing

/// A user's account as the devices have it: log, keys and the chain that they have verified.
struct Person {
  private var generator = SystemRandomNumberGenerator()
  private(set) var epochKey: EpochKey
  private(set) var log: MembershipLog
  let first: LogAuthor
  let recovery: LogAuthor
  private let foundingLog: MembershipLog
  var chain: CommitChain
  private var clock: UInt64 = 1_790_000_000_000 << 16

  var account: AccountIdentifier { log.account }

  init() throws {
    let key = try RecoveryKey.generate(using: &generator)
    first = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    epochKey = EpochKey.generate(epoch: 1, using: &generator)
    log = try MembershipLog.found(
      device: first.member, keys: first.keys, recovery: key.memberKeys.publicKeys, epochKey: epochKey,
      createdMilliseconds: 1_790_000_000_000, using: &generator)
    foundingLog = log
    let signer = try #require(log.signers.first { !$0.isDevice })
    recovery = LogAuthor(signer.member, key.memberKeys)
    chain = CommitChain(account: log.account)
  }

  /// The body that founds the account.
  func founding(as account: AccountIdentifier? = nil) -> [UInt8] {
    encode([
      1: .bytes((account ?? self.account).bytes), 2: .array(foundingLog.entries.map { .bytes($0.encoded) }),
    ])
  }

  /// The body that appends the log's last entry.
  func lastEntry() throws -> [UInt8] { encode([1: .bytes(try #require(log.entries.last).encoded)]) }

  mutating func addDevice() throws -> LogAuthor {
    let device = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    log = try log.adding(device, named: "", epochKey: epochKey, by: seeing, using: &generator)
    return device
  }

  mutating func rotate(removing devices: [DeviceIdentifier] = []) throws {
    let next = EpochKey.generate(epoch: epochKey.epoch + 1, using: &generator)
    log = try log.rotating(from: epochKey, to: next, removing: devices, by: seeing, using: &generator)
    epochKey = next
  }

  mutating func rename(_ device: DeviceIdentifier, to name: String) throws {
    log = try log.renaming(device, to: name, epochKey: epochKey, by: seeing, using: &generator)
  }

  /// Replaces the last entry with another one, as if the log had been split there.
  mutating func replaceLastEntry() throws {
    log = try MembershipLog(verifying: log.entries.dropLast())
    try rename(first.member, to: "split")
  }

  private var seeing: LogAuthor { LogAuthor(first.member, first.keys, seeing: chain.head.hash) }

  static func record(_ number: UInt8) throws -> RecordName { try #require(RecordName([UInt8](repeating: number, count: 16))) }

  /// Encrypts a version of a record.
  mutating func seal(_ text: String, as record: UInt8, revision: UInt64 = 1, account: AccountIdentifier? = nil) throws -> RecordEnvelope {
    try epochKey.seal(
      SecretBytes(copying: text.utf8),
      as: RecordFacts(
        purpose: .record, account: account ?? self.account, record: try Self.record(record), revision: revision, author: first.member,
        clock: clock, schema: 1), using: &generator)
  }

  func rewrapped(_ envelope: RecordEnvelope, from former: EpochKey) throws -> RecordEnvelope {
    var generator = SystemRandomNumberGenerator()
    return try epochKey.rewrap(envelope, from: former, account: account, record: envelope.facts.record, using: &generator)
  }

  /// Makes the next commit; only ``follow(_:)`` adds it to the chain.
  mutating func commit(_ envelopes: [RecordEnvelope], by author: LogAuthor? = nil) throws -> Push {
    clock += 1 << 16
    let commit = try chain.makeCommit(of: envelopes.map(CommitItem.init), by: author ?? first, log: log, clock: clock)
    return Push(commit: commit.encoded, envelopes: envelopes, position: commit.position)
  }

  mutating func checkpoint() throws -> Push {
    clock += 1 << 16
    let commit = try chain.makeCheckpoint(by: first, log: log, clock: clock)
    return Push(commit: commit.encoded, envelopes: [], position: commit.position)
  }

  /// Follows a commit as another device, by every rule of clients.
  mutating func follow(_ commit: [UInt8]) throws {
    try chain.follow(try Commit(decoding: commit), log: log, as: OwnDevice(.random(using: &generator)))
  }
}

/// A commit and its envelopes as they are sent to the server.
struct Push {
  var commit: [UInt8]
  var envelopes: [RecordEnvelope]
  let position: CommitPosition

  var body: [UInt8] {
    let sorted = envelopes.sorted { $0.facts.record.bytes.lexicographicallyPrecedes($1.facts.record.bytes) }
    return encode([1: .bytes(commit), 2: .array(sorted.map { .array([.bytes($0.wrap), .bytes($0.body)]) })])
  }
}
