// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import SyncModel
import Testing
import VaultSync

@Suite("Laws of synchronised vaults on disk")
struct ReplicaLawTests {
  /// Each run makes random edits on two or three vaults, exchanges in any order, loses answers and crashes, and then lets them settle.
  private static let runCount = ProcessInfo.processInfo.environment["PASSFOLD_REPLICA_RUNS"].flatMap(UInt64.init) ?? 60

  @Test("all vaults converge to equal roots and contents, no acknowledged edit is lost, and settled vaults send nothing")
  func laws() async throws {
    let base = try await HostileBase.shared
    for seed in 0..<Self.runCount {
      let folder = HostileBase.newFolder("laws")
      defer { try? FileManager.default.removeItem(at: folder) }
      var run = ReplicaLawRun(base, in: folder, seed: seed)
      try await run.run()
    }
  }
}

/// The devices of one account, and the edits that must not be lost.
private struct ReplicaLawRun {
  private struct Device {
    let name: String
    var folder: URL
    var vault: CredentialVault
    var client: SyncClient
  }

  private let base: HostileBase
  private let folder: URL
  private let clock: SyncWorld.Clock
  private let server: LyingServer
  private let seed: UInt64
  private var generator: SeededGenerator
  private var devices: [Device] = []
  private var copies = 0
  /// Keys of passkeys that were ever added, which only an erasure removes.
  private var keys: Set<UInt8> = []
  /// Logins that were added and are not erased.
  private var added: Set<RecordIdentifier> = []
  private var erased: Set<RecordIdentifier> = []

  init(_ base: HostileBase, in folder: URL, seed: UInt64) {
    (self.base, self.folder, self.seed) = (base, folder, seed)
    generator = SeededGenerator(seed: seed)
    clock = SyncWorld.Clock(base.end)
    server = LyingServer(base.last)
  }

  private mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  private func client(_ vault: CredentialVault) -> SyncClient {
    SyncClient(vault: vault, exchange: server.exchange, now: { [clock] in clock.now }, pause: { _ in })
  }

  mutating func run() async throws {
    for name in number(below: 2) == 0 ? ["second", "after"] : ["second", "after", "first"] {
      let place = folder.appending(path: name)
      let vault = try base.copy(name, to: place, clock: clock)
      devices.append(Device(name: name, folder: place, vault: vault, client: client(vault)))
    }
    for _ in 0..<(8 + number(below: 12)) {
      clock.advance(by: TimeInterval(number(below: 5_000)))
      let index = number(below: devices.count)
      switch number(below: 10) {
      case 0...4: try edit(index)
      case 5...7: _ = try await devices[index].client.synchronise()
      case 8: try await loseAnswer(index)
      default: try await crash(index)
      }
    }
    // Settling: enough exchanges for every device to get every change.
    for _ in 0..<3 { for device in devices { _ = try await device.client.synchronise() } }
    try await judge()
  }

  private mutating func edit(_ index: Int) throws {
    let vault = devices[index].vault
    switch number(below: 7) {
    case 0, 1:
      let id = RecordIdentifier.random(using: &generator)
      try vault.add(Sample.password(id, title: "Law", password: "law \(generator.next())"))
      added.insert(id)
    case 2:
      let key = UInt8(100 + number(below: 100))
      try vault.add(Sample.passkey(RecordIdentifier.random(using: &generator), key: key))
      keys.insert(key)
    case 3, 4:
      let passwords = try vault.summaries(kind: .password)
      if passwords.isEmpty { return }
      let id = passwords[number(below: passwords.count)].id
      try vault.replace(Sample.password(id, title: "Law", password: "law \(generator.next())"))
    case 5:
      let passwords = try vault.summaries(kind: .password)
      if passwords.isEmpty { return }
      try vault.moveToTrash(passwords[number(below: passwords.count)].id)
    default:
      let trashed = try vault.trashedSummaries()
      if trashed.isEmpty { return }
      let id = trashed[number(below: trashed.count)].id
      if number(below: 2) == 0 {
        try vault.restore(id)
      } else {
        try vault.erase([id])
        erased.insert(id)
      }
    }
  }

  /// Loses the answer to one of the next commits.
  private mutating func loseAnswer(_ index: Int) async throws {
    let before = number(below: 2) == 0
    server.become(
      server.account,
      lies: LyingServer.Lies(
        answer: { request, answer in
          if request.path == "/v1/commits" { throw VaultSyncError(.unreachable) }
          return answer
        },
        instead: { request in
          if before, request.path == "/v1/commits" { throw VaultSyncError(.unreachable) }
          return nil
        }))
    let found = await refusal { _ = try await devices[index].client.synchronise() }
    #expect(found == nil || found?.code == .unreachable)
    server.become(server.account)
  }

  /// Ends the program without notice, and restarts it from the state on disk.
  private mutating func crash(_ index: Int) async throws {
    let device = devices[index]
    copies += 1
    let place = folder.appending(path: "copy-\(copies)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: device.folder.appending(path: "vault"), to: place.appending(path: "vault"))
    let vault = try CredentialVault.open(at: place.appending(path: "vault"), environment: HostileBase.environment(clock, device.name))
    try vault.unlock(besides: device.vault)
    devices[index] = Device(name: device.name, folder: place, vault: vault, client: client(vault))
  }

  private func judge() async throws {
    let account = server.account
    var contents: [[RecordIdentifier: [UInt8]]] = []
    for device in devices {
      let replica = try #require(try await device.client.present())
      #expect(replica.chain.head == account.head, "seed \(seed)")
      #expect(replica.chain.root == CheckpointRoot(over: try account.recordVersions()), "seed \(seed)")
      #expect(device.vault.pendingCount == 0, "seed \(seed)")
      var found: [RecordIdentifier: [UInt8]] = [:]
      var present: Set<UInt8> = []
      for summary in try device.vault.summaries() + device.vault.trashedSummaries() {
        switch try device.vault.record(summary.id) {
        case .password(let record): found[summary.id] = record.password.withBytes { Array($0) } + [summary.trashed == nil ? 0 : 1]
        case .passkey(let record):
          found[summary.id] = record.privateKey.withBytes { Array($0) }
          present.insert(record.privateKey.withBytes { $0[0] })
        default: break
        }
      }
      // Added records are there unless they were erased.
      #expect(added.subtracting(erased).isSubset(of: Set(found.keys)), "seed \(seed)")
      #expect(keys.isSubset(of: present), "seed \(seed)")
      contents.append(found)
    }
    #expect(Set(contents).count == 1, "seed \(seed)")
    server.forgetRequests()
    for device in devices { _ = try await device.client.synchronise() }
    #expect(server.requests.allSatisfy { $0 == "GET /v1/changes" }, "seed \(seed)")
    #expect(server.requests.count == devices.count, "seed \(seed)")
  }
}
