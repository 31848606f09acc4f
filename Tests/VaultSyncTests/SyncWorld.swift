// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import SyncModel
import SyncServer
import SyncServerStore
import Synchronization
import Testing
import VaultSync

/// A real server, real vaults on disk, and a clock that the test advances.
final class SyncWorld: Sendable {
  static let origin = "https://sync.example"
  static let network = "192.0.2.7"

  let folder: URL
  let clock = Clock()
  let server: SyncServer
  let wire = Wire()

  init(configure: (inout ServerConfiguration) -> Void = { _ in }) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "vault-sync-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var configuration = ServerConfiguration(origin: Self.origin)
    configure(&configuration)
    let clock = clock
    server = try await SyncServer(
      store: try SQLiteSyncStore(path: folder.appending(path: "sync.sqlite").path), configuration: configuration,
      environment: ServerEnvironment(
        now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes, pause: { _ in try await Task.sleep(for: .seconds(86_400)) }))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  final class Clock: Sendable {
    private let instant: Mutex<Date>
    init(_ start: Date = Date(timeIntervalSince1970: 1_800_000_000)) { instant = Mutex(start) }
    var now: Date { instant.withLock { $0 } }
    func advance(by seconds: TimeInterval) { instant.withLock { $0 += seconds } }
  }

  /// Interference with requests and answers, and a record of the requests.
  final class Wire: Sendable {
    struct State {
      var meddle: (@Sendable (SyncRequest, SyncResponse) async throws -> SyncResponse)?
      var before: (@Sendable (SyncRequest) async throws -> SyncResponse?)?
      var byteCount = 0
      var requests: [String] = []
    }
    let state = Mutex(State())
    var requests: [String] { state.withLock { $0.requests } }
    func forgetRequests() { state.withLock { ($0.requests, $0.byteCount) = ([], 0) } }
    var byteCount: Int { state.withLock { $0.byteCount } }
    func meddle(_ body: (@Sendable (SyncRequest, SyncResponse) async throws -> SyncResponse)?) { state.withLock { $0.meddle = body } }
    func before(_ body: (@Sendable (SyncRequest) async throws -> SyncResponse?)?) { state.withLock { $0.before = body } }
  }

  func environment(by own: Clock? = nil, name: String) -> VaultEnvironment {
    let clock = own ?? clock
    return VaultEnvironment(now: { clock.now }, cost: .floor, deviceName: name)
  }

  /// A vault with its client.
  struct Device: Sendable {
    let vault: CredentialVault
    let client: SyncClient
  }

  /// - Parameter own: The device's wall clock, if it differs from the world's.
  func client(of vault: CredentialVault, by own: Clock? = nil, through wire: Wire? = nil) -> SyncClient {
    let (clock, server, wire) = (own ?? clock, server, wire ?? self.wire)
    let exchange = SyncExchange(place: Self.origin) { request throws(VaultSyncError) in
      do {
        wire.state.withLock {
          $0.requests.append("\(request.method) \(request.path.prefix { $0 != "?" })")
          $0.byteCount += request.path.utf8.count + (request.body?.count ?? 0)
        }
        if let before = wire.state.withLock({ $0.before }), let answer = try await before(request) { return answer }
        let answer = await Routes.answer(request, by: server)
        wire.state.withLock { $0.byteCount += answer.body.count }
        guard let meddle = wire.state.withLock({ $0.meddle }) else { return answer }
        return try await meddle(request, answer)
      } catch let error as VaultSyncError {
        throw error
      } catch {
        throw VaultSyncError(.unreachable)
      }
    }
    return SyncClient(vault: vault, exchange: exchange, now: { clock.now }, pause: { clock.advance(by: $0 / .seconds(1)) })
  }

  /// The first device of a new account.
  func found(_ name: String = "first") async throws -> Device {
    let made = try await CredentialVault.create(
      at: folder.appending(path: name), passphrase: SecretBytes(copying: "a".utf8), environment: environment(name: name))
    let client = client(of: made.vault)
    try await client.found()
    return Device(vault: made.vault, client: client)
  }

  /// Two devices that both have some records.
  func two(having records: [CredentialRecord] = []) async throws -> (first: Device, second: Device) {
    let first = try await found()
    for record in records { try first.vault.add(record) }
    _ = try await first.client.synchronise()
    let second = try await join("second", by: first)
    _ = try await second.client.synchronise()
    return (first, second)
  }

  /// Another device, admitted by a sponsor.
  func join(_ name: String, by sponsor: Device, by own: Clock? = nil, through wire: Wire? = nil) async throws -> Device {
    var generator = SystemRandomNumberGenerator()
    let newcomer = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let log = try await sponsor.client.admit(newcomer, named: name)
    let vault = try await CredentialVault.join(
      log, as: newcomer, at: Self.origin, in: folder.appending(path: name), passphrase: SecretBytes(copying: "a".utf8),
      environment: environment(by: own, name: name))
    return Device(vault: vault, client: client(of: vault, by: own, through: wire))
  }
}

/// The server's routes without HTTP.
enum Routes {
  static func answer(_ request: SyncRequest, by server: SyncServer) async -> SyncResponse {
    do throws(SyncServerError) {
      let answer = try await route(request, server)
      return SyncResponse(status: answer.isEmpty ? 204 : 200, body: answer.encoded)
    } catch {
      return SyncResponse(status: status(error.code), body: Answer(error).encoded, retryAfter: error.retryAfter)
    }
  }

  private static func route(_ request: SyncRequest, _ server: SyncServer) async throws(SyncServerError) -> Answer {
    let parts = request.path.split(separator: "?", maxSplits: 1)
    let query = Dictionary(
      uniqueKeysWithValues: (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
        let sides = pair.split(separator: "=", maxSplits: 1)
        return (String(sides[0]), String(sides[1]))
      })
    let body = request.body ?? []
    let name = "\(request.method) \(parts[0])"
    switch name {
    case "POST /v1/accounts": return try await server.foundAccount(body, from: SyncWorld.network)
    case "POST /v1/accounts/carried": return try await server.carryAccount(body, from: SyncWorld.network)
    case "POST /v1/session/challenge": return try await server.challenge(body, from: SyncWorld.network)
    case "POST /v1/session": return try await server.login(body, from: SyncWorld.network)
    default: break
    }
    guard let token = request.token else { throw SyncServerError(.sessionEnded) }
    let caller = try await server.caller(token: token.withBytes { Array($0) })
    switch name {
    case "GET /v1/log": return try await server.log(from: UInt64(query["from"] ?? "0") ?? 0, for: caller)
    case "POST /v1/log": return try await server.appendToLog(body, by: caller)
    case "POST /v1/commits": return try await server.push(body, by: caller)
    case "POST /v1/rewraps": return try await server.rewrap(body, by: caller)
    case "GET /v1/changes":
      return try await server.changes(after: cursor(query["after"]), limit: Int(query["limit"] ?? "500") ?? 500, for: caller)
    case "GET /v1/checkpoint":
      return try await server.checkpoint(
        number: query["number"].flatMap { UInt64($0) }, after: query["after"].flatMap { RecordName(bytes($0)) }, for: caller)
    case "DELETE /v1/account": return try await server.closeAccount(body, by: caller)
    case "GET /v1/blobs": return try await server.blobs(after: query["after"].flatMap { BlobName(bytes($0)) }, for: caller)
    case "DELETE /v1/blobs": return try await server.removeBlobs(body, by: caller)
    case "GET /v1/events": return try await server.events(after: cursor(query["after"]), for: caller)
    default: break
    }
    let (blobs, mailbox) = ("/v1/blobs/", "/v1/mailbox/")
    if request.method == "PUT", parts[0].hasPrefix(mailbox), query["slot"] == "0" {
      return try await server.makeMailbox(bytes(String(parts[0].dropFirst(mailbox.count))), body, by: caller)
    }
    guard parts[0].hasPrefix(blobs), let blob = BlobName(bytes(String(parts[0].dropFirst(blobs.count)))) else {
      throw SyncServerError(.notFound)
    }
    let first = UInt64(query["from"] ?? "0") ?? 0
    return request.method == "PUT"
      ? try await server.putChunks(body, from: first, of: blob, by: caller) : try await server.chunks(of: blob, from: first, for: caller)
  }

  private static func cursor(_ text: String?) -> Cursor { text.flatMap { Cursor(bytes($0)) } ?? .beginning }

  static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0 }
  }

  static func status(_ code: SyncServerError.Code) -> Int {
    switch code {
    case .loginRefused, .sessionEnded: 401
    case .notAllowed: 403
    case .notFound: 404
    case .staleParent, .staleEpoch, .staleLog, .staleCheckpoint, .accountExists, .taken: 409
    case .gone, .accountClosed: 410
    case .tooLarge: 413
    case .rateLimited: 429
    case .unavailable: 503
    case .quotaExceeded: 507
    case .mismatch, .logInvalid, .outOfOrder: 422
    default: 400
    }
  }
}

/// Valid sample records.
enum Sample {
  static func id() -> RecordIdentifier {
    var generator = SystemRandomNumberGenerator()
    return RecordIdentifier.random(using: &generator)
  }

  static func password(_ id: RecordIdentifier = id(), title: String = "Shop", password: String = "open sesame") -> CredentialRecord {
    .password(
      PasswordRecord(
        id: id, services: [ServiceIdentifier(kind: .domain, text: "shop.example")], title: title, user: "ada@example.org",
        password: SharedSecret(copying: Array(password.utf8))))
  }

  static func passkey(_ id: RecordIdentifier = id(), key: UInt8 = 7) -> CredentialRecord {
    .passkey(
      PasskeyRecord(
        id: id, relyingPartyID: "shop.example", userHandle: [1, 2, 3], userName: "ada", displayName: "Ada L.",
        credentialID: [UInt8](repeating: key, count: 32), algorithm: -7,
        privateKey: SharedSecret(copying: [UInt8](repeating: key, count: 32)), backupEligible: true, backupState: false,
        created: Date(timeIntervalSince1970: 1_789_000_000)))
  }
}

extension CredentialVault {
  /// The passwords of the logins with a title, sorted.
  func passwords(titled title: String = "Shop") throws -> [String] {
    try summaries().filter { $0.title == title }.compactMap { summary in
      guard case .password(let record) = try record(summary.id) else { return nil }
      return record.password.withBytes { String(decoding: $0, as: UTF8.self) }
    }.sorted()
  }
}

/// Returns the error that the work throws, or nil if it succeeds.
func refusal(_ work: () async throws -> Void) async -> VaultSyncError? {
  do {
    try await work()
    return nil
  } catch {
    return error as? VaultSyncError
  }
}
