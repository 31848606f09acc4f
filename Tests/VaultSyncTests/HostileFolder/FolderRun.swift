// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import SyncFolder
import SyncModel
import Testing
import VaultSync

/// One device facing one folder, for one seed.
struct FolderRun {
  let base: HostileBase
  let scenario: FolderScenario
  let seed: UInt64
  var generator: SeededGenerator
  let disk: FolderOnDisk
  /// The vault of the device.
  private(set) var vault: CredentialVault?
  var meanwhile = CarriedFolder.Meanwhile()
  /// The files of an honest folder.
  private(set) var honest: FolderOnDisk.Files
  /// The state that the device already knows.
  var known: ServedAccount { base.states[base.before] }
  var last: ServedAccount { base.last }

  init(_ base: HostileBase, _ scenario: FolderScenario, seed: UInt64, in folder: URL) {
    (self.base, self.scenario, self.seed) = (base, scenario, seed)
    generator = SeededGenerator(seed: seed)
    disk = FolderOnDisk(url: folder.appending(path: "carried"), account: base.present.log.account)
    honest = disk.files(of: base.last)
  }

  // MARK: Building blocks of scenarios

  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  mutating func pick<Element>(_ elements: [Element]) throws -> Element { try #require(elements.randomElement(using: &generator)) }

  /// The file of a commit.
  func commit(_ number: UInt64) throws -> String { try #require(honest.commits[number]) }
  /// The numbers of the commits that the device does not know yet.
  var newNumbers: [UInt64] { Array((known.head.number + 1)...last.head.number) }
  /// The last known commit that an entry names: an entry waits for the commit that its author had seen.
  var lastSeen: UInt64 {
    base.known.log.entries.compactMap { $0.commitHeadSeen.flatMap(base.known.chain.number(of:)) }.max() ?? 0
  }
  /// Known commits after the last one that an entry names.
  var freeNumbers: [UInt64] { Array((lastSeen + 1)...known.head.number) }
  /// The last commit that any entry names.
  var lastNamed: UInt64 {
    base.present.log.entries.compactMap { $0.commitHeadSeen.flatMap(base.present.chain.number(of:)) }.max() ?? 0
  }
  var newEntries: [String] { Array(honest.entries.dropFirst(known.log.count)) }
  var knownEntries: [String] { Array(honest.entries.prefix(known.log.count)) }

  /// Checks that the device has reached the present state.
  func expectNews(in vault: CredentialVault) throws {
    let replica = try #require(try vault.replica())
    #expect(replica.chain.position(last.head.number) == last.head)
  }

  /// Reduces the folder to what the device knows.
  func holdBackNews() throws { try disk.become(disk.files(of: known).contents) }

  /// The run of a server scenario, as the server's table makes it.
  func hostile(_ scenario: HostileScenario? = nil) throws -> HostileRun {
    HostileRun(base, try #require(scenario ?? HostileScenario.all.first), seed: seed)
  }

  /// Exchanges everything as the device.
  func synchronise(_ vault: CredentialVault) async throws {
    let end = base.end
    _ = try await SyncClient(vault: vault, exchange: CarriedFolder(disk.url.path).exchange, now: { end }, pause: { _ in }).synchronise()
  }

  // MARK: The run

  func run(in folder: URL) async throws {
    var run = self
    let clock = SyncWorld.Clock(base.end)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try disk.become(scenario.victim == .running ? disk.files(of: known).contents : honest.contents)
    let vault = try base.copy(scenario.victim.folder, to: folder, clock: clock)
    try adopt(vault, at: scenario.victim == .newcomer ? nil : scenario.victim == .present ? base.last : known)
    let carried = CarriedFolder(disk.url.path)
    let client = SyncClient(vault: vault, exchange: carried.exchange, now: { clock.now }, pause: { _ in })
    if scenario.victim == .running { _ = try await client.synchronise() }
    run.vault = vault
    try await scenario.act(&run)
    carried.restart(run.meanwhile)
    try await run.judge(vault, client, carried, clock, folder)
  }

  /// Makes a vault that knows a state synchronise through the folder.
  private func adopt(_ vault: CredentialVault, at state: ServedAccount?) throws {
    var replica = try #require(try vault.replica())
    let cursor = state.map { state in
      [2] + Self.bytes(state.head.number) + state.head.hash + Self.bytes(UInt64(state.log.count))
    }
    let path = disk.url.path
    try vault.store({ ($0.place, $0.cursor) = (path, cursor ?? []) }, in: &replica)
  }

  private static func bytes(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }

  private func judge(
    _ vault: CredentialVault, _ client: SyncClient, _ carried: CarriedFolder, _ clock: SyncWorld.Clock, _ folder: URL
  ) async throws {
    let device = AttackedDevice(vault: vault, client: client, victim: scenario.victim, base: base)
    let typed = "typed \(seed)"
    let added = try device.type(typed)
    let before = try Contents(of: vault)
    let there = disk.everything()

    let found = await device.look(attempts: scenario.attempts)
    #expect(scenario.verdict == FolderScenario.Verdict(found), "\(scenario.name): \(String(describing: found))")
    try before.expectKept(in: vault, after: base)
    #expect(carried.requests.count < 300)
    try await scenario.then?(self, vault)

    if case .alarm = scenario.verdict {
      // No file was written, and none will be, even by a restarted client.
      #expect(disk.everything() == there, "\(scenario.name): a file was written")
      carried.forgetRequests()
      await device.expectStopped(carried.exchange, clock)
      #expect(carried.requests.isEmpty && disk.everything() == there)
      #expect(try await client.present()?.state.alarm?.code == found?.verdict?.code.description)
      try before.expectKept(in: vault, after: base)
      try await client.endAlarm()
    }
    if scenario.isFinal { return }
    if case .refusal = scenario.verdict { #expect(vault.pendingCount > 0) }
    // No partial file remains of a failed write.
    #expect(disk.everything().keys.allSatisfy { there[$0] != nil || !$0.hasSuffix(".tmp") })
    // Lost files return, with those that this device has written meanwhile; everything arrives and everything is sent.
    if scenario.keepsFolder {
      try disk.write(honest)
    } else {
      let own = disk.everything().filter { there[$0.key] == nil }
      try disk.become(honest.contents.merging(own) { honest, _ in honest })
    }
    try await expectAgreement(vault, clock, folder, of: [added: typed], before)
  }

  /// Checks that this device and another one agree, including the edits made here.
  private func expectAgreement(
    _ vault: CredentialVault, _ clock: SyncWorld.Clock, _ folder: URL, of typed: [RecordIdentifier: String], _ before: Contents
  ) async throws {
    let other = try base.copy("second", to: folder.appending(path: "other"), clock: clock)
    try adopt(other, at: base.last)
    let clients = [vault, other].map { vault in
      SyncClient(vault: vault, exchange: CarriedFolder(disk.url.path).exchange, now: { clock.now }, pause: { _ in })
    }
    // The other device takes part for one seed only, because it takes most of the time.
    for client in seed == 0 ? [clients[0], clients[1], clients[0], clients[1]] : [clients[0]] {
      let error = await refusal { _ = try await client.synchronise() }
      #expect(error == nil, "\(scenario.name), afterwards: \(String(describing: error))")
      if error != nil { return }
    }
    #expect(vault.pendingCount == 0)
    try before.expectKept(in: vault, after: base)
    guard seed == 0 else { return }
    #expect(other.pendingCount == 0)
    let replicas = try [vault, other].map { try #require(try $0.replica()) }
    #expect(replicas[0].chain.head == replicas[1].chain.head && replicas[0].chain.root == replicas[1].chain.root)
    #expect(replicas[0].log.head == replicas[1].log.head)
    for (id, password) in typed {
      guard case .password(let record) = try other.record(id) else { continue }
      #expect(record.password.withBytes { Array($0) } == Array(password.utf8))
    }
  }
}
