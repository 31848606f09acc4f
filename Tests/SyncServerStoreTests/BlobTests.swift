// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import GRDB
import SyncServerStore
import Testing

@Suite("Files in the store")
struct BlobTests {
  private static func part(
    _ world: StoreWorld, named name: UInt8 = 7, from first: Int = 0, _ chunks: [[UInt8]], of count: Int = 3, byteLimit: UInt64 = 1 << 20,
    blobLimit: UInt64 = 10
  ) -> BlobPart {
    BlobPart(
      account: world.account, blob: StoreWorld.identifier(name), chunkCount: count, first: first, chunks: chunks, byteLimit: byteLimit,
      blobLimit: blobLimit)
  }

  @Test("each chunk is stored once and in order, and the last one moves the change number", arguments: StoreKind.allCases)
  func chunks(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    let before = try #require(try await world.store.account(world.account))
    #expect(try await world.store.put(Self.part(world, [[1], [2]]), at: world.start) == .stored(presentCount: 2))
    #expect(
      try await world.store.put(Self.part(world, [[1], [2]]), at: world.start) == .stored(presentCount: 2), "a repeat changes nothing")
    #expect(try await world.store.account(world.account)?.sequence == before.sequence)
    #expect(try await world.store.put(Self.part(world, from: 2, [[9]], of: 4), at: world.start) == .mismatch)
    #expect(
      try await world.store.put(Self.part(world, named: 8, from: 1, [[9]]), at: world.start) == .stored(presentCount: 0), "no first chunk")
    let name = StoreWorld.identifier(7) as BlobName
    #expect(try await world.store.blobs(of: world.account, after: nil, most: 9) == [StoredBlob(name: name, chunkCount: 3, presentCount: 2)])
    // The overlapping chunk is skipped, and the stored one stays.
    #expect(try await world.store.put(Self.part(world, from: 1, [[8], [3]]), at: world.start) == .stored(presentCount: 3))
    let page = try #require(try await world.store.chunks(of: name, account: world.account, from: 0, most: 9))
    #expect(page == BlobPage(blob: StoredBlob(name: name, chunkCount: 3, presentCount: 3), chunks: [[1], [2], [3]]))
    #expect(try await world.store.chunks(of: name, account: world.account, from: 1, most: 1)?.chunks == [[2]])
    #expect(try await world.store.chunks(of: StoreWorld.identifier(9), account: world.account, from: 0, most: 1) == nil)
    let after = try #require(try await world.store.account(world.account))
    #expect(after.sequence == before.sequence + 1 && after.byteCount == before.byteCount + 3)
    #expect(try await world.changes(after: before.sequence).commits.isEmpty)
    // Another account can read none of these chunks.
    #expect(try await world.store.chunks(of: name, account: StoreWorld.identifier(77), from: 0, most: 1) == nil)
    #expect(try await world.store.put(Self.part(world, named: 9, [[1]], of: 1), at: world.start) == .stored(presentCount: 1))
    #expect(try await world.store.blobs(of: world.account, after: name, most: 9).map(\.name) == [StoreWorld.identifier(9)])
  }

  @Test("a chunk beyond the account's quota of bytes or files is refused and leaves nothing behind", arguments: StoreKind.allCases)
  func quota(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    let used = try #require(try await world.store.account(world.account)).byteCount
    #expect(try await world.store.put(Self.part(world, [[1], [2]], byteLimit: used + 1), at: world.start) == .quotaExceeded)
    #expect(try world.number("SELECT count(*) FROM blob_chunk") == 0, "a refused part is not stored")
    #expect(try await world.store.put(Self.part(world, [[1], [2]], byteLimit: used + 2), at: world.start) == .stored(presentCount: 2))
    #expect(try await world.store.put(Self.part(world, named: 8, [[1]], blobLimit: 1), at: world.start) == .quotaExceeded)
    #expect(try await world.store.put(Self.part(world, from: 2, [[3]], blobLimit: 1), at: world.start) == .stored(presentCount: 3))
    _ = try await world.store.close(world.account, erasedAt: world.start)
    #expect(try await world.store.put(Self.part(world, named: 9, [[1]]), at: world.start) == .closed)
  }

  @Test("files are removed only for a device that has seen the last commit, and free their bytes", arguments: StoreKind.allCases)
  func removal(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    let used = try #require(try await world.store.account(world.account)).byteCount
    for name in [7, 8] as [UInt8] { _ = try await world.store.put(Self.part(world, named: name, [[1], [2], [3]]), at: world.start) }
    let names = [7, 9].map { StoreWorld.identifier($0) as BlobName }
    let head = StoredPosition.beginning
    #expect(try await world.store.remove(names, of: world.account, seeing: StoreWorld.hash(5)) == .staleParent(head: head))
    #expect(try await world.store.remove(names, of: world.account, seeing: head.hash) == .removed(1))
    #expect(try await world.store.remove(names, of: world.account, seeing: head.hash) == .removed(0))
    #expect(try await world.store.account(world.account)?.byteCount == used + 3)
    #expect(try world.number("SELECT count(*) FROM blob_chunk") == 3)
    #expect(try await world.store.remove(names, of: StoreWorld.identifier(77), seeing: head.hash) == .closed)
  }

  @Test("pruning removes files that stayed incomplete for 30 days, and all files of an erased account", arguments: StoreKind.allCases)
  func pruning(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    let used = try #require(try await world.store.account(world.account)).byteCount
    _ = try await world.store.put(Self.part(world, named: 7, [[1], [2], [3]]), at: world.start)
    for name in 10..<22 as Range<UInt8> {
      _ = try await world.store.put(Self.part(world, named: name, [[1]], blobLimit: 99), at: world.start)
    }
    while try await world.store.prune(at: world.start.addingTimeInterval(30 * 86_400 - 1), by: .standard) {}
    #expect(try world.number("SELECT count(*) FROM account_blob") == 13)
    while try await world.store.prune(at: world.start.addingTimeInterval(30 * 86_400), by: .standard) {}
    #expect(try world.number("SELECT count(*) FROM account_blob") == 1)
    #expect(try world.number("SELECT count(*) FROM blob_chunk") == 3)
    #expect(try await world.store.account(world.account)?.byteCount == used + 3)
    _ = try await world.store.close(world.account, erasedAt: world.start)
    while try await world.store.prune(at: world.start, by: .standard) {}
    for table in ["account_blob", "blob_chunk", "account"] { #expect(try world.number("SELECT count(*) FROM \(table)") == 0, "\(table)") }
  }

  @Test("a database from before files existed is migrated and keeps its data", arguments: StoreKind.allCases)
  func former(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    let store: any SyncStore
    if let address = world.address {
      _ = try PostgreSQLCluster.answer(
        "DROP TABLE blob_chunk; DROP TABLE account_blob; UPDATE passfold_schema SET version = 1", at: address)
      store = try PostgreSQLSyncStore(address)
    } else {
      let queue = try DatabaseQueue(path: world.path)
      try await queue.write {
        try $0.execute(sql: "DROP TABLE blob_chunk; DROP TABLE account_blob; DELETE FROM grdb_migrations WHERE identifier = '3'")
      }
      store = try SQLiteSyncStore(path: world.path)
    }
    #expect(try await store.put(Self.part(world, [[1]], of: 1), at: world.start) == .stored(presentCount: 1))
    #expect(try await store.account(world.account)?.logCount == 2)
  }

  @Test("a move from SQLite to PostgreSQL keeps the files")
  func copying() async throws {
    let world = try StoreWorld(.sqlite)
    try await world.found()
    _ = try await world.store.put(Self.part(world, [[1], [2], [3]]), at: world.start)
    let address = try PostgreSQLCluster.shared.get().makeDatabase()
    try await world.sqlite.copy(to: address)
    let copy = try PostgreSQLSyncStore(address)
    let name = StoreWorld.identifier(7) as BlobName
    #expect(try await copy.chunks(of: name, account: world.account, from: 0, most: 9)?.chunks == [[1], [2], [3]])
  }
}
