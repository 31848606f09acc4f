// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import GRDB
import SyncServerStore
import Testing

@Suite("Accounts, sessions and mailboxes in the store")
struct KeepingTests {
  @Test("an account is founded once, and only the membership log changes its members", arguments: StoreKind.allCases)
  func members(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    guard case .founded(let account) = try await world.found() else { throw SyncStoreError(.damaged) }
    #expect(try await world.found() == .exists(account))
    #expect(try await world.store.member(world.recovery, of: world.account)?.isDevice == false)
    let appending = LogAppending(
      account: world.account, sequence: 2, previous: StoreWorld.hash(1001), entry: StoredLogEntry(hash: StoreWorld.hash(1002), body: [2]),
      members: [world.member(world.device)], epoch: 2, commitHead: StoredPosition.beginning.hash, byteLimit: 1 << 20)
    #expect(try await world.store.append(appending, at: world.start) == .appended(sequence: 3))
    #expect(try await world.store.append(appending, at: world.start) == .appended(sequence: 3), "a repeat gets the first answer")
    #expect(try await world.store.member(world.other, of: world.account) == nil)
    var competing = appending
    competing = LogAppending(
      account: world.account, sequence: 2, previous: StoreWorld.hash(1001), entry: StoredLogEntry(hash: StoreWorld.hash(5), body: [5]),
      members: competing.members, epoch: 2, commitHead: StoredPosition.beginning.hash, byteLimit: 1 << 20)
    #expect(try await world.store.append(competing, at: world.start) == .stale)
    #expect(try await world.store.log(of: world.account, from: 1, most: 10) == [[1], [2]])
  }

  @Test("a session lasts until it expires or its member is removed, and a challenge begins only one session", arguments: StoreKind.allCases)
  func sessions(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    func session(_ token: UInt8, _ challenge: UInt8, _ member: DeviceIdentifier) -> StoredSession {
      StoredSession(
        tokenHash: [token], challenge: [challenge], account: world.account, member: member, expiry: world.start.addingTimeInterval(900))
    }
    #expect(try await world.store.begin(session(1, 1, world.other)))
    #expect(try await !world.store.begin(session(2, 1, world.other)), "a challenge was used twice")
    #expect(try await !world.store.begin(session(3, 3, StoreWorld.identifier(99))), "an unknown account got a session")
    let open = try #require(try await world.store.session(tokenHash: [1], at: world.start))
    #expect(open.account == world.account)
    #expect(open.member == world.member(world.other))
    #expect(try await world.store.session(tokenHash: [1], at: world.start.addingTimeInterval(900)) == nil)
    _ = try await world.store.append(
      LogAppending(
        account: world.account, sequence: 2, previous: StoreWorld.hash(1001), entry: StoredLogEntry(hash: StoreWorld.hash(1002), body: [2]),
        members: [world.member(world.device)], epoch: 2, commitHead: StoredPosition.beginning.hash, byteLimit: 1 << 20), at: world.start)
    #expect(try await world.store.session(tokenHash: [1], at: world.start) == nil)
  }

  @Test("a mailbox message can be taken once, and only until the mailbox expires", arguments: StoreKind.allCases)
  func mailboxes(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    let end = world.start.addingTimeInterval(300)
    #expect(try await world.store.makeMailbox([1], of: world.account, until: end))
    #expect(try await !world.store.makeMailbox([1], of: world.account, until: end))
    #expect(try await world.store.take(from: 0, of: [1], at: world.start) == .empty)
    #expect(try await world.store.put([42], into: 0, of: [1], at: world.start) == .put)
    #expect(try await world.store.put([43], into: 0, of: [1], at: world.start) == .slotTaken)
    #expect(try await world.store.take(from: 0, of: [1], at: world.start) == .taken([42]))
    #expect(try await world.store.take(from: 0, of: [1], at: world.start) == .gone)
    #expect(try await world.store.put([44], into: 0, of: [1], at: world.start) == .slotTaken)
    #expect(try await world.store.put([42], into: 1, of: [1], at: end) == .missing)
    #expect(try await world.store.take(from: 1, of: [2], at: world.start) == .missing)
    _ = try await world.store.prune(at: end, by: .standard)
    #expect(try world.number("SELECT count(*) FROM mailbox_message") == 0)
  }

  @Test("a closed account takes no commits, and nothing of it remains after its erasure", arguments: StoreKind.allCases)
  func closing(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    _ = try await world.store.push(world.push(1, records: [world.record(10)]), at: world.start)
    let date = world.start.addingTimeInterval(30 * 86_400)
    #expect(try await world.store.close(world.account, erasedAt: date) == AccountClosing(erasure: date, isRepeat: false))
    #expect(try await world.store.close(world.account, erasedAt: world.start) == AccountClosing(erasure: date, isRepeat: true))
    #expect(try await world.store.push(world.push(2), at: world.start) == .closed)
    #expect(try await world.changes().versions.count == 1)
    while try await world.store.prune(at: date.addingTimeInterval(-1), by: .standard) {}
    #expect(try await world.store.account(world.account) != nil)
    while try await world.store.prune(at: date, by: .standard) {}
    for table in ["account", "log", "device", "record", "record_old", "account_commit", "session", "mailbox", "account_blob", "blob_chunk"]
    {
      #expect(try world.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
  }

  @Test("previous versions are kept for 30 days and count towards the account's bytes until then", arguments: StoreKind.allCases)
  func formerVersions(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    for revision in 1...3 as ClosedRange<UInt64> {
      _ = try await world.store.push(world.push(revision, records: [world.record(10, revision: revision)]), at: world.start)
    }
    let full = try #require(try await world.store.account(world.account)).byteCount
    _ = try await world.store.prune(at: world.start.addingTimeInterval(29 * 86_400), by: .standard)
    #expect(try world.number("SELECT count(*) FROM record_old") == 2)
    _ = try await world.store.prune(at: world.start.addingTimeInterval(30 * 86_400), by: .standard)
    #expect(try world.number("SELECT count(*) FROM record_old") == 0)
    #expect(try await world.store.account(world.account)?.byteCount == full - 2 * 164)
  }

  @Test("SQLite synchronises every transaction in full")
  func durability() async throws {
    let world = try StoreWorld(.sqlite)
    #expect(try await world.sqlite.synchronousLevel() == 2)
    #expect(try world.number("PRAGMA application_id") == 0x5046_5353)
  }

  @Test("a file from another program or a newer build is refused")
  func foreignFiles() throws {
    let world = try StoreWorld(.sqlite)
    let other = world.folder.appending(path: "other.sqlite").path
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE thing (id INTEGER)") }
    #expect(throws: SyncStoreError(.foreignFile)) { try SQLiteSyncStore(path: other) }
    try DatabaseQueue(path: world.path).write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
    #expect(throws: SyncStoreError(.newerSchema)) { try SQLiteSyncStore(path: world.path) }
  }

  @Test("a backup of a store in use opens on its own, and never overwrites a file")
  func backup() async throws {
    let world = try StoreWorld(.sqlite)
    try await world.found()
    _ = try await world.store.push(world.push(1, records: [world.record(10)]), at: world.start)
    let target = world.folder.appending(path: "backup.sqlite").path
    try SQLiteSyncStore.backUp(from: world.path, to: target)
    #expect(throws: SyncStoreError(.fileExists)) { try SQLiteSyncStore.backUp(from: world.path, to: target) }
    _ = try await world.store.push(world.push(2), at: world.start)
    let copy = try SQLiteSyncStore(path: target)
    #expect(try await copy.account(world.account)?.head.number == 1)
    #expect(try await copy.changes(of: world.account, after: 0, within: PageLimits(count: 9, byteCount: 999))?.versions.count == 1)
  }
}
