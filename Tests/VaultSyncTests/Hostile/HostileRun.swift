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

/// One device facing one lying server, for one seed.
struct HostileRun {
  let base: HostileBase
  let scenario: HostileScenario
  var generator: SeededGenerator
  /// The account that the server serves while it lies.
  var served: ServedAccount
  /// The server's lies.
  var lies = LyingServer.Lies()
  /// The account that it serves once it is honest again.
  var honest: ServedAccount
  /// The state that the device already knows, with the log and chain verified there.
  private(set) var known: ServedAccount
  private(set) var knownLog: MembershipLog
  private(set) var knownChain: CommitChain

  init(_ base: HostileBase, _ scenario: HostileScenario, seed: UInt64) {
    (self.base, self.scenario) = (base, scenario)
    generator = SeededGenerator(seed: seed)
    served = base.last
    honest = base.last
    known = base.states[base.before]
    (knownLog, knownChain) = base.known
  }

  // MARK: Building blocks of lies

  mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
  mutating func pick<Element>(_ elements: [Element]) throws -> Element { try #require(elements.randomElement(using: &generator)) }

  func knownKey() throws -> EpochKey { try knownLog.openEpochKey(as: base.second.author.member, with: base.second.author.keys) }
  func presentKey() throws -> EpochKey { try base.present.log.openEpochKey(as: base.second.author.member, with: base.second.author.keys) }
  /// The commits of the news, after the ones that the device knows.
  func newCommits() throws -> [Commit] { try base.last.commits.dropFirst(known.commits.count).map { try Commit(decoding: $0.bytes) } }
  var clock: UInt64 { UInt64(base.end.timeIntervalSince1970 * 1000) << 16 }

  /// Names of the records in the known state, except the device's own.
  var knownNames: [[UInt8]] {
    known.versions.keys.filter { $0 != base.own.bytes }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The next commit after the known ones, by the second device.
  mutating func next(_ envelopes: [RecordEnvelope]? = nil) throws -> (commit: Commit, envelopes: [RecordEnvelope]) {
    let envelopes = try envelopes ?? [revised(try pick(knownNames))]
    return (
      try knownChain.makeCommit(of: envelopes.map(CommitItem.init), by: base.second.author, log: knownLog, clock: clock), envelopes
    )
  }

  /// Another version of a record that the device knows.
  func revised(
    _ record: [UInt8], content: [UInt8]? = nil, revision: UInt64? = nil, _ change: (inout RecordFacts) -> Void = { _ in }
  ) throws -> RecordEnvelope {
    try Forger.revised(try #require(known.versions[record]), knownKey(), knownLog, content: content, revision: revision, change)
  }

  /// Serves the known state and one more commit, forged as given.
  mutating func serve(_ forge: (inout HostileRun, Commit) throws -> Commit) throws {
    let (commit, envelopes) = try next()
    served = known
    served.take(try forge(&self, commit), envelopes)
  }

  /// Serves the known state and one more commit without items, signed by its author with a changed header.
  mutating func serveHeartbeat(_ change: (inout CommitHeader) -> Void) throws {
    let (commit, _) = try next()
    served = known
    served.take(try Forger.resigned(commit, items: [], by: base.second.author, change), [])
  }

  /// Serves the known state and one more commit whose bytes are changed under one key.
  mutating func serve(altering key: UInt64) throws {
    let (commit, envelopes) = try next()
    served = known
    served.take(commit, envelopes)
    let bit = number(below: 64)
    served.commits[served.commits.count - 1].bytes = try Forger.altered(commit, key) { Forger.flipped($0, bit: bit) }
  }

  /// Serves a branch that leaves the known chain some commits before its end, with other commits, all by real members.
  mutating func branch(back: Int, commits count: Int) throws {
    let number = known.head.number - UInt64(back)
    served = try #require(base.states.last { $0.head.number == number })
    served.log = known.log
    served.place = known.place
    var chain = try HostileBase.replay(served).chain
    for _ in 0..<count {
      let envelope = try revised(try pick(knownNames), revision: 90 + UInt64(served.commits.count))
      let commit = try chain.makeCommit(of: [CommitItem(envelope)], by: base.second.author, log: knownLog, clock: clock)
      try chain.follow(commit, log: knownLog, as: OwnDevice(base.firstAuthor.member))
      served.take(commit, [envelope])
    }
  }

  // MARK: The run

  func run(in folder: URL) async throws {
    var run = self
    let clock = SyncWorld.Clock(base.end)
    let vault = try base.copy(scenario.victim.folder, to: folder, clock: clock)
    let server = LyingServer(known)
    let client = SyncClient(vault: vault, exchange: server.exchange, now: { clock.now }, pause: { _ in })
    if scenario.victim == .running {
      _ = try await client.synchronise()
      run.known = server.account
      (run.knownLog, run.knownChain) = try HostileBase.replay(run.known)
      (run.served, run.honest) = (run.known, run.known)
    }
    try await scenario.lie(&run)
    try await run.judge(vault, client, server, clock)
  }

  private func judge(_ vault: CredentialVault, _ client: SyncClient, _ server: LyingServer, _ clock: SyncWorld.Clock) async throws {
    server.become(served, lies: lies)
    let device = AttackedDevice(vault: vault, client: client, victim: scenario.victim, base: base)
    try device.type("typed \(generatorWord)")
    let before = try Contents(of: vault)
    server.forgetRequests()

    let found = await device.look(attempts: scenario.attempts)
    #expect(scenario.verdict == HostileScenario.Verdict(found), "\(scenario.name): \(String(describing: found))")
    try before.expectKept(in: vault, after: base)
    #expect(server.requests.count < 300)

    if case .alarm = scenario.verdict {
      #expect(server.requests.allSatisfy { !LyingServer.isPush($0) } || scenario.pushesBefore)
      server.forgetRequests()
      await device.expectStopped(server.exchange, clock)
      #expect(server.requests.isEmpty)
      #expect(try await client.present()?.state.alarm?.code == found?.verdict?.code.description)
      try before.expectKept(in: vault, after: base)
      try await client.endAlarm()
    }
    if scenario.isFinal { return }
    // With an honest server, everything arrives and everything is sent.
    server.become(scenario.keepsServer || scenario.verdict == .none ? server.account : honest)
    let after = await refusal { _ = try await client.synchronise() }
    #expect(after == nil, "\(scenario.name), afterwards: \(String(describing: after))")
    #expect(vault.pendingCount == 0)
    try before.expectKept(in: vault, after: base)
    let replica = try #require(try await client.present())
    #expect(replica.chain.head == server.account.head)
    #expect(replica.chain.root == CheckpointRoot(over: try server.account.recordVersions()))
    if after == nil { try scenario.afterwards?(vault, base) }
  }

  private var generatorWord: UInt64 {
    var generator = generator
    return generator.next()
  }
}

/// A vault's contents, to be compared with later ones.
struct Contents {
  private var secrets: [RecordIdentifier: [UInt8]] = [:]

  init(of vault: CredentialVault) throws {
    for summary in try vault.summaries() { secrets[summary.id] = try Self.secret(of: vault.record(summary.id)).first }
  }

  /// The secret of a record, and its previous secrets.
  private static func secret(of record: CredentialRecord) -> [[UInt8]] {
    switch record {
    case .password(let record): ([record.password] + record.history.map(\.password)).map { $0.withBytes { Array($0) } }
    case .passkey(let record): [record.privateKey.withBytes { Array($0) }]
    default: []
    }
  }

  /// Checks that each record is readable and still has its secret, at least in its history, or one that a member has written since.
  func expectKept(in vault: CredentialVault, after base: HostileBase) throws {
    for (id, secret) in secrets where !base.erased.contains(id) {
      let found = try? vault.record(id)
      let expected = (base.written[id] ?? []).union([secret])
      #expect(
        !expected.isDisjoint(with: found.map(Self.secret) ?? []),
        "a record is gone: \(String(decoding: secret, as: UTF8.self)) \(found.map { Self.secret(of: $0).map { String(decoding: $0, as: UTF8.self) } } ?? [])"
      )
    }
  }
}

extension LyingServer {
  static func isPush(_ request: String) -> Bool { ["POST /v1/commits", "POST /v1/log", "POST /v1/rewraps"].contains(request) }
}
