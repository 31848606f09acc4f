// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialVault
import Foundation
import SecretMemory
import SyncModel
import Testing
import VaultSync

@Suite("A vault before a server that lies more than once")
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

  @Test("What a sponsor vouched for is held against the server after an interruption, too")
  func interrupted() async throws {
    try await Self.with("newcomer") { base, vault, clock in
      var account = try #require(base.states.last { $0.checkpoint != nil && $0.head.number < base.promised.number })
      account.log = base.newcomerLog.entries.map(\.encoded)
      let server = LyingServer(account)
      server.become(account, lies: LyingServer.Lies(instead: { _ in throw VaultSyncError(.unreachable) }))
      let joined = AccountJoining.Joined(log: base.newcomerLog, device: base.newcomer.author, head: base.promised)
      let first = await refusal { _ = try await Self.client(vault, server, clock).begin(joined) }
      #expect(first?.code == .unreachable)
      server.become(account)
      let found = await refusal { _ = try await Self.client(vault, server, clock).synchronise() }
      #expect(found?.verdict?.code == .rolledBack)
    }
  }

  @Test("Another commit in the place of the promised one is a fork, also behind a later checkpoint")
  func promisedElsewhere() async throws {
    try await Self.with("newcomer") { base, vault, clock in
      var account = base.last
      let (log, chain) = base.present
      let time = UInt64(base.end.timeIntervalSince1970 * 1000) << 16
      account.take(try chain.makeCheckpoint(by: base.second.author, log: log, clock: time), [])
      try account.dropItems()
      let server = LyingServer(account)
      let head = EnrolmentHead(number: base.promised.number, hash: [UInt8](repeating: 9, count: 32), root: nil)
      let joined = AccountJoining.Joined(log: base.newcomerLog, device: base.newcomer.author, head: head)
      let found = await refusal { _ = try await Self.client(vault, server, clock).begin(joined) }
      #expect(found?.verdict?.code == .forked)
    }
  }

  @Test("An alarm that cannot be stored stops the sending all the same")
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
      // Locked when the verdict is there, and open again at the next try.
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

  @Test("Commits that nobody answers for do not fill what is kept of them")
  func unanswered() async throws {
    try await Self.with("after") { base, vault, clock in
      try vault.add(Sample.password(title: "Mine"))
      let server = LyingServer(base.last)
      let client = Self.client(vault, server, clock)
      var replica = try #require(try await client.present())
      for _ in 0..<700 { _ = try vault.prepareCommit(in: &replica) }
      #expect(replica.state.inFlight.count <= 600)
      // One of them was taken after all, and it is this device's own for whoever opens the vault now.
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

  @Test("Nothing is signed where nobody can be asked")
  func offline() async throws {
    try await Self.with("after") { base, vault, clock in
      let server = LyingServer(base.last)
      let client = Self.client(vault, server, clock)
      _ = try await client.synchronise()
      await client.forget()
      let again = Self.client(vault, server, clock)
      server.become(
        base.last, lies: LyingServer.Lies(instead: { $0.path.hasPrefix("/v1/session") ? LyingServer.refusal(503, "unavailable") : nil }))
      try vault.add(Sample.password(title: "Mine"))
      #expect(await refusal { _ = try await again.send() }?.code == .refused)
      #expect(try await again.present()?.state.inFlight.isEmpty == true)
    }
  }

  @Test("A cursor from behind the end does not keep away what comes later")
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

  @Test("A log without end is not read by who joins")
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
        .recover(base.present.log.account, with: recovery.text(), named: "\(key.author.member.text)")
    }
    #expect(found?.code == .answerMalformed)
    #expect(server.requests.count < 20)
  }
}
