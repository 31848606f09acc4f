// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import SyncServerStore
import Testing

@Suite("The move of an account to another store")
struct CarryingTests {
  private static let base = StoredPosition(number: 9, hash: StoreWorld.hash(9))

  /// The account's log with a third entry that replaces the recovery key.
  private static func carrying(
    _ world: StoreWorld, entries: Int = 3, from base: StoredPosition = base, seeing seen: StoredPosition = .beginning,
    admission: AccountFounding.Admission = .open, byteLimit: UInt64 = 1 << 20
  ) -> AccountCarrying {
    AccountCarrying(
      founding: AccountFounding(
        account: world.account,
        entries: (0..<entries).map { StoredLogEntry(hash: StoreWorld.hash(1000 + UInt64($0)), body: [UInt8($0)]) },
        members: [world.member(world.device), world.member(world.recovery, isDevice: false)], epoch: 2, admission: admission), base: base,
      seen: seen, byteLimit: byteLimit)
  }

  @Test("a new store takes the whole log and continues from the account's commit; a repeat changes nothing", arguments: StoreKind.allCases)
  func new(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    guard case .carried(let sequence) = try await world.store.carry(Self.carrying(world), at: world.start) else {
      Issue.record("the account was not accepted")
      return
    }
    let account = try #require(try await world.store.account(world.account))
    #expect(account.head == Self.base && account.logCount == 3 && account.logHead == StoreWorld.hash(1002) && account.epoch == 2)
    #expect(try await world.store.log(of: world.account, from: 0, most: 9) == [[0], [1], [2]])
    #expect(try await world.store.member(world.device, of: world.account)?.isDevice == true)
    #expect(try await world.store.member(world.other, of: world.account) == nil)
    #expect(try await world.store.carry(Self.carrying(world), at: world.start) == .carried(sequence: sequence))
    #expect(try await world.store.account(world.account) == account)
    // The parent of the next commit is not in this store.
    var push = world.push(10, records: [world.record(5, revision: 8, epoch: 2)])
    (push.logCount, push.logHead, push.epoch) = (3, StoreWorld.hash(1002), 2)
    guard case .accepted = try await world.store.push(push, at: world.start) else {
      Issue.record("the next commit was not accepted")
      return
    }
    let page = try await world.changes()
    #expect(page.commits == [push.whole] && page.versions.map(\.number) == [10])
  }

  @Test("a store that is behind moves forward if the device knows its head, and keeps its data", arguments: StoreKind.allCases)
  func behind(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    _ = try await world.store.push(world.push(1, records: [world.record(5)]), at: world.start)
    let first = StoredPosition(number: 1, hash: StoreWorld.hash(1))
    #expect(try await world.store.carry(Self.carrying(world), at: world.start) == .staleHead(first))
    let before = try #require(try await world.store.account(world.account))
    guard case .carried(let sequence) = try await world.store.carry(Self.carrying(world, seeing: first), at: world.start) else {
      Issue.record("the account was not brought forward")
      return
    }
    let account = try #require(try await world.store.account(world.account))
    #expect(account.head == Self.base && account.logCount == 3 && account.recordCount == 1 && sequence > before.sequence)
    #expect(account.byteCount == before.byteCount + 1)
    #expect(try await world.changes().commits.count == 1)
    // No later request moves it back, whatever head the device claims.
    #expect(try await world.store.carry(Self.carrying(world, from: first, seeing: Self.base), at: world.start) == .staleHead(Self.base))
  }

  @Test("a log from elsewhere, a missing invite or an exceeded quota is refused, and nothing is stored", arguments: StoreKind.allCases)
  func refused(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    #expect(try await world.store.carry(Self.carrying(world, byteLimit: 1), at: world.start) == .quotaExceeded)
    let invite = AccountFounding.Admission.invite(tokenHash: [UInt8](repeating: 3, count: 32))
    #expect(try await world.store.carry(Self.carrying(world, admission: invite), at: world.start) == .notInvited)
    #expect(try await world.store.carry(Self.carrying(world, seeing: Self.base), at: world.start) == .staleHead(.beginning))
    #expect(try await world.store.account(world.account) == nil)
    #expect(try world.number("SELECT count(*) FROM log") == 0)
    _ = try await world.store.carry(Self.carrying(world), at: world.start)
    #expect(try await world.store.carry(Self.carrying(world, entries: 2), at: world.start) == .staleLog)
    // An invite admits the account once.
    let other = try StoreWorld(kind)
    try await other.store.invite(tokenHash: [UInt8](repeating: 3, count: 32), until: other.start.addingTimeInterval(9))
    guard case .carried = try await other.store.carry(Self.carrying(other, admission: invite), at: other.start) else {
      Issue.record("the invite did not admit the account")
      return
    }
    #expect(try other.number("SELECT count(*) FROM invite") == 0)
  }

  @Test("a closed account reopens until its erasure", arguments: StoreKind.allCases)
  func closed(_ kind: StoreKind) async throws {
    let world = try StoreWorld(kind)
    try await world.found()
    let erasure = world.start.addingTimeInterval(100)
    _ = try await world.store.close(world.account, erasedAt: erasure)
    #expect(try await world.store.carry(Self.carrying(world), at: erasure) == .closed)
    guard case .carried = try await world.store.carry(Self.carrying(world), at: world.start) else {
      Issue.record("the account was not reopened")
      return
    }
    #expect(try await world.store.account(world.account)?.erasure == nil)
  }
}
