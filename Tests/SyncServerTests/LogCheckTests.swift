// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncServer
import SyncServerStore
import Testing

@Suite("The check of the next entry of a long log")
struct LogCheckTests {
  /// An account whose log has this many entries, and a server that has checked none of them.
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

  @Test("an entry that cannot be the next one is refused without loading the log")
  func comparison() async throws {
    let (_, store, server, person, caller) = try await Self.world(entries: 100)
    var other = person
    var late = person
    try late.rename(late.first.member, to: "late")
    try late.rename(late.first.member, to: "later")
    let later = try late.lastEntry()
    #expect(await refusal { _ = try await server.appendToLog(later, by: caller) } == .staleLog)
    // Its place is the next one, but its previous entry is not the one in the log.
    try other.replaceLastEntry()
    try other.rename(other.first.member, to: "other")
    let split = try other.lastEntry()
    #expect(await refusal { _ = try await server.appendToLog(split, by: caller) } == .staleLog)
    #expect(store.takeReadings().counts == [0, 0])
    _ = try await server.appendToLog(try person.lastEntry(), by: caller)
    #expect(store.takeReadings().counts == [1], "a repeat is compared with the stored entries")
  }

  @Test("the log is loaded once, in pages, however long it is")
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

  @Test("concurrent entries of one account are checked one at a time and load the log once")
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
    // The log once; then, for each of the others, the entry in its place and the entries that it missed.
    #expect(readings.counts == [64, 64, 64, 8] + [Int](repeating: 1, count: 14))
  }
}
