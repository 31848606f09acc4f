// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Foundation
import SyncServerStore
import Synchronization

/// A store that records how the log is read, and forwards everything to another store.
final class WatchedStore: SyncStore {
  struct Readings: Equatable {
    /// The number of entries in each reading.
    var counts: [Int] = []
    /// The largest number of readings at the same time.
    var mostAtOnce = 0
    fileprivate var now = 0
  }
  private let store: any SyncStore
  private let readings = Mutex(Readings())

  init(_ store: any SyncStore) { self.store = store }

  /// Returns the readings since the last call.
  func takeReadings() -> Readings {
    readings.withLock { readings in
      defer { readings = Readings() }
      return readings
    }
  }

  func log(of account: AccountIdentifier, from sequence: UInt64, most: Int) async throws(SyncStoreError) -> [[UInt8]] {
    readings.withLock { readings in
      readings.now += 1
      readings.mostAtOnce = max(readings.mostAtOnce, readings.now)
    }
    // Gives concurrent readings time to overlap.
    for _ in 0..<20 { await Task.yield() }
    defer { readings.withLock { $0.now -= 1 } }
    let entries = try await store.log(of: account, from: sequence, most: most)
    readings.withLock { $0.counts.append(entries.count) }
    return entries
  }

  func found(_ founding: AccountFounding, at now: Date) async throws(SyncStoreError) -> FoundingOutcome {
    try await store.found(founding, at: now)
  }
  func carry(_ carrying: AccountCarrying, at now: Date) async throws(SyncStoreError) -> CarryingOutcome {
    try await store.carry(carrying, at: now)
  }
  func account(_ account: AccountIdentifier) async throws(SyncStoreError) -> StoredAccount? { try await store.account(account) }
  func member(_ member: DeviceIdentifier, of account: AccountIdentifier) async throws(SyncStoreError) -> StoredMember? {
    try await store.member(member, of: account)
  }
  func append(_ appending: LogAppending, at now: Date) async throws(SyncStoreError) -> LogOutcome {
    try await store.append(appending, at: now)
  }
  func push(_ push: CommitPush, at now: Date) async throws(SyncStoreError) -> PushOutcome { try await store.push(push, at: now) }
  func rewrap(_ rewraps: [Rewrap], of account: AccountIdentifier, epoch: UInt32) async throws(SyncStoreError) -> Int? {
    try await store.rewrap(rewraps, of: account, epoch: epoch)
  }
  func changes(of account: AccountIdentifier, after sequence: UInt64, within limits: PageLimits) async throws(SyncStoreError) -> ChangePage?
  {
    try await store.changes(of: account, after: sequence, within: limits)
  }
  func checkpoint(
    of account: AccountIdentifier, number: UInt64?, after record: RecordName?, most: Int
  ) async throws(SyncStoreError) -> CheckpointOutcome {
    try await store.checkpoint(of: account, number: number, after: record, most: most)
  }
  func put(_ part: BlobPart, at now: Date) async throws(SyncStoreError) -> BlobPartOutcome { try await store.put(part, at: now) }
  func blobs(of account: AccountIdentifier, after name: BlobName?, most: Int) async throws(SyncStoreError) -> [StoredBlob] {
    try await store.blobs(of: account, after: name, most: most)
  }
  func chunks(of blob: BlobName, account: AccountIdentifier, from first: Int, most: Int) async throws(SyncStoreError) -> BlobPage? {
    try await store.chunks(of: blob, account: account, from: first, most: most)
  }
  func remove(_ blobs: [BlobName], of account: AccountIdentifier, seeing head: [UInt8]) async throws(SyncStoreError) -> BlobRemovalOutcome {
    try await store.remove(blobs, of: account, seeing: head)
  }
  func begin(_ session: StoredSession) async throws(SyncStoreError) -> Bool { try await store.begin(session) }
  func session(tokenHash: [UInt8], at now: Date) async throws(SyncStoreError) -> OpenSession? {
    try await store.session(tokenHash: tokenHash, at: now)
  }
  func close(_ account: AccountIdentifier, erasedAt date: Date) async throws(SyncStoreError) -> AccountClosing? {
    try await store.close(account, erasedAt: date)
  }
  func makeMailbox(_ name: [UInt8], of account: AccountIdentifier, until expiry: Date) async throws(SyncStoreError) -> Bool {
    try await store.makeMailbox(name, of: account, until: expiry)
  }
  func put(_ message: [UInt8], into slot: Int, of mailbox: [UInt8], at now: Date) async throws(SyncStoreError) -> MailboxPutOutcome {
    try await store.put(message, into: slot, of: mailbox, at: now)
  }
  func take(from slot: Int, of mailbox: [UInt8], at now: Date) async throws(SyncStoreError) -> MailboxTakeOutcome {
    try await store.take(from: slot, of: mailbox, at: now)
  }
  func markKey(orKeeping candidate: [UInt8]) async throws(SyncStoreError) -> [UInt8] { try await store.markKey(orKeeping: candidate) }
  func invite(tokenHash: [UInt8], until expiry: Date) async throws(SyncStoreError) {
    try await store.invite(tokenHash: tokenHash, until: expiry)
  }
  func announce(_ account: AccountIdentifier) { store.announce(account) }
  func announcements() -> AsyncStream<AccountIdentifier> { store.announcements() }
  func prune(at now: Date, by retention: Retention) async throws(SyncStoreError) -> Bool { try await store.prune(at: now, by: retention) }
  func statistics() async throws(SyncStoreError) -> StoreStatistics { try await store.statistics() }
}
