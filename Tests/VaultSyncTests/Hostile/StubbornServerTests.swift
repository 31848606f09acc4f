// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import SyncModel
import Testing
import VaultSync

@Suite("A vault facing a server that lies repeatedly")
struct StubbornServerTests {
  private static func with(
    _ name: String, _ body: (HostileBase, CredentialVault, SyncWorld.Clock) async throws -> Void
  ) async throws {
    let base = try await HostileBase.shared
    let folder = HostileBase.newFolder("stubborn")
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = SyncWorld.Clock(base.end)
    try await body(base, try base.copy(name, to: folder, clock: clock), clock)
  }

  private static func client(_ vault: CredentialVault, _ server: LyingServer, _ clock: SyncWorld.Clock) -> SyncClient {
    SyncClient(vault: vault, exchange: server.exchange, now: { clock.now }, pause: { _ in })
  }

  @Test("a sponsor's promised head is still enforced after an interrupted first exchange")
  func interrupted() async throws {
    try await Self.with("newcomer") { base, vault, clock in
      var account = try #require(base.states.last { $0.checkpoint != nil && $0.head.number < base.promised.number })
      account.log = base.newcomerLog.entries.map(\.encoded)
      let server = LyingServer(account)
      server.become(account, lies: LyingServer.Lies(instead: { _ in throw VaultSyncError(.unreachable) }))
      let first = await refusal { _ = try await Self.client(vault, server, clock).synchronise() }
      #expect(first?.code == .unreachable)
      server.become(account)
      let found = await refusal { _ = try await Self.client(vault, server, clock).synchronise() }
      #expect(found?.verdict?.code == .rolledBack)
    }
  }

  @Test("another commit in place of the promised one is a fork, even before a later checkpoint")
  func promisedElsewhere() async throws {
    try await Self.with("newcomer") { base, vault, clock in
      var account = base.last
      let (log, chain) = base.present
      let time = UInt64(base.end.timeIntervalSince1970 * 1000) << 16
      account.take(try chain.makeCheckpoint(by: base.second.author, log: log, clock: time), [])
      try account.dropItems()
      let server = LyingServer(account)
      var replica = try #require(try vault.replica())
      try vault.store({ $0.promised = CommitPosition(number: base.promised.number, hash: [UInt8](repeating: 9, count: 32)) }, in: &replica)
      let found = await refusal { _ = try await Self.client(vault, server, clock).synchronise() }
      #expect(found?.verdict?.code == .forked)
    }
  }

  @Test("a rate-limited founding returns the wait time, and the vault stays unsynchronised")
  func founding() async throws {
    try await Self.with("before") { _, vault, clock in
      try vault.endReplica()
      let exchange = SyncExchange(place: SyncWorld.origin) { _ throws(VaultSyncError) in
        SyncResponse(status: 429, body: CBOREncoder(profile: .deterministic).encode(.map([1: "rate_limited"])), retryAfter: .seconds(700))
      }
      let client = SyncClient(vault: vault, exchange: exchange, now: { clock.now }, pause: { _ in Issue.record("the client waited") })
      let found = await refusal { try await client.found() }
      #expect(found?.code == .rateLimited && found?.retryAfter == .seconds(700))
      #expect(!vault.isReplica)
    }
  }

  @Test("a long wait is returned to the caller instead of waited for")
  func longWaits() async throws {
    try await Self.with("before") { _, vault, clock in
      let exchange = SyncExchange(place: SyncWorld.origin) { _ throws(VaultSyncError) in
        SyncResponse(status: 429, body: CBOREncoder(profile: .deterministic).encode(.map([1: "rate_limited"])), retryAfter: .seconds(700))
      }
      let client = SyncClient(vault: vault, exchange: exchange, now: { clock.now }, pause: { _ in Issue.record("the client waited") })
      let found = await refusal { _ = try await client.synchronise() }
      #expect(found?.code == .rateLimited && found?.retryAfter == .seconds(700))
    }
  }

  @Test("an alarm that cannot be stored still stops sending")
  func unstored() async throws {
    try await Self.with("before") { base, vault, clock in
      let former = try #require(base.states.last { $0.head.number + 1 == base.states[base.before].head.number })
      let server = LyingServer(former)
      let client = Self.client(vault, server, clock)
      let keeper = try #require(try await client.present())
      #expect(keeper.state.alarm == nil)
      let other = HostileBase.newFolder("keeper")
      defer { try? FileManager.default.removeItem(at: other) }
      let key = try base.copy("before", to: other, clock: clock)
      var account = former
      account.log = base.states[base.before].log
      // Locked when the verdict arrives, and open again at the next attempt.
      server.become(
        account,
        lies: LyingServer.Lies(changes: { _ in vault.lock() }))
      #expect(await refusal { _ = try await client.synchronise() }?.verdict?.code == .rolledBack)
      try vault.unlock(besides: key)
      server.become(base.last)
      server.forgetRequests()
      #expect(await refusal { _ = try await client.synchronise() }?.code == .stopped)
      #expect(server.requests.isEmpty)
    }
  }

  @Test("a version that arrives after a restart is also held to the format floor")
  func lateVersion() async throws {
    try await Self.with("before") { base, vault, clock in
      var account = base.states[base.before]
      let (log, chain) = base.known
      let second = base.second.author
      let name = try #require(account.versions.keys.filter { $0 != base.own.bytes }.min { $0.lexicographicallyPrecedes($1) })
      let envelope = try Forger.revised(
        try #require(account.versions[name]), try log.openEpochKey(as: second.member, with: second.keys), log
      ) { $0.schema = 0 }
      let time = UInt64(base.end.timeIntervalSince1970 * 1000) << 16
      account.take(try chain.makeCommit(of: [CommitItem(envelope)], by: second, log: log, clock: time), [envelope])
      let server = LyingServer(account)
      server.become(account, lies: LyingServer.Lies(changes: { $0.versions = [] }))
      let client = Self.client(vault, server, clock)
      #expect(await refusal { _ = try await client.synchronise() }?.verdict?.code == .bodyMissing)
      try await client.endAlarm()
      server.become(account)
      #expect(await refusal { _ = try await Self.client(vault, server, clock).synchronise() }?.verdict?.code == .formatBelowFloor)
    }
  }

  @Test("a recovery rejects a removed device's line next to the log that removed it")
  func removedLine() async throws {
    try await Self.with("before") { base, vault, clock in
      // The device does not hold its known state against the server: it starts again, like one that the recovery key admitted.
      let folder = HostileBase.newFolder("removed-line")
      defer { try? FileManager.default.removeItem(at: folder) }
      let scenario = try #require(FolderScenario.all.first)
      var run = FolderRun(base, scenario, seed: 0, in: folder)
      let server = LyingServer(try run.removedLine())
      let client = Self.client(vault, server, clock)
      var replica = try #require(try await client.present())
      try vault.beginAnew(&replica)
      #expect(await refusal { _ = try await Self.client(vault, server, clock).synchronise() }?.verdict?.code == .forked)
    }
  }

  @Test("the record of unanswered commits is bounded, and a commit that was accepted is still recognised")
  func unanswered() async throws {
    try await Self.with("after") { base, vault, clock in
      try vault.add(Sample.password(title: "Mine"))
      let server = LyingServer(base.last)
      let client = Self.client(vault, server, clock)
      var replica = try #require(try await client.present())
      for _ in 0..<700 { _ = try vault.prepareCommit(in: &replica) }
      #expect(replica.state.inFlight.count <= 600)
      // One of them was accepted after all, and a new client recognises it as the device's own.
      let prepared = try #require(try vault.prepareCommit(in: &replica))
      var account = base.last
      account.take(prepared.commit, prepared.envelopes)
      server.become(account)
      let again = Self.client(vault, server, clock)
      _ = try await again.synchronise()
      #expect(vault.pendingCount == 0)
      #expect(try await again.present()?.chain.head == server.account.head)
    }
  }

  @Test("no commit is signed while the device cannot log in")
  func notLetIn() async throws {
    try await Self.with("after") { base, vault, clock in
      let server = LyingServer(base.last)
      let client = Self.client(vault, server, clock)
      _ = try await client.synchronise()
      server.become(
        server.account,
        lies: LyingServer.Lies(instead: { request in
          if request.path == "/v1/commits" { return LyingServer.refusal(401, "session_ended") }
          return request.path.hasPrefix("/v1/session") ? LyingServer.refusal(503, "unavailable") : nil
        }))
      try vault.add(Sample.password(title: "Mine"))
      // The first one was signed during a session.
      for _ in 0..<4 { #expect(await refusal { _ = try await client.send() }?.code == .refused) }
      #expect(try await client.present()?.state.inFlight.count == 1)
    }
  }

  @Test("a cursor beyond the end does not hide later changes")
  func farCursor() async throws {
    try await Self.with("before") { base, vault, clock in
      let server = LyingServer(base.last)
      let client = Self.client(vault, server, clock)
      server.become(
        base.last,
        lies: LyingServer.Lies(
          changes: { $0.cursor[6] = 1 },
          answer: { request, answer in
            guard request.path == "/v1/commits" else { return answer }
            return SyncResponseAltering.altered(answer, 2) { _ in .bytes([1, 0, 0, 0, 0, 0, 1, 0, 0]) }
          }))
      _ = try await client.synchronise()
      var account = server.account
      let (log, chain) = try HostileBase.replay(account)
      account.take(try chain.makeCommit(of: [], by: base.second.author, log: log, clock: chain.authors.values.map(\.clock).max() ?? 0), [])
      server.become(account)
      _ = try await client.synchronise()
      #expect(try await client.present()?.chain.head == server.account.head)
    }
  }

  @Test("a folder that always shows another line is given up")
  func endlessLines() async throws {
    try await Self.with("before") { base, vault, clock in
      let server = LyingServer(base.last)
      let folder = SyncExchange(place: "/a/folder") { request throws(VaultSyncError) in
        if request.path.hasPrefix("/v1/changes") { return LyingServer.refusal(409, "rebased") }
        do { return try server.answer(request) } catch { throw VaultSyncError(.unreachable) }
      }
      let client = SyncClient(vault: vault, exchange: folder, now: { clock.now }, pause: { _ in })
      let before = try Contents(of: vault)
      #expect(await refusal { _ = try await client.synchronise() }?.code == .overtaken)
      #expect(server.requests.count < 200)
      try before.expectKept(in: vault, after: base)
    }
  }

  @Test("a log that grows after every page is given up, and read on in the next exchange")
  func endlessEntries() async throws {
    let world = try await SyncWorld()
    let first = try await world.found()
    let wire = SyncWorld.Wire()
    let second = try await world.join("second", by: first, through: wire)
    _ = try await second.client.synchronise()
    let device = try #require(try second.vault.replica()).device
    // An entry before each page, so that the log is read with it, and one after it: twice as many as a client follows.
    let count = Remembered(0)
    @Sendable func append(_ request: SyncRequest) async throws {
      guard request.path.hasPrefix("/v1/changes"), count.now < 64 else { return }
      try await first.client.rename(device, to: "name \(count.next())")
    }
    wire.before { request in
      try await append(request)
      return nil
    }
    wire.meddle { request, answer in
      try await append(request)
      return answer
    }
    #expect(await refusal { _ = try await second.client.synchronise() }?.code == .overtaken)
    wire.before(nil)
    wire.meddle(nil)
    _ = try await second.client.synchronise()
    #expect(try second.vault.replica()?.log.head == first.vault.replica()?.log.head)
  }

  @Test("a failing server founds no account, and the vault stays unsynchronised")
  func unfounded() async throws {
    let clock = SyncWorld.Clock()
    let folder = HostileBase.newFolder("unfounded")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let vault = try await CredentialVault.create(
      at: folder.appending(path: "vault"), passphrase: SecretBytes(copying: "a".utf8), environment: HostileBase.environment(clock, "alone")
    ).vault
    // The account has one more entry than the two that found it.
    _ = try await vault.replaceRecoveryKey(passphrase: SecretBytes(copying: "a".utf8))
    let server = LyingServer()
    for failing in ["/v1/accounts", "/v1/log"] {
      server.become(
        ServedAccount(),
        lies: LyingServer.Lies(instead: { $0.method == "POST" && $0.path == failing ? LyingServer.refusal(503, "unavailable") : nil }))
      #expect(await refusal { try await Self.client(vault, server, clock).found() }?.code == .refused)
      #expect(!vault.isReplica)
    }
    server.become(ServedAccount())
    try await Self.client(vault, server, clock).found()
    #expect(server.account.log.count > 2)
    try await Self.client(vault, server, clock).leave()
    #expect(!vault.isReplica)
    // If the account already exists, repeating its entries is no failure.
    server.become(
      ServedAccount(),
      lies: LyingServer.Lies(answer: { request, answer in
        request.method == "POST" && request.path == "/v1/log" ? LyingServer.refusal(409, "stale_log") : answer
      }))
    try await Self.client(vault, server, clock).found()
    #expect(vault.isReplica)
  }

  @Test("a vault with an alarm signs nothing")
  func unsigned() async throws {
    try await Self.with("after") { base, vault, clock in
      try vault.add(Sample.password(title: "Mine"))
      var replica = try #require(try vault.replica())
      try vault.raise(SyncModelError(.forked), in: &replica)
      #expect(throws: SyncModelError.self) { _ = try vault.prepareCommit(in: &replica) }
      #expect(throws: SyncModelError.self) { _ = try vault.prepareEmptyCommit(in: &replica) }
      #expect(replica.state.inFlight.isEmpty)
    }
  }

  @Test("a repeated known version is no change")
  func repeated() async throws {
    try await Self.with("after") { base, vault, clock in
      let server = LyingServer(base.last)
      let client = Self.client(vault, server, clock)
      _ = try await client.synchronise()
      let again = base.last.versions.values.map { ServedChanges.Version(number: $0.number, wrap: $0.wrap, body: $0.body) }
      server.become(server.account, lies: LyingServer.Lies(changes: { $0.versions = again }))
      #expect(try await !client.synchronise().hasChanged)
    }
  }

  @Test("an entry that the server refuses is not kept")
  func untakenEntry() async throws {
    try await Self.with("after") { base, vault, clock in
      let server = LyingServer(base.last)
      let client = Self.client(vault, server, clock)
      _ = try await client.synchronise()
      server.become(
        server.account,
        lies: LyingServer.Lies(instead: { $0.method == "POST" && $0.path == "/v1/log" ? LyingServer.refusal(503, "unavailable") : nil }))
      #expect(await refusal { try await client.rotate() }?.code == .refused)
      #expect(try await client.present()?.log.entries.count == base.last.log.count)
    }
  }

  // MARK: The recovery key

  /// The folder next to which a recovery stores its state.
  private static var unusedFolder: URL { FileManager.default.temporaryDirectory.appending(path: "vault-back-\(UUID().uuidString)") }

  private static func recover(_ server: LyingServer, _ base: HostileBase, key: SharedSecret? = nil) async throws -> AccountJoining.Joined {
    try await AccountJoining(exchange: server.exchange, pause: { _ in })
      .recover(base.present.log.account, with: (key ?? base.recoveryKey).copy(), named: "found again", beside: Self.unusedFolder).joined
  }

  @Test("the recovery key admits a device to the account")
  func recovered() async throws {
    let base = try await HostileBase.shared
    let server = LyingServer(base.last)
    let joined = try await Self.recover(server, base)
    #expect(joined.log.entries.count == base.last.log.count + 1)
    #expect(server.account.log.last == joined.log.entries.last?.encoded)
  }

  @Test("a recovery at a failing server fails or is unfinished", arguments: ["GET /v1/log", "GET /v1/changes", "POST /v1/log"])
  func recoveryFails(request: String) async throws {
    let base = try await HostileBase.shared
    let server = LyingServer(base.last)
    server.become(
      base.last,
      lies: LyingServer.Lies(instead: { asked in
        "\(asked.method) \(asked.path.prefix { $0 != "?" })" == request ? LyingServer.refusal(503, "unavailable") : nil
      }))
    // A server that fails on the entry may have taken it anyway.
    let expected: VaultSyncError.Code = request == "POST /v1/log" ? .recoveryUnfinished : .refused
    #expect(await refusal { _ = try await Self.recover(server, base) }?.code == expected)
  }

  @Test("a recovery that is always overtaken is given up")
  func recoveryOvertaken() async throws {
    let base = try await HostileBase.shared
    let server = LyingServer(base.last)
    server.become(
      base.last,
      lies: LyingServer.Lies(instead: { $0.method == "POST" && $0.path == "/v1/log" ? LyingServer.refusal(409, "stale_log") : nil }))
    #expect(await refusal { _ = try await Self.recover(server, base) }?.code == .overtaken)
  }

  @Test("the recovery key is not used with another account's log")
  func recoveredElsewhere() async throws {
    let base = try await HostileBase.shared
    let other = try Forger.otherAccount().log
    var account = base.last
    account.log = other.entries.map(\.encoded)
    #expect(await refusal { _ = try await Self.recover(LyingServer(account), base) }?.code == .answerMalformed)
  }

  @Test("a recovery refuses a log that ends before its announced end")
  func shortLog() async throws {
    let base = try await HostileBase.shared
    let server = LyingServer(base.last)
    server.become(
      base.last,
      lies: LyingServer.Lies(answer: { request, answer in
        guard request.path.hasPrefix("/v1/log") else { return answer }
        return SyncResponseAltering.altered(answer, 2) { _ in .unsigned(1_000) }
      }))
    #expect(await refusal { _ = try await Self.recover(server, base) }?.code == .answerMalformed)
    #expect(server.requests.count < 20)
  }

  @Test("a key of another account opens nothing")
  func wrongKey() async throws {
    let base = try await HostileBase.shared
    var generator = SystemRandomNumberGenerator()
    let key = SharedSecret(try RecoveryKey.generate(using: &generator).text())
    #expect(await refusal { _ = try await Self.recover(LyingServer(base.last), base, key: key) }?.vault?.code == .wrongRecoveryKey)
  }

  @Test("a recovery does not read an endless log")
  func endlessLog() async throws {
    let base = try await HostileBase.shared
    let server = LyingServer(base.last)
    let key = try HostileBase.Member(seed: 90)
    server.become(
      base.last,
      lies: LyingServer.Lies(answer: { request, answer in
        guard request.path.hasPrefix("/v1/log") else { return answer }
        return SyncResponse(status: 200, body: encoded([1: .array(base.last.log.map(CBORValue.bytes)), 2: .unsigned(1 << 60)]))
      }))
    var generator = SystemRandomNumberGenerator()
    let recovery = try RecoveryKey.generate(using: &generator)
    let found = await refusal {
      _ = try await AccountJoining(exchange: server.exchange, pause: { _ in })
        .recover(base.present.log.account, with: recovery.text(), named: "\(key.author.member.text)", beside: Self.unusedFolder)
    }
    #expect(found?.code == .answerMalformed)
    #expect(server.requests.count < 20)
  }
}
