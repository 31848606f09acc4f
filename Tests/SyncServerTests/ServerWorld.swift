// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import Foundation
import SecretMemory
import Synchronization
import SyncModel
import SyncServer
import SyncServerStore
import Testing

/// A server on a store in a separate folder, with a clock that the test sets.
final class ServerWorld: Sendable {
  static let origin = "https://sync.example"
  static let network = "192.0.2.7"

  let folder: URL
  let store: SQLiteSyncStore
  let server: SyncServer
  let clock: Clock

  /// - Parameter waitsEnd: Whether waits for changes end immediately when there are none; otherwise they last until they are ended.
  init(waitsEnd: Bool = false, configure: (inout ServerConfiguration) -> Void = { _ in }) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sync-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try SQLiteSyncStore(path: folder.appending(path: "sync.sqlite").path)
    var configuration = ServerConfiguration(origin: Self.origin)
    configure(&configuration)
    let clock = Clock()
    self.clock = clock
    server = try await SyncServer(
      store: store, configuration: configuration,
      environment: ServerEnvironment(
        now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes,
        pause: { _ in if !waitsEnd { try await Task.sleep(for: .seconds(86_400)) } }))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A clock that moves only when told.
  final class Clock: Sendable {
    private let instant = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    var now: Date { instant.withLock { $0 } }
    func advance(by duration: Duration) { instant.withLock { $0.addTimeInterval(duration / .seconds(1)) } }
  }

  /// Founds a user's account and logs a member in.
  func join(_ person: Person, as member: LogAuthor? = nil) async throws -> Caller {
    _ = try await server.foundAccount(person.founding(), from: Self.network)
    return try await login(person, as: member ?? person.first)
  }

  func login(_ person: Person, as member: LogAuthor) async throws -> Caller {
    try await server.caller(token: try await token(person, as: member))
  }

  func token(_ person: Person, as member: LogAuthor, _ change: (inout Login) -> Void = { _ in }) async throws -> [UInt8] {
    let asked = try await server.challenge(
      encode([1: .bytes(person.account.bytes), 2: .bytes(member.member.bytes)]), from: Self.network)
    var login = Login(
      origin: Self.origin, account: person.account, member: member, challenge: try asked.bytes(1),
      milliseconds: try asked.unsigned(2))
    change(&login)
    return try await server.login(try login.body(.login), from: Self.network).bytes(1)
  }
}

/// The statement that a member signs to log in; a test can spoil each part.
struct Login {
  var origin: String
  var account: AccountIdentifier
  var member: LogAuthor
  var challenge: [UInt8]
  var milliseconds: UInt64
  var signer: MemberKeys?

  func signature(_ purpose: ServerStatement.Purpose) throws -> [UInt8] {
    try (signer ?? member.keys).sign(
      ServerStatement(
        purpose, origin: origin, account: account, member: member.member, challenge: challenge, milliseconds: milliseconds))
  }

  func body(_ purpose: ServerStatement.Purpose) throws -> [UInt8] {
    encode([
      1: .bytes(account.bytes), 2: .bytes(member.member.bytes), 3: .bytes(challenge), 4: .unsigned(milliseconds),
      5: .bytes(try signature(purpose)),
    ])
  }
}

func encode(_ map: CBORMap) -> [UInt8] { CBOREncoder(profile: .deterministic).encode(.map(map)) }

/// The code of the server's refusal, or nil if the work succeeds.
func refusal(_ work: () async throws -> Void) async -> SyncServerError.Code? {
  do {
    try await work()
    return nil
  } catch {
    return (error as? SyncServerError)?.code
  }
}

extension Answer {
  func value(_ key: UInt64) throws -> CBORValue { try #require(map[.unsigned(key)]) }
  func bytes(_ key: UInt64) throws -> [UInt8] { try #require(try value(key).bytesValue) }
  func array(_ key: UInt64) throws -> [CBORValue] { try #require(try value(key).arrayValue) }
  func unsigned(_ key: UInt64) throws -> UInt64 { UInt64(try #require(try value(key).integerValue)) }
  func cursor(_ key: UInt64) throws -> Cursor { try #require(Cursor(try bytes(key))) }
}
