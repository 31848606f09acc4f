// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import GRDB
import SyncServerStore
import Testing

/// The databases that a store can use; both behave alike.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite, postgreSQL
  var testDescription: String { rawValue }
}

/// A separate store with one account, and builders of valid pushes.
final class StoreWorld: Sendable {
  let folder: URL
  let store: any SyncStore
  /// The address of a PostgreSQL store.
  let address: PostgreSQLAddress?
  let account = StoreWorld.identifier(1) as AccountIdentifier
  let device = StoreWorld.identifier(2) as DeviceIdentifier
  let other = StoreWorld.identifier(3) as DeviceIdentifier
  let recovery = StoreWorld.identifier(4) as DeviceIdentifier
  let start = Date(timeIntervalSince1970: 1_800_000_000)
  var path: String { folder.appending(path: "sync.sqlite").path }

  init(_ kind: StoreKind) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sync-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    switch kind {
    case .sqlite:
      address = nil
      store = try SQLiteSyncStore(path: folder.appending(path: "sync.sqlite").path)
    case .postgreSQL:
      let address = try PostgreSQLCluster.shared.get().makeDatabase()
      self.address = address
      store = try PostgreSQLSyncStore(address, writers: 4)
    }
  }

  /// The driver's own store, for tests of one driver.
  var sqlite: SQLiteSyncStore { get throws { try #require(store as? SQLiteSyncStore) } }
  var postgreSQL: PostgreSQLSyncStore { get throws { try #require(store as? PostgreSQLSyncStore) } }

  deinit { try? FileManager.default.removeItem(at: folder) }

  static func identifier<Subject>(_ byte: UInt8) -> Identifier<Subject> {
    Identifier([UInt8](repeating: byte, count: 16)) ?? { preconditionFailure("sixteen bytes are an identifier") }()
  }

  static func hash(_ number: UInt64) -> [UInt8] {
    [UInt8](repeating: 7, count: 24) + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  func member(_ device: DeviceIdentifier, isDevice: Bool = true) -> StoredMember {
    StoredMember(member: device, signingKey: [UInt8](repeating: 9, count: 32), isDevice: isDevice)
  }

  /// Founds the account with both devices.
  @discardableResult
  func found(_ account: AccountIdentifier? = nil) async throws -> FoundingOutcome {
    try await store.found(
      AccountFounding(
        account: account ?? self.account,
        entries: [StoredLogEntry(hash: Self.hash(1000), body: [0]), StoredLogEntry(hash: Self.hash(1001), body: [1])],
        members: [member(device), member(other), member(recovery, isDevice: false)], epoch: 1), at: start)
  }

  /// The n-th commit, which follows the previous one.
  func push(_ number: UInt64, by author: DeviceIdentifier? = nil, records: [StoredRecord] = [], isCheckpoint: Bool = false) -> CommitPush {
    CommitPush(
      account: account, device: author ?? device, deviceSequence: number, position: StoredPosition(number: number, hash: Self.hash(number)),
      parent: number == 1 ? StoredPosition.beginning.hash : Self.hash(number - 1), logCount: 2, logHead: Self.hash(1001), epoch: 1,
      isCheckpoint: isCheckpoint, header: [1, UInt8(truncatingIfNeeded: number)], whole: [2, UInt8(truncatingIfNeeded: number), 0],
      records: records, byteLimit: 1 << 20, recordLimit: 1000)
  }

  func record(_ name: UInt8, revision: UInt64 = 1, epoch: UInt8 = 1, byteCount: Int = 100) -> StoredRecord {
    StoredRecord(
      record: Self.identifier(name), revision: revision, purpose: 1, bodyHash: Self.hash(UInt64(name) << 8 | revision),
      wrap: [0, 0, 0, epoch] + [UInt8](repeating: 0, count: 60), body: [UInt8](repeating: name, count: byteCount))
  }

  func changes(after sequence: UInt64 = 0, count: Int = 500, byteCount: Int = 1 << 20) async throws -> ChangePage {
    try #require(try await store.changes(of: account, after: sequence, within: PageLimits(count: count, byteCount: byteCount)))
  }

  /// Reads the database directly, by SQL.
  func number(_ sql: String) throws -> Int {
    if let address { return try #require(Int(try PostgreSQLCluster.answer(sql, at: address))) }
    let queue = try DatabaseQueue(path: path)
    return try queue.read { try Int.fetchOne($0, sql: sql) ?? -1 }
  }
}
