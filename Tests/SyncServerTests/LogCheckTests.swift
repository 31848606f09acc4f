// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncServer
import SyncServerStore
import Testing

@Suite("The server checks the next entry of a long log")
struct LogCheckTests {
  /// An account whose log has so many entries, and a server that has checked none of them.
  private static func world(entries: Int) async throws -> (ServerWorld, WatchedStore, SyncServer, Person, Caller) {
    let world = try await ServerWorld { $0.pushRate.burst = 10_000 }
    var person = try Person()
    let caller = try await world.join(person)
    while person.log.entries.count < entries {
      try person.rename(person.first.member, to: "\(person.log.entries.count)")
      _ = try await world.server.appendToLog(try person.lastEntry(), by: caller)
    }
    let clock = world.clock
    let store = WatchedStore(world.store)
    let server = try await SyncServer(
      store: store, configuration: ServerConfiguration(origin: ServerWorld.origin),
      environment: ServerEnvironment(now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes, pause: { _ in }))
    return (world, store, server, person, caller)
  }

  @Test("and loads none of the log for one that cannot be the next, but what the answer has")
  func comparison() async throws {
    let (_, store, server, person, caller) = try await Self.world(entries: 100)
    var other = person
    var late = person
    try late.rename(late.first.member, to: "late")
    try late.rename(late.first.member, to: "later")
    let later = try late.lastEntry()
    #expect(await refusal { _ = try await server.appendToLog(later, by: caller) } == .staleLog)
    // The place is the next one, and what is before it is not what the log has.
    try other.replaceLastEntry()
    try other.rename(other.first.member, to: "other")
    let split = try other.lastEntry()
    #expect(await refusal { _ = try await server.appendToLog(split, by: caller) } == .staleLog)
    #expect(store.takeReadings().counts == [0, 0])
    _ = try await server.appendToLog(try person.lastEntry(), by: caller)
    #expect(store.takeReadings().counts == [1], "a repeat is one of the entries that are there")
  }

  @Test("by who is a member at its end, however long it is; once, and a page at a time")
  func end() async throws {
    let (_, store, server, first, caller) = try await Self.world(entries: 1_100)
    var person = first
    try person.rename(person.first.member, to: "next")
    _ = try await server.appendToLog(try person.lastEntry(), by: caller)
    #expect(store.takeReadings().counts == [Int](repeating: 64, count: 17) + [12])
    for name in ["one more", "and another"] {
      try person.rename(person.first.member, to: name)
      _ = try await server.appendToLog(try person.lastEntry(), by: caller)
    }
    #expect(store.takeReadings().counts.isEmpty, "a log of more than a thousand entries was loaded again")
  }

  @Test("one at a time, so that many of one account load it once")
  func turns() async throws {
    let (_, store, server, person, caller) = try await Self.world(entries: 200)
    let bodies = try (0..<8).map { number in
      var next = person
      try next.rename(next.first.member, to: "next \(number)")
      return try next.lastEntry()
    }
    let taken = await withTaskGroup(of: Bool.self) { group in
      for body in bodies { group.addTask { (try? await server.appendToLog(body, by: caller)) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(taken == 1)
    let readings = store.takeReadings()
    #expect(readings.mostAtOnce == 1)
    // The log once; then for each of the others which entry is in its place, and what it did not know.
    #expect(readings.counts == [64, 64, 64, 8] + [Int](repeating: 1, count: 14))
  }
}
