// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import SyncModel
import SyncServer
import SyncServerStore
import Testing
import VaultSync

@Suite("Checking, repairing and restoring a synchronised vault")
struct KeepingTests {
  @Test("a check has no findings, whether records were sent, changed since or received")
  func check() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let id = Sample.id()
    try first.vault.add(Sample.password(id))
    try first.vault.add(Sample.password(title: "Bank"))
    #expect(first.vault.check().findings.isEmpty)
    _ = try await first.client.synchronise()
    #expect(first.vault.check().findings.isEmpty)
    try first.vault.replace(Sample.password(id, password: "changed"))
    #expect(first.vault.check().findings.isEmpty)
    let second = try await world.join("second", by: first)
    _ = try await second.client.synchronise()
    #expect(second.vault.check().findings.isEmpty)
    try await second.client.leave()
    #expect(second.vault.check().findings.isEmpty)
  }

  @Test("a check has no findings after concurrent edits of one entry were merged by a device whose clock is ahead")
  func checkAfterMerge() async throws {
    let world = try await SyncWorld()
    let id = Sample.id()
    let (first, second) = try await world.two(having: [Sample.password(id)])
    for (device, name) in [(first, "PIN"), (second, "Branch")] {
      world.clock.advance(by: 10)
      try device.vault.annotate(id) { $0.set(name, to: SharedSecret(copying: Array("1234".utf8)), isHidden: true) }
    }
    _ = try await first.client.synchronise()
    world.clock.advance(by: 1000)
    _ = try await second.client.synchronise()
    _ = try await first.client.synchronise()
    for device in [first, second] { #expect(device.vault.check().findings.isEmpty) }
  }

  @Test("an entry that is erased while the server is away leaves no earlier version in the vault's files")
  func erasedOffline() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let id = Sample.id()
    try first.vault.add(Sample.password(id))
    _ = try await first.client.synchronise()
    try first.vault.moveToTrash(id)
    #expect(try world.count("replica_base", in: "first/vault.sqlite") == 1)
    try first.vault.erase([id])
    #expect(try world.count("replica_base", in: "first/vault.sqlite") == 0)
    _ = try await first.client.synchronise()
    #expect(first.vault.check().findings.isEmpty)
  }

  @Test("a repaired vault is no longer synchronised, and keeps all its records when it rejoins its account")
  func repair() async throws {
    let world = try await SyncWorld()
    let (first, second) = try await world.two(having: [Sample.password()])
    try second.vault.add(Sample.password(title: "Bank", password: "kept here"))
    try first.vault.add(Sample.password(title: "Library", password: "kept there"))
    _ = try await first.client.synchronise()
    second.vault.lock()
    let folder = world.folder.appending(path: "second")
    let (replacement, repair) = try await VaultReplacement.repairing(
      folder, passphrase: SecretBytes(copying: "a".utf8), environment: world.environment(name: "second"))
    #expect(repair.recordCount == 2)
    _ = try replacement.takePlace(of: second.vault)
    let vault = try CredentialVault.open(at: folder, environment: world.environment(name: "second"))
    try await vault.unlock(passphrase: SecretBytes(copying: "a".utf8))
    #expect(!vault.isReplica)
    let client = world.client(of: vault)
    try await client.found()
    _ = try await client.synchronise()
    _ = try await first.client.synchronise()
    for vault in [vault, first.vault] {
      #expect(try vault.passwords(titled: "Bank") == ["kept here"])
      #expect(try vault.passwords(titled: "Library") == ["kept there"])
      #expect(try vault.passwords() == ["open sesame"])
      #expect(vault.check().findings.isEmpty)
    }
  }

  @Test("a vault that leaves and rejoins a server restored from a backup brings back the newer state")
  func lostServer() async throws {
    let world = try await SyncWorld()
    let (first, second) = try await world.two(having: [Sample.password()])
    let older = try await world.serverOfNow()
    try first.vault.add(Sample.password(title: "Bank", password: "newer"))
    _ = try await first.client.synchronise()
    _ = try await second.client.synchronise()

    let (former, late) = (world.client(of: first.vault, at: older), world.client(of: second.vault, at: older))
    #expect(await refusal { _ = try await former.synchronise() }?.verdict?.code == .rolledBack)
    #expect(await refusal { _ = try await late.synchronise() }?.verdict?.code == .rolledBack)
    // Continuing does not help while the server is behind, and nothing was lost meanwhile.
    try await former.endAlarm()
    #expect(await refusal { _ = try await former.synchronise() }?.verdict?.code == .rolledBack)
    #expect(try first.vault.passwords(titled: "Bank") == ["newer"])

    try await former.leave()
    try await former.found()
    #expect(try await former.synchronise().sentCount == 1)
    try await late.leave()
    try await late.found()
    _ = try await late.synchronise()
    for device in [first, second] {
      #expect(try device.vault.passwords(titled: "Bank") == ["newer"])
      #expect(try device.vault.passwords() == ["open sesame"])
      #expect(device.vault.pendingCount == 0)
    }
    #expect(try await former.comparisonWords() == late.comparisonWords())
  }
}

extension SyncWorld {
  /// A server over a copy of the current database.
  fileprivate func serverOfNow() async throws -> SyncServer {
    let copy = folder.appending(path: "copy.sqlite").path
    for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: folder.appending(path: "sync.sqlite").path + ending) {
      try FileManager.default.copyItem(atPath: folder.appending(path: "sync.sqlite").path + ending, toPath: copy + ending)
    }
    let clock = clock
    return try await SyncServer(
      store: try SQLiteSyncStore(path: copy), configuration: ServerConfiguration(origin: Self.origin),
      environment: ServerEnvironment(
        now: { clock.now }, randomBytes: ServerEnvironment.live.randomBytes, pause: { _ in try await Task.sleep(for: .seconds(86_400)) }))
  }

  fileprivate func client(of vault: CredentialVault, at server: SyncServer) -> SyncClient {
    let clock = clock
    let exchange = SyncExchange(place: Self.origin) { request throws(VaultSyncError) in await Routes.answer(request, by: server) }
    return SyncClient(vault: vault, exchange: exchange, now: { clock.now }, pause: { clock.advance(by: $0 / .seconds(1)) })
  }
}
