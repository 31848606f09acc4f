// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import SyncServerStore
import Testing

@Suite("Changes served by the store")
struct ChangeTests {
  @Test("a page after a change number has every newer commit, and each record's newest version once", arguments: StoreKind.allCases)
  func newest(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    _ = try await world.store.push(world.push(1, records: [world.record(10), world.record(11)]), at: world.start)
    _ = try await world.store.push(world.push(2, records: [world.record(10, revision: 2)]), at: world.start)
    let all = try await world.changes()
    #expect(all.commits == [[2, 1, 0], [2, 2, 0]])
    #expect(all.versions.map(\.body.first) == [11, 10])
    #expect(all.versions.map(\.number) == [1, 2])
    #expect(!all.hasMore)
    let rest = try await world.changes(after: 3)
    #expect(rest.commits == [[2, 2, 0]])
    #expect(rest.versions.count == 1)
    #expect(try await world.changes(after: rest.sequence).commits.isEmpty)
  }

  @Test("pages never divide a commit, and together they contain all changes", arguments: StoreKind.allCases)
  func pages(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    for number in 1...7 as ClosedRange<UInt64> {
      let records = (0..<3).map { world.record(UInt8(number) * 10 + $0) }
      _ = try await world.store.push(world.push(number, records: records), at: world.start)
    }
    for (count, byteCount) in [(1, 1 << 20), (4, 1 << 20), (6, 1 << 20), (500, 10), (500, 400), (500, 1100)] {
      var sequence: UInt64 = 0
      var numbers: [UInt64] = []
      var commits = 0
      while true {
        let page = try await world.changes(after: sequence, count: count, byteCount: byteCount)
        #expect(page.versions.count == page.commits.count * 3, "a commit was split with limits of \(count) and \(byteCount)")
        #expect(page.sequence > sequence || !page.hasMore)
        numbers += page.versions.map(\.number)
        commits += page.commits.count
        sequence = page.sequence
        guard page.hasMore else { break }
      }
      #expect(numbers == (1...7).flatMap { [$0, $0, $0] })
      #expect(commits == 7)
      #expect(sequence == 9)
    }
  }

  @Test("an entry of the membership log advances the change number without a commit", arguments: StoreKind.allCases)
  func logMoves(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    #expect(try await world.changes().sequence == 2)
    #expect(try await world.changes().account.logCount == 2)
  }

  @Test("rewrapping replaces only wraps of an earlier epoch, on newest versions only", arguments: StoreKind.allCases)
  func rewrap(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    _ = try await world.store.push(world.push(1, records: [world.record(10), world.record(11, revision: 3)]), at: world.start)
    let entry = StoredLogEntry(hash: StoreWorld.hash(1002), body: [2])
    let appended = try await world.store.append(
      LogAppending(
        account: world.account, sequence: 2, previous: StoreWorld.hash(1001), entry: entry, members: [world.member(world.device)], epoch: 2,
        commitHead: StoreWorld.hash(1),
        byteLimit: 1 << 20), at: world.start)
    #expect(appended == .appended(sequence: 4))
    let wrap: [UInt8] = [0, 0, 0, 2] + [UInt8](repeating: 5, count: 60)
    let rewraps = [
      Rewrap(record: StoreWorld.identifier(10), revision: 1, wrap: wrap),
      Rewrap(record: StoreWorld.identifier(11), revision: 2, wrap: wrap),
      Rewrap(record: StoreWorld.identifier(12), revision: 1, wrap: wrap),
    ]
    #expect(try await world.store.rewrap(rewraps, of: world.account, epoch: 1) == nil)
    #expect(try await world.store.rewrap(rewraps, of: world.account, epoch: 2) == 1)
    #expect(try await world.store.rewrap(rewraps, of: world.account, epoch: 2) == 0)
    #expect(try await world.changes().versions.map { $0.wrap[3] } == [2, 1])
  }

  @Test(
    "a checkpoint page has the versions that the latest checkpoint covers, despite later commits and pruning",
    arguments: StoreKind.allCases)
  func checkpoint(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    #expect(try await world.store.checkpoint(of: world.account, number: nil, after: nil, most: 10) == .none)
    _ = try await world.store.push(world.push(1, records: (10...14).map { world.record($0) }), at: world.start)
    _ = try await world.store.push(world.push(2, records: [world.record(10, revision: 2)]), at: world.start)
    _ = try await world.store.push(world.push(3, isCheckpoint: true), at: world.start)
    _ = try await world.store.push(world.push(4, records: [world.record(10, revision: 3), world.record(20)]), at: world.start)
    let covered = try await pages(world)
    #expect(covered.map { $0.record.bytes[0] } == [10, 11, 12, 13, 14])
    #expect(covered.map(\.revision) == [2, 1, 1, 1, 1])
    #expect(covered.map(\.number) == [2, 1, 1, 1, 1])
    while try await world.store.prune(at: world.start.addingTimeInterval(401 * 86_400), by: .standard) {}
    #expect(try await pages(world) == covered)
    // The covered version has lost its envelope; the version before it is gone.
    #expect(try world.number("SELECT count(*) FROM record_old") == 1)
    #expect(try world.number("SELECT count(*) FROM record_old WHERE body IS NOT NULL") == 0)
    // The checkpoint and later commits stay complete; the headers of covered commits have expired.
    #expect(try await world.changes().commits == [[2, 3, 0], [2, 4, 0]])
    _ = try await world.store.push(world.push(5, isCheckpoint: true), at: world.start)
    #expect(try await world.store.checkpoint(of: world.account, number: 3, after: nil, most: 10) == .stale)
  }

  private func pages(_ world: StoreWorld) async throws -> [CoveredVersion] {
    var versions: [CoveredVersion] = []
    while true {
      let outcome = try await world.store.checkpoint(of: world.account, number: nil, after: versions.last?.record, most: 2)
      guard case .page(let page) = outcome else {
        Issue.record("no page")
        return versions
      }
      #expect(page.number == 3)
      #expect(page.header == [1, 3])
      versions += page.versions
      guard page.hasMore else { return versions }
    }
  }
}
