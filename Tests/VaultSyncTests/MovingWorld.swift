// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialVault
import Foundation
import SecretMemory
import SyncFolder
import SyncServer
import SyncServerStore
import Synchronization
import VaultSync

/// The kind of place that keeps an account.
enum Kind: CaseIterable, Sendable { case server, folder }

/// Places of both kinds, and devices that move between them.
final class MovingWorld: Sendable {
  /// A separate server, or a folder.
  struct Place: Sendable {
    let name: String
    let wire: SyncWorld.Wire
    let exchange: SyncExchange

    /// The status of the answer to a moved account.
    let carry: @Sendable ([UInt8]) async -> Int
  }
  typealias Device = SyncWorld.Device

  let folder = HostileBase.newFolder("moving")
  let clock = SyncWorld.Clock()

  init() async throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func place(_ kind: Kind, _ name: String) async throws -> Place {
    switch kind {
    case .server: return try await server(name)
    case .folder:
      let path = folder.appending(path: name)
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
      let folder = SyncFolder(path: path.path)
      let answer: @Sendable (SyncRequest) -> SyncResponse = { request in
        let (status, body) = folder.answer(request.method, request.path, request.body ?? [])
        return SyncResponse(status: status, body: body)
      }
      return place(path.path, { answer($0) }, { folder.answer("POST", "/v1/accounts/carried", $0).status })
    }
  }

  /// A server over a copy of another server's current database.
  func copy(of name: String, as copy: String) async throws -> Place {
    for ending in ["", "-wal"] {
      let (from, to) = (folder.appending(path: "\(name).sqlite\(ending)"), folder.appending(path: "\(copy).sqlite\(ending)"))
      if FileManager.default.fileExists(atPath: from.path) { try FileManager.default.copyItem(at: from, to: to) }
    }
    return try await server(copy)
  }

  private func server(_ name: String) async throws -> Place {
    let clock = clock
    var configuration = ServerConfiguration(origin: "https://\(name).example")
    configuration.accountRate = .init(100, per: .seconds(60))
    let server = try await SyncServer(
      store: try SQLiteSyncStore(path: folder.appending(path: "\(name).sqlite").path), configuration: configuration,
      environment: ServerEnvironment(
        now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes, pause: { _ in try await Task.sleep(for: .seconds(86_400)) }))
    return place("https://\(name).example", { await Routes.answer($0, by: server) }) { body in
      do throws(SyncServerError) {
        _ = try await server.carryAccount(body, from: SyncWorld.network)
        return 200
      } catch {
        return Routes.status(error.code)
      }
    }
  }

  private func place(
    _ name: String, _ answer: @escaping @Sendable (SyncRequest) async throws -> SyncResponse,
    _ carry: @escaping @Sendable ([UInt8]) async -> Int
  ) -> Place {
    let wire = SyncWorld.Wire()
    let exchange = SyncExchange(place: name) { request throws(VaultSyncError) in
      do {
        let count = wire.state.withLock { state in
          state.requests.append("\(request.method) \(request.path.prefix { $0 != "?" })")
          return state.requests.count
        }
        guard count <= LyingServer.mostRequests else { throw VaultSyncError(.unreachable, detail: "asked without end") }
        if let before = wire.state.withLock({ $0.before }), let answer = try await before(request) { return answer }
        let response = try await answer(request)
        guard let meddle = wire.state.withLock({ $0.meddle }) else { return response }
        return try await meddle(request, response)
      } catch {
        throw error as? VaultSyncError ?? VaultSyncError(.unreachable)
      }
    }
    return Place(name: name, wire: wire, exchange: exchange, carry: carry)
  }

  func client(of vault: CredentialVault, at place: Place, skew: TimeInterval = 0) -> SyncClient {
    let clock = clock
    return SyncClient(vault: vault, exchange: place.exchange, now: { clock.now + skew }, pause: { clock.advance(by: $0 / .seconds(1)) })
  }

  private func environment(_ name: String, _ skew: TimeInterval = 0) -> VaultEnvironment {
    let clock = clock
    return VaultEnvironment(now: { clock.now + skew }, cost: .floor, deviceName: name)
  }

  func found(_ name: String, at place: Place) async throws -> Device {
    let made = try await CredentialVault.create(
      at: folder.appending(path: name), passphrase: SecretBytes(copying: "a".utf8), environment: environment(name))
    let client = client(of: made.vault, at: place)
    try await client.found()
    return Device(vault: made.vault, client: client)
  }

  func join(_ name: String, by sponsor: Device, at place: Place, skew: TimeInterval = 0) async throws -> Device {
    var generator = SystemRandomNumberGenerator()
    let newcomer = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let log = try await sponsor.client.admit(newcomer, named: name)
    let vault = try await CredentialVault.join(
      log, as: newcomer, at: place.name, in: folder.appending(path: name), passphrase: SecretBytes(copying: "a".utf8),
      environment: environment(name, skew))
    return Device(vault: vault, client: client(of: vault, at: place, skew: skew))
  }

  /// Two devices with the same records.
  func two(at place: Place) async throws -> (Device, Device) {
    let first = try await found("first", at: place)
    try first.vault.add(Sample.password())
    _ = try await first.client.synchronise()
    let second = try await join("second", by: first, at: place)
    _ = try await second.client.synchronise()
    _ = try await first.client.synchronise()
    return (first, second)
  }
}
