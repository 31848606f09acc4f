// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("Growth of the membership log")
struct LogGrowthTests {
  struct File: Decodable {
    let account: HexBytes
    let devices: [HexBytes]
    let epochKeys: [HexBytes]
    let name: String
    let cases: [MembershipLogTests.Case]
  }

  private var generator = SystemRandomNumberGenerator()
  private let founded: FoundedLog
  private let first: LogAuthor
  private let firstKey: EpochKey
  private let log: MembershipLog

  init() throws {
    founded = try FoundedLog()
    (first, firstKey, log) = (founded.first, founded.key, founded.log)
  }

  private func device() throws -> LogAuthor {
    var generator = SystemRandomNumberGenerator()
    return LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
  }

  private var paper: LogAuthor { founded.paper }

  @Test(
    "each frozen log is opened or refused as its vector says",
    arguments: try VaultVectors.load(File.self, from: "log-growth").cases)
  func vectors(vector: MembershipLogTests.Case) throws {
    let file = try VaultVectors.load(File.self, from: "log-growth")
    do {
      let log = try MembershipLog(verifying: vector.entries.map { try MembershipLogEntry(decoding: $0.bytes) })
      #expect(vector.result == "opens")
      #expect(log.account.bytes == file.account.bytes)
      #expect(log.entries.map(\.encoded) == vector.entries.map(\.bytes))
    } catch let error as CredentialCryptographyError {
      #expect(error.code.description == vector.result)
    }
  }

  @Test("an added device opens the epoch's key, and the next epoch's key opens the previous one")
  func adding() throws {
    var generator = SystemRandomNumberGenerator()
    let second = try device()
    let next = EpochKey.generate(epoch: 2, using: &generator)
    let added = try log.adding(second, named: "Küche", epochKey: firstKey, by: first, using: &generator)
    #expect(added.isCurrent(try added.openEpochKey(as: second.member, with: second.keys)))
    #expect(added.name(of: second.member, key: firstKey) == "Küche")
    #expect(added.name(of: second.member, key: next) == nil)
    let rotated = try added.rotating(from: firstKey, to: next, by: second, using: &generator)
    #expect(rotated.epoch == 2)
    let opened = try rotated.openEpochKey(as: first.member, with: first.keys)
    #expect(log.isCurrent(try rotated.openEpochKey(before: opened)))
    #expect(refusal { _ = try rotated.openEpochKey(before: firstKey) } == .unknownEpoch)
  }

  @Test("a removed device receives no later key, signs no later entry and cannot be added again")
  func removing() throws {
    var generator = SystemRandomNumberGenerator()
    let second = try device()
    let next = EpochKey.generate(epoch: 2, using: &generator)
    let removed = try log.adding(second, named: "", epochKey: firstKey, by: first, using: &generator)
      .rotating(from: firstKey, to: next, removing: [second.member], by: first, using: &generator)
    #expect(!removed.isActive(second.member, with: second.keys))
    #expect(refusal { _ = try removed.openEpochKey(as: second.member, with: second.keys) } == .logInvalid)
    #expect(refusal { _ = try removed.adding(second, named: "", epochKey: next, by: first, using: &generator) } == .logInvalid)
    let third = EpochKey.generate(epoch: 3, using: &generator)
    #expect(refusal { _ = try removed.rotating(from: next, to: third, by: second, using: &generator) } == .logInvalid)
    #expect(
      refusal { _ = try removed.rotating(from: next, to: third, removing: [first.member], by: first, using: &generator) } == .logInvalid)
  }

  @Test("the recovery key adds one device and does nothing else, until a device replaces it with another")
  func recovering() throws {
    var generator = SystemRandomNumberGenerator()
    let (second, third) = (try device(), try device())
    let nextPaper = try RecoveryKey.generate(using: &generator)
    let next = EpochKey.generate(epoch: 2, using: &generator)
    #expect(refusal { _ = try log.rotating(from: firstKey, to: next, by: paper, using: &generator) } == .logInvalid)
    #expect(
      refusal { _ = try log.replacingRecoveryKey(with: nextPaper.memberKeys.publicKeys, epochKey: firstKey, by: paper) } == .logInvalid)
    let added = try log.adding(second, named: "", epochKey: firstKey, by: paper, using: &generator)
    #expect(!added.accepts(founded.recovery))
    #expect(refusal { _ = try added.adding(third, named: "", epochKey: firstKey, by: paper, using: &generator) } == .logInvalid)
    let replaced = try added.replacingRecoveryKey(with: nextPaper.memberKeys.publicKeys, epochKey: firstKey, by: second)
    #expect(!replaced.accepts(founded.recovery))
    #expect(replaced.accepts(nextPaper))
    #expect(replaced.isCurrent(try replaced.openEpochKey(as: nextPaper.identifier, with: nextPaper.memberKeys)))
    #expect(
      refusal {
        _ = try replaced.replacingRecoveryKey(with: founded.recovery.memberKeys.publicKeys, epochKey: firstKey, by: second)
      } == .logInvalid
    )
    let rotated = try replaced.rotating(from: firstKey, to: next, removing: [first.member], by: second, using: &generator)
    #expect(rotated.isCurrent(try rotated.openEpochKey(as: nextPaper.identifier, with: nextPaper.memberKeys)))
    #expect(refusal { _ = try rotated.openEpochKey(as: founded.recovery.identifier, with: founded.recovery.memberKeys) } == .logInvalid)
  }

  @Test("a record's key moves to the next epoch without touching the content and then opens only there")
  func rewrapping() throws {
    var generator = SystemRandomNumberGenerator()
    let next = EpochKey.generate(epoch: 2, using: &generator)
    let record = RecordName.random(using: &generator)
    let facts = RecordFacts(
      purpose: .record, account: log.account, record: record, revision: 3, author: first.member, clock: 7, schema: 1)
    let sealed = try firstKey.seal(SecretBytes(copying: Array("content".utf8)), as: facts, using: &generator)
    let moved = try next.rewrap(sealed, from: firstKey, account: log.account, record: record, using: &generator)
    #expect(moved.body == sealed.body)
    #expect(moved.epoch == 2)
    let opened = try next.open(moved, account: log.account, record: record)
    #expect(opened.withBytes { Array($0) } == Array("content".utf8))
    #expect(refusal { _ = try firstKey.open(moved, account: log.account, record: record) } == .unknownEpoch)
    #expect(
      refusal { _ = try next.rewrap(moved, from: firstKey, account: log.account, record: record, using: &generator) } == .unknownEpoch)
  }
}
