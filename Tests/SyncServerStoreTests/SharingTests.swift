// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import SyncServerStore
import Testing

@Suite("Servers that share one database")
struct SharingTests {
  @Test("use one challenge key, the first that any of them stored", arguments: StoreKind.allCases)
  func markKey(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    #expect(try await world.store.markKey(orKeeping: [1, 2]) == [1, 2])
    #expect(try await world.store.markKey(orKeeping: [3, 4]) == [1, 2])
  }

  @Test("accept an invite once and before it expires, and leave it unused where none is needed", arguments: StoreKind.allCases)
  func invites(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    func found(_ account: AccountIdentifier, _ admission: AccountFounding.Admission, later: TimeInterval = 0) async throws -> String {
      let outcome = try await world.store.found(
        AccountFounding(
          account: account, entries: [StoredLogEntry(hash: StoreWorld.hash(1000), body: [0])], members: [world.member(world.device)],
          epoch: 1,
          admission: admission), at: world.start.addingTimeInterval(later))
      switch outcome {
      case .founded: return "founded"
      case .exists: return "exists"
      case .notInvited: return "not invited"
      }
    }
    let accounts = (10..<14).map { StoreWorld.identifier($0) as AccountIdentifier }
    #expect(try await found(accounts[0], .invite(tokenHash: [7])) == "not invited")
    try await world.store.invite(tokenHash: [7], until: world.start.addingTimeInterval(60))
    try await world.store.invite(tokenHash: [8], until: world.start.addingTimeInterval(60))
    #expect(try await found(accounts[0], .open) == "founded")
    #expect(try await found(accounts[1], .invite(tokenHash: [7])) == "founded")
    #expect(try await found(accounts[1], .invite(tokenHash: [7])) == "exists", "a repeat needs no second invite")
    #expect(try await found(accounts[2], .invite(tokenHash: [7])) == "not invited")
    #expect(try await found(accounts[2], .invite(tokenHash: [8]), later: 60) == "not invited")
    _ = try await world.store.prune(at: world.start.addingTimeInterval(60), by: .standard)
    #expect(try world.number("SELECT count(*) FROM invite") == 0)
  }

  @Test("give an account's changes one order, whichever server takes a commit")
  func order() async throws {
    let world = try StoreWorld(.postgreSQL)
    try await world.found()
    let other = try PostgreSQLSyncStore(#require(world.address), writers: 4)
    for number in 1...20 as ClosedRange<UInt64> {
      // Three siblings of one parent at each server, all at the same time.
      let parent = try #require(try await world.store.account(world.account)).head.hash
      let outcomes = try await withThrowingTaskGroup(of: PushOutcome.self) { group in
        for sibling in 0..<6 as Range<UInt64> {
          var push = world.push(number, records: [world.record(UInt8(number), revision: 1)])
          if sibling > 0 { push.position = StoredPosition(number: number, hash: StoreWorld.hash(10_000 + number * 10 + sibling)) }
          push.parent = parent
          let sent = push
          let store: any SyncStore = sibling % 2 == 0 ? world.store : other
          group.addTask { try await store.push(sent, at: world.start) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.count { $0 == .accepted(sequence: number + 2, isRepeat: false) } == 1)
      #expect(outcomes.count { if case .staleParent = $0 { true } else { false } } == 5)
    }
    #expect(try await world.changes().commits.count == 20)
  }

  @Test("announce changed accounts to each other, but not to themselves")
  func announcements() async throws {
    let world = try StoreWorld(.postgreSQL)
    let other = try PostgreSQLSyncStore(#require(world.address), writers: 1)
    let heard = other.announcements()
    let own = world.store.announcements()
    let accounts = Set((0..<200).map { StoreWorld.identifier($0) as AccountIdentifier })
    // A server hears only what is announced after it started to listen.
    var iterator = heard.makeAsyncIterator()
    let listening = "SELECT count(*) FROM pg_stat_activity WHERE query = 'LISTEN passfold_changes'"
    while try Int(PostgreSQLCluster.answer(listening, at: #require(world.address))) != 2 {}
    for account in accounts { world.store.announce(account) }
    var told: Set<AccountIdentifier> = []
    while told != accounts { told.insert(try #require(await iterator.next())) }
    other.announce(world.account)
    var ownIterator = own.makeAsyncIterator()
    #expect(await ownIterator.next() == world.account, "an announcement reaches only the other stores")
  }

  @Test("migrate a new database once, however many start at the same time")
  func migration() async throws {
    let address = try PostgreSQLCluster.shared.get().makeDatabase()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<6 { group.addTask { _ = try PostgreSQLSyncStore(address, writers: 1) } }
      try await group.waitForAll()
    }
    #expect(try PostgreSQLCluster.answer("SELECT version FROM passfold_schema", at: address) == "2")
  }
}

@Suite("A move of a store from SQLite to PostgreSQL")
struct MovingTests {
  @Test("keeps all data, and is refused if the target already holds accounts")
  func moving() async throws {
    let world = try StoreWorld(.sqlite)
    try await world.found()
    _ = try await world.store.push(world.push(1, records: [world.record(10), world.record(11)]), at: world.start)
    _ = try await world.store.push(world.push(2, records: [world.record(10, revision: 2)]), at: world.start)
    _ = try await world.store.push(world.push(3, isCheckpoint: true), at: world.start)
    let session = StoredSession(
      tokenHash: [1], challenge: [2], account: world.account, member: world.device, expiry: world.start.addingTimeInterval(900))
    _ = try await world.store.begin(session)
    _ = try await world.store.makeMailbox([1], of: world.account, until: world.start.addingTimeInterval(300))
    _ = try await world.store.put([42], into: 0, of: [1], at: world.start)
    _ = try await world.store.take(from: 0, of: [1], at: world.start)
    _ = try await world.store.markKey(orKeeping: [9])
    try await world.store.invite(tokenHash: [7], until: world.start.addingTimeInterval(60))
    let address = try PostgreSQLCluster.shared.get().makeDatabase()
    try await world.sqlite.copy(to: address)
    let moved = try PostgreSQLSyncStore(address, writers: 2)
    let limits = PageLimits(count: 500, byteCount: 1 << 20)
    #expect(try await moved.changes(of: world.account, after: 0, within: limits) == world.changes())
    let before = try await world.store.checkpoint(of: world.account, number: nil, after: nil, most: 10)
    #expect(try await moved.checkpoint(of: world.account, number: nil, after: nil, most: 10) == before)
    #expect(try await moved.member(world.recovery, of: world.account)?.isDevice == false)
    #expect(try await moved.session(tokenHash: [1], at: world.start)?.member.member == world.device)
    #expect(try await moved.take(from: 0, of: [1], at: world.start) == .gone)
    #expect(try await moved.markKey(orKeeping: [8]) == [9])
    for table in ["account", "log", "device", "record", "record_old", "account_commit", "session", "mailbox", "mailbox_message", "invite"] {
      #expect(
        try PostgreSQLCluster.answer("SELECT count(*) FROM \(table)", at: address)
          == String(try world.number("SELECT count(*) FROM \(table)")))
    }
    #expect(try await moved.push(world.push(4), at: world.start) == .accepted(sequence: 6, isRepeat: false))
    await #expect(throws: SyncStoreError(.notEmpty)) { try await world.sqlite.copy(to: address) }
  }
}

@Suite("The PostgreSQL store")
struct PostgreSQLTests {
  @Test("commits to disk, whatever the database's own setting is")
  func durability() async throws {
    let world = try StoreWorld(.postgreSQL)
    let address = try #require(world.address)
    let name = try PostgreSQLCluster.answer("SELECT current_database()", at: address)
    _ = try PostgreSQLCluster.answer("ALTER DATABASE \(name) SET synchronous_commit = off", at: address)
    #expect(try PostgreSQLCluster.answer("SHOW synchronous_commit", at: address) == "off")
    let durability = try await world.postgreSQL.durability()
    #expect(durability.commit == "on")
    #expect(durability.disk == "on", "the tests' database does not wait for the disk")
  }

  @Test("refuses a database of another program or a newer build, and one that it cannot reach")
  func foreignDatabases() throws {
    let foreign = try PostgreSQLCluster.shared.get().makeDatabase()
    _ = try PostgreSQLCluster.answer("CREATE TABLE account (id bigint)", at: foreign)
    #expect(throws: SyncStoreError(.foreignFile)) { try PostgreSQLSyncStore(foreign) }
    let world = try StoreWorld(.postgreSQL)
    let address = try #require(world.address)
    _ = try PostgreSQLCluster.answer("UPDATE passfold_schema SET version = 99", at: address)
    #expect(throws: SyncStoreError(.newerSchema)) { try PostgreSQLSyncStore(address) }
    let nowhere = try #require(PostgreSQLAddress("postgresql:///none?host=/nowhere"))
    #expect(throws: SyncStoreError(.unavailable)) { try PostgreSQLSyncStore(nowhere) }
  }

  @Test("rejects an address that contains a password or an unknown parameter")
  func passwords() {
    for uri in ["postgresql://a:b@host/sync", "postgresql:///sync?password=b", "postgresql:///sync?nothing=1"] {
      #expect(PostgreSQLAddress(uri) == nil, "\(uri)")
    }
    for uri in ["postgresql://", "postgres:///sync", "postgresql://a@host:5433/sync?sslmode=verify-full"] {
      #expect(PostgreSQLAddress.isMeant(by: uri) && PostgreSQLAddress(uri) != nil, "\(uri)")
    }
  }

  @Test("reconnects by itself after the database server was stopped or one of its processes was killed")
  func restart() async throws {
    // A separate cluster, because stopping it closes the connections of other tests.
    let cluster = try PostgreSQLCluster()
    let store = try PostgreSQLSyncStore(try cluster.makeDatabase(), writers: 2, readers: 1)
    let world = try StoreWorld(.sqlite)
    let founding = AccountFounding(
      account: world.account,
      entries: [StoredLogEntry(hash: StoreWorld.hash(1000), body: [0]), StoredLogEntry(hash: StoreWorld.hash(1001), body: [1])],
      members: [world.member(world.device)], epoch: 1)
    guard case .founded = try await store.found(founding, at: world.start) else { throw SyncStoreError(.damaged) }
    for number in 1...8 as ClosedRange<UInt64> {
      // Connections that were lost between writes are reopened without an error.
      #expect(try await store.push(world.push(number), at: world.start) == .accepted(sequence: number + 2, isRepeat: false))
      #expect(try await store.account(world.account)?.head.number == number)
      switch number % 4 {
      case 1:
        try cluster.ask("stop")
        await #expect(throws: SyncStoreError(.unavailable)) { try await store.push(world.push(number + 1), at: world.start) }
        await #expect(throws: SyncStoreError(.unavailable)) { try await store.account(world.account) }
        try cluster.ask("start")
      case 2:
        try cluster.ask("stop")
        try cluster.ask("start")
      default: break
      }
    }
  }
}
