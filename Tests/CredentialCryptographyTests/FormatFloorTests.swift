// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import Testing

@Suite("The format floor and the end of an account (docs/formats/vault.md)")
struct FormatFloorTests {
  struct File: Decodable {
    let cases: [Case]
  }
  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let entries: [HexBytes]
    let result: String
    let floor: UInt64?
    let closed: Bool?
    var testDescription: String { id }
  }

  private var generator = SystemRandomNumberGenerator()
  private let founded: FoundedLog
  private let first: LogAuthor
  private let key: EpochKey
  private let log: MembershipLog

  init() throws {
    founded = try FoundedLog()
    (first, key, log) = (founded.first, founded.key, founded.log)
  }

  private var paper: LogAuthor { founded.paper }

  @Test(
    "each frozen log gives the floor, the end or the refusal that its vector says",
    arguments: try VaultVectors.load(File.self, from: "log-floor").cases)
  func vectors(vector: Case) throws {
    var log: MembershipLog?
    let error = refusal {
      let read = try MembershipLog(verifying: vector.entries.map { try MembershipLogEntry(decoding: $0.bytes) })
      #expect(read.entries.map(\.encoded) == vector.entries.map(\.bytes))
      log = read
    }
    #expect((error?.description ?? "opens") == vector.result)
    #expect(log?.formatFloor == vector.floor)
    #expect(log?.isClosed == vector.closed)
  }

  @Test("the floor rises and never falls, and the log knows the floor at each entry")
  func rising() throws {
    let raised = try log.raisingFloor(to: 2, by: first).raisingFloor(to: 5, by: first)
    #expect((0..<5).map { raised.formatFloor(at: $0) } == [1, 1, 2, 5, nil])
    #expect(raised.formatFloor == 5)
    for format in [0, 1, 4, 5] as [UInt64] { #expect(refusal { _ = try raised.raisingFloor(to: format, by: first) } == .logInvalid) }
    #expect(refusal { _ = try log.raisingFloor(to: 2, by: paper) } == .logInvalid)
    #expect(refusal { _ = try log.closing(by: paper) } == .logInvalid)
  }

  @Test("no entry follows the closing entry, and members can still open the epoch key")
  func ending() throws {
    var generator = SystemRandomNumberGenerator()
    let closed = try log.closing(by: first)
    #expect(closed.isClosed)
    #expect((0..<4).map { closed.isClosed(at: $0) } == [false, false, true, false])
    #expect(closed.isActive(first.member, with: first.keys))
    #expect(closed.isCurrent(try closed.openEpochKey(as: first.member, with: first.keys)))
    let next = EpochKey.generate(epoch: 2, using: &generator)
    let device = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let more = [
      refusal { _ = try closed.closing(by: first) }, refusal { _ = try closed.raisingFloor(to: 2, by: first) },
      refusal { _ = try closed.rotating(from: key, to: next, by: first, using: &generator) },
      refusal { _ = try closed.adding(device, named: "", epochKey: key, by: first, using: &generator) },
    ]
    #expect(more == [.logInvalid, .logInvalid, .logInvalid, .logInvalid])
  }

  @Test("a log verified from a known entry on equals the log verified from its beginning")
  func following() throws {
    var generator = SystemRandomNumberGenerator()
    let second = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let next = EpochKey.generate(epoch: 2, using: &generator)
    let whole = try log.adding(second, named: "", epochKey: key, by: first, using: &generator).raisingFloor(to: 2, by: second)
      .rotating(from: key, to: next, removing: [second.member], by: first, using: &generator)
    let fresh = try MembershipLog(verifying: whole.entries)
    let grown = try log.following(whole.entries.dropFirst(2))
    #expect(grown.entries == fresh.entries)
    #expect((grown.head == fresh.head, grown.devices == fresh.devices, grown.epoch == fresh.epoch) == (true, true, true))
    for place in 0..<5 as Range<UInt64> {
      #expect(grown.devices(at: place) == fresh.devices(at: place))
      #expect(grown.epoch(at: place) == fresh.epoch(at: place))
    }
    #expect(try grown.following([]).entries == grown.entries)
    // The first entries are already known, the second skip one, and the third are from another log.
    #expect(refusal { _ = try log.following(whole.entries) } == .logInvalid)
    #expect(refusal { _ = try log.following(whole.entries.dropFirst(3)) } == .logInvalid)
    #expect(refusal { _ = try log.closing(by: first).following(whole.entries.dropFirst(2)) } == .logInvalid)
    // An entry signed by another key, after valid entries.
    let forged = try log.raisingFloor(to: 2, by: first).entries[2]
    var bytes = forged.encoded
    bytes[bytes.count - 1] ^= 1
    let altered = try MembershipLogEntry(decoding: bytes)
    #expect(refusal { _ = try log.following([altered]) } == .logInvalid)
  }
}
