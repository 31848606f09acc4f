// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel
import SyncServer
import SyncServerStore
import Testing

@Suite("Commits on the server")
struct CommitTests {
  @Test("served commits and records pass every rule of another device")
  func roundTrip() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    var reader = person
    for number in 1...3 as ClosedRange<UInt8> {
      let push = try person.commit([try person.seal("secret \(number)", as: number), try person.seal("other", as: number + 100)])
      let answer = try await world.server.push(push.body, by: caller)
      #expect(try answer.value(1) == .array([.unsigned(UInt64(number)), .bytes(push.position.hash)]))
      try person.follow(push.commit)
    }
    let changes = try await world.server.changes(after: .beginning, limit: 500, for: caller)
    for commit in try changes.array(3) { try reader.follow(try #require(commit.bytesValue)) }
    #expect(reader.chain.head == person.chain.head)
    #expect(try changes.value(6) == .array([.unsigned(3), .bytes(person.chain.head.hash)]))
    for value in try changes.array(4) {
      let parts = try #require(value.arrayValue)
      let envelope = try RecordEnvelope(body: try #require(parts[2].bytesValue), wrap: try #require(parts[1].bytesValue))
      #expect(reader.chain.versions[envelope.facts.record]?.item == CommitItem(envelope))
      _ = try reader.epochKey.open(envelope, account: person.account, record: envelope.facts.record)
    }
    #expect(try changes.array(4).count == 6)
    let after = try await world.server.changes(after: try changes.cursor(1), limit: 500, for: caller)
    #expect(try after.array(3).isEmpty && after.array(4).isEmpty)
  }

  @Test("a repeated push gets the first answer, and a sibling is refused with the head")
  func siblings() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    var other = person
    let push = try person.commit([try person.seal("mine", as: 1)])
    let answer = try await world.server.push(push.body, by: caller)
    #expect(try await world.server.push(push.body, by: caller) == answer)
    let sibling = try other.commit([try other.seal("theirs", as: 2)])
    do {
      _ = try await world.server.push(sibling.body, by: caller)
      Issue.record("a second commit with the same parent was accepted")
    } catch {
      #expect(error.code == .staleParent)
      #expect(error.head == push.position)
    }
  }

  @Test("a commit of an earlier epoch is refused with the entries that its author missed")
  func epochs() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    let late = try person.commit([try person.seal("late", as: 1)])
    try person.rotate()
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    do {
      _ = try await world.server.push(late.body, by: caller)
      Issue.record("a commit of a previous epoch was accepted")
    } catch {
      #expect(error.code == .staleEpoch)
      #expect(error.entries == [person.log.entries[2].encoded])
    }
    let present = try person.commit([try person.seal("present", as: 1)])
    _ = try await world.server.push(present.body, by: caller)
  }

  @Test("a push whose commit, envelopes or sender do not match is refused and leaves nothing behind")
  func refusals() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    var stranger = try Person()
    let caller = try await world.join(person)
    let paper = try await world.login(person, as: person.recovery)
    let theirs = try await world.join(stranger)
    let first = try person.seal("one", as: 1)
    let second = try person.seal("two", as: 2)
    let good = try person.commit([first, second])
    let third = try person.seal("three", as: 3)
    let again = try person.seal("one", as: 1)
    let foreign = try stranger.seal("one", as: 1)
    var cases: [(String, [UInt8], Caller, SyncServerError.Code)] = []
    func add(_ name: String, _ code: SyncServerError.Code, by sender: Caller? = nil, _ change: (inout Push) throws -> Void) rethrows {
      var push = good
      try change(&push)
      cases.append((name, push.body, sender ?? caller, code))
    }
    add("missing envelope", .mismatch) { $0.envelopes.removeLast() }
    add("further envelope", .mismatch) { $0.envelopes.append(third) }
    add("other record", .mismatch) { $0.envelopes[1] = third }
    add("other body", .mismatch) { $0.envelopes[0] = again }
    add("other account's record", .mismatch) { $0.envelopes[0] = foreign }
    add("signature", .mismatch) { $0.commit[$0.commit.count - 1] ^= 1 }
    try add("items", .mismatch) { push in
      let at = try #require(push.commit.firstRange(of: first.bodyHash)).lowerBound
      push.commit[at] ^= 1
    }
    add("trailing byte", .malformed) { $0.commit.append(0) }
    add("recovery key", .notAllowed, by: paper) { _ in }
    add("other account's session", .mismatch, by: theirs) { _ in }
    cases.append(("no map", [0x80], caller, .malformed))
    cases.append(("too long", [UInt8](repeating: 0, count: 4 << 20 | 1), caller, .tooLarge))
    for (name, body, sender, code) in cases {
      #expect(await refusal { _ = try await world.server.push(body, by: sender) } == code, "\(name)")
    }
    let stored = try await world.store.account(person.account)
    let account = try #require(stored)
    #expect(account.head.number == 0 && account.recordCount == 0)
    _ = try await world.server.push(good.body, by: caller)
  }

  @Test("a device cannot push a commit that another device signed")
  func handingIn() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    let device = try person.addDevice()
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    let push = try person.commit([], by: device)
    #expect(await refusal { _ = try await world.server.push(push.body, by: caller) } == .notAllowed)
    let own = try await world.login(person, as: device)
    _ = try await world.server.push(push.body, by: own)
  }

  @Test("a commit beyond the account's record quota is refused")
  func quota() async throws {
    let world = try await ServerWorld { $0.recordLimit = 2 }
    var person = try Person()
    let caller = try await world.join(person)
    let many = try person.commit([1, 2, 3].map { try person.seal("r", as: $0) })
    #expect(await refusal { _ = try await world.server.push(many.body, by: caller) } == .quotaExceeded)
    let few = try person.commit([1, 2].map { try person.seal("r", as: $0) })
    _ = try await world.server.push(few.body, by: caller)
  }

  @Test("a device may push 500 commits in a burst and then 60 a minute")
  func rate() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    let caller = try await world.join(person)
    for _ in 0..<500 { _ = await refusal { _ = try await world.server.push([], by: caller) } }
    #expect(await refusal { _ = try await world.server.push([], by: caller) } == .rateLimited)
    world.clock.advance(by: .seconds(1))
    #expect(await refusal { _ = try await world.server.push([], by: caller) } == .malformed)
  }

  @Test("records rewrapped after a rotation replace the old wraps once, and only for the new epoch")
  func rewraps() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    let envelope = try person.seal("secret", as: 1)
    let push = try person.commit([envelope])
    _ = try await world.server.push(push.body, by: caller)
    try person.follow(push.commit)
    let former = person.epochKey
    try person.rotate()
    let wrapped = try person.rewrapped(envelope, from: former)
    func body(_ epoch: UInt64) -> [UInt8] {
      encode([
        1: .unsigned(epoch),
        2: .array([.array([.bytes(wrapped.facts.record.bytes), .unsigned(1), .bytes(wrapped.wrap)])]),
      ])
    }
    #expect(await refusal { _ = try await world.server.rewrap(body(2), by: caller) } == .staleEpoch)
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    #expect(await refusal { _ = try await world.server.rewrap(body(1), by: caller) } == .mismatch)
    #expect(try await world.server.rewrap(body(2), by: caller).unsigned(1) == 1)
    #expect(try await world.server.rewrap(body(2), by: caller).unsigned(1) == 0)
    let changes = try await world.server.changes(after: .beginning, limit: 1, for: caller)
    let version = try #require(changes.array(4).first?.arrayValue)
    let served = try RecordEnvelope(body: try #require(version[2].bytesValue), wrap: try #require(version[1].bytesValue))
    #expect(served == wrapped)
  }

  @Test("a new device verifies the served checkpoint, even after newer commits")
  func checkpoints() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    let log = person.log
    #expect(await refusal { _ = try await world.server.checkpoint(number: nil, after: nil, for: caller) } == .notFound)
    for envelopes in [[try person.seal("a", as: 1), try person.seal("b", as: 2)], [try person.seal("c", as: 1, revision: 2)]] {
      let push = try person.commit(envelopes)
      _ = try await world.server.push(push.body, by: caller)
      try person.follow(push.commit)
    }
    let parent = person.chain.head
    let checkpoint = try person.checkpoint()
    _ = try await world.server.push(checkpoint.body, by: caller)
    try person.follow(checkpoint.commit)
    let newer = try person.commit([try person.seal("d", as: 2, revision: 2), try person.seal("e", as: 3)])
    _ = try await world.server.push(newer.body, by: caller)
    let answer = try await world.server.checkpoint(number: nil, after: nil, for: caller)
    let versions = try answer.array(4).map { value in
      let parts = try #require(value.arrayValue)
      let names = [0, 3, 4].compactMap { parts[$0].bytesValue }
      let numbers = [1, 2, 5].compactMap { parts[$0].integerValue.map(UInt64.init) }
      let record = try #require(RecordName(names[0]))
      let purpose = try #require(RecordPurpose(rawValue: UInt8(numbers[1])))
      let author = try #require(DeviceIdentifier(names[2]))
      let item = CommitItem(record: record, revision: numbers[0], purpose: purpose, bodyHash: names[1])
      return RecordVersion(item: item, author: author, number: numbers[2])
    }
    var chain = CommitChain(account: person.account, joiningAt: parent)
    try chain.follow(
      [try SignedCommitHeader(decoding: try answer.bytes(1))], to: versions, log: log, as: OwnDevice(person.recovery.member))
    #expect(chain.isComplete && chain.head == checkpoint.position)
    try chain.follow(try Commit(decoding: newer.commit), log: log, as: OwnDevice(person.recovery.member))
    #expect(await refusal { _ = try await world.server.checkpoint(number: 2, after: nil, for: caller) } == .staleCheckpoint)
  }
}
