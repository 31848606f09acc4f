// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel
import SyncServer
import SyncServerStore
import Testing

@Suite("The founding of accounts")
struct AccountTests {
  @Test("an account's name must be the hash of its genesis entry, and a repeat gets the same answer")
  func founding() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    let stranger = try Person()
    let wrong = await refusal { _ = try await world.server.foundAccount(person.founding(as: stranger.account), from: "a") }
    #expect(wrong == .mismatch)
    let answer = try await world.server.foundAccount(person.founding(), from: "a")
    #expect(try await world.server.foundAccount(person.founding(), from: "a") == answer)
  }

  @Test("a founding needs exactly two valid entries and a well-formed body")
  func entries() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    let other = try Person()
    func body(_ entries: [MembershipLogEntry]) -> [UInt8] {
      encode([1: .bytes(person.account.bytes), 2: .array(entries.map { .bytes($0.encoded) })])
    }
    #expect(await refusal { _ = try await world.server.foundAccount(body([person.log.entries[0]]), from: "a") } == .logInvalid)
    #expect(
      await refusal { _ = try await world.server.foundAccount(body([person.log.entries[0], other.log.entries[1]]), from: "b") }
        == .logInvalid)
    #expect(await refusal { _ = try await world.server.foundAccount([0xa0], from: "c") } == .malformed)
    #expect(await refusal { _ = try await world.server.foundAccount(person.founding() + [0], from: "d") } == .malformed)
  }

  @Test("a network may found five accounts an hour")
  func rate() async throws {
    let world = try await ServerWorld()
    for _ in 0..<5 { _ = try await world.server.foundAccount(try Person().founding(), from: "a") }
    let person = try Person()
    do {
      _ = try await world.server.foundAccount(person.founding(), from: "a")
      Issue.record("a sixth account was created")
    } catch {
      #expect(error.code == .rateLimited)
      #expect(error.retryAfter == .seconds(720))
    }
    _ = try await world.server.foundAccount(person.founding(), from: "b")
    world.clock.advance(by: .seconds(720))
    _ = try await world.server.foundAccount(try Person().founding(), from: "a")
  }
}

@Suite("The membership log on the server")
struct LogTests {
  @Test("one of two competing entries is appended, and the other gets the entries that it missed")
  func swap() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    var other = person
    _ = try person.addDevice()
    try other.rotate()
    let answer = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    #expect(try await world.server.appendToLog(try person.lastEntry(), by: caller) == answer, "a repeat gets the first answer")
    do {
      _ = try await world.server.appendToLog(try other.lastEntry(), by: caller)
      Issue.record("two entries were accepted at the same position")
    } catch let error as SyncServerError {
      #expect(error.code == .staleLog)
      #expect(error.entries == [person.log.entries[2].encoded])
    }
    let log = try await world.server.log(from: 1, for: caller)
    #expect(try log.array(1).map(\.bytesValue) == person.log.entries.dropFirst().map(\.encoded))
    #expect(try log.unsigned(2) == 3)
  }

  @Test("an entry is refused until its author has seen the last commit, so that a removed device cannot have committed after it")
  func commitHead() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    var late = person
    let push = try person.commit([])
    _ = try await world.server.push(push.body, by: caller)
    try late.rotate()
    do {
      _ = try await world.server.appendToLog(try late.lastEntry(), by: caller)
      Issue.record("an entry was accepted after a commit that its author had not seen")
    } catch let error as SyncServerError {
      #expect(error.code == .staleParent)
      #expect(error.head == push.position)
    }
    try person.follow(push.commit)
    try person.rotate()
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
  }

  @Test("an entry of another account, with a bad signature or beyond the device limit is refused")
  func rules() async throws {
    let world = try await ServerWorld { $0.deviceLimit = 2 }
    var person = try Person()
    let caller = try await world.join(person)
    let stranger = try Person()
    #expect(await refusal { _ = try await world.server.appendToLog(try stranger.lastEntry(), by: caller) } == .staleLog)
    var entry = try person.addDeviceEntry()
    entry[entry.count - 1] ^= 1
    let spoiled = entry
    #expect(await refusal { _ = try await world.server.appendToLog(encode([1: .bytes(spoiled)]), by: caller) } == .logInvalid)
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    _ = try person.addDevice()
    let third = try person.lastEntry()
    #expect(await refusal { _ = try await world.server.appendToLog(third, by: caller) } == .quotaExceeded)
  }

  @Test("an encrypted device name is accepted and ends no session, and an unknown kind of entry is refused")
  func naming() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    let device = try person.addDevice()
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    let token = try await world.token(person, as: device)
    try person.rename(device.member, to: "canary-name")
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    _ = try await world.server.caller(token: token)
    let last = try #require(person.log.entries.last).encoded
    #expect(!String(decoding: last, as: UTF8.self).contains("canary"))
    // The keys 5 (kind) and 6 of an entry; nothing else is checked before the kind.
    let place = try #require(last.indices.first { last[$0...].starts(with: [5, 7, 6]) })
    var newer = last
    newer[place + 1] = 8
    let unknown = newer
    #expect(await refusal { _ = try await world.server.appendToLog(encode([1: .bytes(unknown)]), by: caller) } == .unsupportedVersion)
  }

  @Test("the removal of a device ends its sessions immediately and refuses its logins")
  func removal() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    let device = try person.addDevice()
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    let token = try await world.token(person, as: device)
    _ = try await world.server.caller(token: token)
    try person.rotate(removing: [device.member])
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    #expect(await refusal { _ = try await world.server.caller(token: token) } == .sessionEnded)
    let removed = person
    #expect(await refusal { _ = try await world.login(removed, as: device) } == .loginRefused)
  }

  @Test("the removal of a device ends its sessions at another server within 30 seconds, and its commits there immediately")
  func removalElsewhere() async throws {
    let world = try await ServerWorld()
    let clock = world.clock
    let other = try await SyncServer(
      store: world.store, configuration: ServerConfiguration(origin: ServerWorld.origin),
      environment: ServerEnvironment(now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes, pause: { _ in }))
    var person = try Person()
    let caller = try await world.join(person)
    let device = try person.addDevice()
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    // A session from one server is valid at the other.
    let token = try await world.token(person, as: device)
    let elsewhere = try await other.caller(token: token)
    let push = try person.commit([], by: device)
    try person.rotate(removing: [device.member])
    _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    _ = try await other.caller(token: token)
    #expect(await refusal { _ = try await other.push(push.body, by: elsewhere) } == .notAllowed)
    world.clock.advance(by: .seconds(30))
    #expect(await refusal { _ = try await other.caller(token: token) } == .sessionEnded)
  }
}

extension Person {
  fileprivate mutating func addDeviceEntry() throws -> [UInt8] {
    _ = try addDevice()
    return try #require(log.entries.last).encoded
  }
}
