// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
import SyncServer
import SyncServerStore

/// A server whose database accepts everything, and a caller whose key signed the commits among the seeds.
struct FuzzWorld: Sendable {
  static let pushing: UInt8 = 4
  static let calls: UInt8 = 11
  private static let blob = BlobName([UInt8](repeating: 4, count: 16)) ?? { preconditionFailure("sixteen bytes are a name") }()

  enum Outcome: Sendable { case answered, stored, refused }

  private let store = FuzzStore()
  private let server: @Sendable () async -> SyncServer?

  init() {
    let store = store
    let making = Task {
      var configuration = ServerConfiguration(origin: "https://sync.example")
      configuration.multiplyRates(by: 1_000_000_000)
      return try? await SyncServer(
        store: store, configuration: configuration,
        environment: ServerEnvironment(
          now: { Date(timeIntervalSince1970: 1_800_000_000) }, randomBytes: { [UInt8](repeating: 7, count: $0) }, pause: { _ in }))
    }
    server = { await making.value }
  }

  /// Passes a body to the call with this number.
  func ask(_ call: UInt8, _ body: [UInt8]) async -> Outcome {
    guard let server = await server() else { return .refused }
    do {
      let caller = try await server.caller(token: [UInt8](repeating: 0, count: 32))
      let answer =
        switch call % Self.calls {
        case 0: try await server.foundAccount(body, from: "network")
        case 1: try await server.challenge(body, from: "network")
        case 2: try await server.login(body, from: "network")
        case 3: try await server.appendToLog(body, by: caller)
        case Self.pushing: try await server.push(body, by: caller)
        case 5: try await server.rewrap(body, by: caller)
        case 6: try await server.closeAccount(body, by: caller)
        case 8: try await server.putChunks(body, from: 0, of: Self.blob, by: caller)
        case 9: try await server.removeBlobs(body, by: caller)
        case 10: try await server.carryAccount(body, from: "network")
        default: try await server.makeMailbox([UInt8](repeating: 1, count: 16), body, by: caller)
        }
      return answer.isEmpty ? .stored : .answered
    } catch {
      return .refused
    }
  }
}

/// Accepts everything: the code under test runs before the database.
struct FuzzStore: SyncStore {
  /// The seeds' own values. The signing key is the one of 32 bytes of value one.
  static let account = AccountIdentifier([UInt8](repeating: 1, count: 16))
  static let device = DeviceIdentifier([UInt8](repeating: 2, count: 16))
  static let key: [UInt8] = [
    0x8a, 0x88, 0xe3, 0xdd, 0x74, 0x09, 0xf1, 0x95, 0xfd, 0x52, 0xdb, 0x2d, 0x3c, 0xba, 0x5d, 0x72, 0xca, 0x67, 0x09, 0xbf, 0x1d, 0x94,
    0x12,
    0x1b, 0xf3, 0x74, 0x88, 0x01, 0xb4, 0x0f, 0x6f, 0x5c,
  ]

  private func stored(_ account: AccountIdentifier) -> StoredAccount {
    StoredAccount(
      account: account, sequence: 2, byteCount: 0, recordCount: 0, logCount: 2, logHead: [UInt8](repeating: 3, count: 32), epoch: 1,
      head: .beginning, erasure: nil)
  }

  func found(_ founding: AccountFounding, at now: Date) async throws(SyncStoreError) -> FoundingOutcome {
    .founded(stored(founding.account))
  }
  func carry(_ carrying: AccountCarrying, at now: Date) async throws(SyncStoreError) -> CarryingOutcome { .carried(sequence: 2) }
  func account(_ account: AccountIdentifier) async throws(SyncStoreError) -> StoredAccount? { stored(account) }
  func member(_ member: DeviceIdentifier, of account: AccountIdentifier) async throws(SyncStoreError) -> StoredMember? {
    StoredMember(member: member, signingKey: Self.key, isDevice: true)
  }
  func log(of account: AccountIdentifier, from sequence: UInt64, most: Int) async throws(SyncStoreError) -> [[UInt8]] { [] }
  func append(_ appending: LogAppending, at now: Date) async throws(SyncStoreError) -> LogOutcome { .appended(sequence: 3) }
  func push(_ push: CommitPush, at now: Date) async throws(SyncStoreError) -> PushOutcome { .accepted(sequence: 3, isRepeat: false) }
  func rewrap(_ rewraps: [Rewrap], of account: AccountIdentifier, epoch: UInt32) async throws(SyncStoreError) -> Int? { rewraps.count }
  func changes(of account: AccountIdentifier, after sequence: UInt64, within limits: PageLimits) async throws(SyncStoreError) -> ChangePage?
  {
    nil
  }
  func checkpoint(
    of account: AccountIdentifier, number: UInt64?, after record: RecordName?, most: Int
  ) async throws(SyncStoreError) -> CheckpointOutcome { .none }
  func put(_ part: BlobPart, at now: Date) async throws(SyncStoreError) -> BlobPartOutcome { .stored(presentCount: part.chunks.count) }
  func blobs(of account: AccountIdentifier, after name: BlobName?, most: Int) async throws(SyncStoreError) -> [StoredBlob] { [] }
  func chunks(of blob: BlobName, account: AccountIdentifier, from first: Int, most: Int) async throws(SyncStoreError) -> BlobPage? { nil }
  func remove(
    _ blobs: [BlobName], of account: AccountIdentifier, seeing head: [UInt8]
  ) async throws(SyncStoreError) -> BlobRemovalOutcome { .removed(blobs.count) }
  func begin(_ session: StoredSession) async throws(SyncStoreError) -> Bool { true }
  func session(tokenHash: [UInt8], at now: Date) async throws(SyncStoreError) -> OpenSession? {
    guard let account = Self.account, let device = Self.device else { return nil }
    return OpenSession(
      account: account, member: StoredMember(member: device, signingKey: Self.key, isDevice: true), expiry: now.addingTimeInterval(900))
  }
  func close(_ account: AccountIdentifier, erasedAt date: Date) async throws(SyncStoreError) -> Date? { date }
  func makeMailbox(_ name: [UInt8], of account: AccountIdentifier, until expiry: Date) async throws(SyncStoreError) -> Bool { true }
  func put(_ message: [UInt8], into slot: Int, of mailbox: [UInt8], at now: Date) async throws(SyncStoreError) -> MailboxPutOutcome { .put }
  func take(from slot: Int, of mailbox: [UInt8], at now: Date) async throws(SyncStoreError) -> MailboxTakeOutcome { .empty }
  func markKey(orKeeping candidate: [UInt8]) async throws(SyncStoreError) -> [UInt8] { candidate }
  func invite(tokenHash: [UInt8], until expiry: Date) async throws(SyncStoreError) {}
  func announce(_ account: AccountIdentifier) {}
  func announcements() -> AsyncStream<AccountIdentifier> { AsyncStream { $0.finish() } }
  func prune(at now: Date, by retention: Retention) async throws(SyncStoreError) -> Bool { false }
  func statistics() async throws(SyncStoreError) -> StoreStatistics { throw SyncStoreError(.unavailable) }
}
