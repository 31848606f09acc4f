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

@Suite("Enrolment through a hostile mailbox")
struct EnrolmentAttackTests {
  /// The outcome of an enrolment on both sides.
  struct Result {
    var admitted: DeviceIdentifier?
    var joined: AccountJoining.Joined?
    var sponsorError: VaultSyncError?
    var newcomerError: VaultSyncError?
  }

  private static func client(
    _ vault: CredentialVault, _ server: LyingServer, _ clock: SyncWorld.Clock, pause: @escaping @Sendable () async throws -> Void = {}
  ) -> SyncClient {
    SyncClient(
      vault: vault, exchange: server.exchange, now: { clock.now },
      pause: { _ in try await server.mailboxMoves(pause) })
  }

  /// Runs an enrolment in which the user types the digits that the new device shows.
  static func enrol(_ sponsor: SyncClient, at server: LyingServer, _ newcomer: SyncExchange? = nil) async throws -> Result {
    server.isOver = false
    let offer = try await sponsor.offer()
    let (digits, shown) = AsyncStream.makeStream(of: String.self)
    async let joining: Swift.Result<AccountJoining.Joined, VaultSyncError> = {
      defer { shown.finish() }
      do throws(VaultSyncError) {
        let joining = AccountJoining(exchange: newcomer ?? server.exchange, pause: { _ in try await server.mailboxMoves() })
        return .success(try await joining.join(by: offer.invitation.code, named: "new") { shown.yield($0) })
      } catch {
        server.isOver = true
        return .failure(error)
      }
    }()
    var result = Result()
    do throws(VaultSyncError) {
      result.admitted = try await sponsor.admitAnswering(offer) { _ in
        for await digits in digits { return digits }
        throw VaultSyncError(.canceled)
      }.device
    } catch {
      result.sponsorError = error
      server.isOver = true
    }
    switch await joining {
    case .success(let joined): result.joined = joined
    case .failure(let error): result.newcomerError = error
    }
    return result
  }

  private static func withSponsor(
    _ body: (LyingServer, CredentialVault, SyncWorld.Clock, HostileBase) async throws -> Void
  ) async throws {
    let base = try await HostileBase.shared
    let folder = HostileBase.newFolder("enrolment")
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = SyncWorld.Clock(base.end)
    let vault = try base.copy("after", to: folder, clock: clock)
    try await body(LyingServer(base.last), vault, clock, base)
  }

  @Test("in an honest mailbox, the new device is admitted and gets the account")
  func honest() async throws {
    try await Self.withSponsor { server, vault, clock, base in
      let result = try await Self.enrol(Self.client(vault, server, clock), at: server)
      let joined = try #require(result.joined)
      #expect(result.admitted == joined.device.member)
      #expect(joined.log.devices.contains(joined.device.member))
      #expect(joined.head?.number == base.last.head.number)
    }
  }

  @Test("a device whose name is taken gets a number")
  func sameName() async throws {
    try await Self.withSponsor { server, vault, clock, base in
      let client = Self.client(vault, server, clock)
      var names: [String?] = []
      for _ in 0..<3 {
        let device = try #require(try await Self.enrol(client, at: server).admitted)
        names.append(try await client.devices().first { $0.device == device }?.name)
      }
      #expect(names == ["new", "new 2", "new 3"])
    }
  }

  @Test("an altered message ends the enrolment, and admits no device unless it was the last one", arguments: 0...6)
  func changed(slot: Int) async throws {
    for seed in 0..<3 as Range<UInt64> {
      try await Self.withSponsor { server, vault, clock, base in
        var generator = SeededGenerator(seed: seed)
        let bit = Int.random(in: 0..<400, using: &generator)
        server.become(
          base.last,
          lies: LyingServer.Lies(answer: { request, answer in
            guard request.method == "GET", request.path.hasSuffix("slot=\(slot)"), answer.status == 200 else { return answer }
            return SyncResponseAltering.altered(answer, 1) { Forger.flipped($0, bit: bit) }
          }))
        let result = try await Self.enrol(Self.client(vault, server, clock), at: server)
        let found = slot.isMultiple(of: 2) ? result.newcomerError : result.sponsorError
        #expect(found?.code == .enrolmentFailed)
        #expect(result.joined == nil)
        #expect((result.admitted == nil) == (slot < 6))
        #expect(server.account.log.count == base.last.log.count + (slot < 6 ? 0 : 1))
      }
    }
  }

  @Test("a message of another enrolment or another slot ends the enrolment", arguments: 1...6)
  func replayed(slot: Int) async throws {
    try await Self.withSponsor { server, vault, clock, base in
      let kept = Remembered<[String: [UInt8]]>([:])
      let client = Self.client(vault, server, clock)
      server.become(
        base.last,
        lies: LyingServer.Lies(answer: { request, answer in
          if request.method == "GET", request.path.contains("mailbox"), answer.status == 200 {
            kept.now[String(request.path.suffix(6))] = answer.body
          }
          return answer
        }))
      _ = try await Self.enrol(client, at: server)
      for former in ["slot=\(slot)", "slot=\(slot - 1)"] {
        // A device admitted before the last message stays admitted.
        server.become(
          server.account,
          lies: LyingServer.Lies(answer: { [kept = kept.now] request, answer in
            guard request.method == "GET", request.path.hasSuffix("slot=\(slot)"), answer.status == 200 else { return answer }
            return SyncResponse(status: 200, body: kept[former] ?? [])
          }))
        let result = try await Self.enrol(client, at: server)
        #expect((slot.isMultiple(of: 2) ? result.newcomerError : result.sponsorError)?.code == .enrolmentFailed)
        #expect(result.joined == nil)
      }
    }
  }

  @Test("cancelling an offer ends the enrolment on the new device immediately, whichever message it waits for", arguments: [1, 3])
  func withdrawn(slot: Int) async throws {
    try await Self.withSponsor { server, vault, clock, base in
      server.isOver = false
      // The user stops the command on the sponsoring device once the new one has answered this far.
      let answered = AsyncStream.makeStream(of: Void.self)
      server.become(
        base.last,
        lies: LyingServer.Lies(answer: { request, answer in
          guard request.method == "GET", request.path.hasSuffix("slot=\(slot)"), answer.status == 200 else { return answer }
          answered.continuation.yield()
          return SyncResponse(status: 204, body: [])
        }))
      let sponsor = Self.client(vault, server, clock)
      let offer = try await sponsor.offer()
      let offering = Task { try await sponsor.admitAnswering(offer) { _ in "000000" } }
      let ending = Task {
        for await _ in answered.stream { return offering.cancel() }
      }
      let found = await refusal {
        _ = try await AccountJoining(exchange: server.exchange, pause: { _ in try await server.mailboxMoves() }).join(
          by: offer.invitation.code, named: "new"
        ) { _ in }
      }
      await ending.value
      #expect(await refusal { _ = try await offering.value }?.code == .canceled)
      #expect(found?.code == .enrolmentFailed && found?.detail == "withdrawn")
      #expect(server.account.log.count == base.last.log.count)
    }
  }

  @Test(
    "a new device that is cut off after its admission continues with the identity that it stored under its passphrase",
    arguments: ["slot=6", "/v1/log"])
  func cutOff(at first: String) async throws {
    try await Self.withSponsor { server, vault, clock, base in
      server.isOver = false
      let sponsor = Self.client(vault, server, clock)
      let offer = try await sponsor.offer()
      let (digits, shown) = AsyncStream.makeStream(of: String.self)
      let file = JoiningFile(beside: HostileBase.newFolder("joining"))
      defer { file.remove() }
      let environment = VaultEnvironment(cost: .floor)
      let passphrase = SharedSecret(copying: "a new passphrase".utf8)
      let newcomer = SyncExchange(place: LyingServer.origin) { request throws(VaultSyncError) in
        guard !request.path.contains(first) else { throw VaultSyncError(.answerMalformed) }
        do { return try server.answer(request) } catch { throw VaultSyncError(.unreachable) }
      }
      async let joining = refusal {
        defer { shown.finish() }
        _ = try await AccountJoining(exchange: newcomer, pause: { _ in try await server.mailboxMoves() }).join(
          by: offer.invitation.code, named: "new"
        ) { device in
          let lock = try await file.lock(for: device.member, passphrase: passphrase, environment: environment)
          return { try file.keep($0, under: lock, environment: environment) }
        } show: {
          shown.yield($0)
        }
      }
      let admitted = try await sponsor.admitAnswering(offer) { _ in
        for await digits in digits { return digits }
        throw VaultSyncError(.canceled)
      }.device
      #expect(await joining?.code == .answerMalformed)

      #expect(file.isThere)
      await #expect(throws: CredentialVaultError(.wrongPassphrase)) {
        _ = try await file.open(passphrase: SharedSecret(copying: "another".utf8))
      }
      let kept = try await file.open(passphrase: passphrase)
      #expect(kept.device.member == admitted && kept.place == LyingServer.origin)
      // Before the other device's word, the entry that both signed names the last commit.
      #expect(kept.head.number == (first == "/v1/log" ? base.last.head.number : 0))
      let joined = try await AccountJoining(exchange: server.exchange).resume(kept)
      #expect(joined.device.member == admitted && joined.log.isActive(admitted, with: kept.device.keys))
      #expect(joined.head?.hash == kept.head.hash)
      file.remove()
      #expect(!file.isThere)
    }
  }

  @Test("an offer fails if its mailbox cannot be created, before a code is shown")
  func tooMany() async throws {
    try await Self.withSponsor { server, vault, clock, base in
      server.become(
        base.last,
        lies: LyingServer.Lies(answer: { request, answer in
          guard request.method == "PUT", request.path.hasSuffix("slot=0") else { return answer }
          return SyncResponse(status: 429, body: [], retryAfter: .seconds(5))
        }))
      #expect(await refusal { _ = try await Self.client(vault, server, clock).offer() }?.code == .rateLimited)
    }
  }

  @Test("cancelling on the new device ends the enrolment on the sponsor")
  func turnedAway() async throws {
    try await Self.withSponsor { server, vault, clock, base in
      server.isOver = false
      let sponsor = Self.client(vault, server, clock)
      let offer = try await sponsor.offer()
      let (shown, shows) = AsyncStream.makeStream(of: String.self)
      let joining = Task {
        try await AccountJoining(exchange: server.exchange, pause: { _ in try await server.mailboxMoves() })
          .join(by: offer.invitation.code, named: "new") { shows.yield($0) }
      }
      // The digits are typed, but the new device is cancelled before the sponsor has them.
      let ending = Task {
        for await digits in shown {
          joining.cancel()
          return digits
        }
        return ""
      }
      let found = await refusal { _ = try await sponsor.admitAnswering(offer) { _ in await ending.value } }
      #expect(found?.detail == "withdrawn")
      #expect(server.account.log.count == base.last.log.count)
      #expect(found?.code == .enrolmentFailed)
      #expect(await refusal { _ = try await sponsor.admitAnswering(offer) { _ in "000000" } }?.code == .enrolmentFailed)
    }
  }

  @Test("a new device that died after it showed its digits is reported long before the offer expires, and cannot answer any more")
  func died() async throws {
    try await Self.withSponsor { server, vault, clock, base in
      server.isOver = false
      let sponsor = Self.client(vault, server, clock)
      let offer = try await sponsor.offer()
      let isDead = Remembered(false)
      let newcomer = SyncExchange(place: LyingServer.origin) { request throws(VaultSyncError) in
        if isDead.now { throw VaultSyncError(.unreachable) }
        do { return try server.answer(request) } catch { throw VaultSyncError(.unreachable) }
      }
      let (shown, shows) = AsyncStream.makeStream(of: String.self)
      async let joining = refusal {
        defer { shows.finish() }
        _ = try await AccountJoining(exchange: newcomer, pause: { _ in try await server.mailboxMoves() })
          .join(by: offer.invitation.code, named: "new") { shows.yield($0) }
      }
      server.forgetRequests()
      let found = await refusal {
        _ = try await sponsor.admitAnswering(offer) { _ in
          for await digits in shown {
            isDead.now = true
            // From here on nothing moves.
            server.isOver = true
            return digits
          }
          throw VaultSyncError(.canceled)
        }
      }
      #expect(found?.code == .enrolmentFailed && found?.detail == "silent")
      // Both devices look once a second, the sponsor up to 300 times.
      #expect(server.requests.count { $0.hasPrefix("GET /v1/mailbox/") } < 100)
      #expect(server.account.log.count == base.last.log.count)
      isDead.now = false
      #expect(try server.answer(SyncRequest("GET", Self.path(of: offer, slot: 4))).status == 204)
      #expect(await joining != nil)
    }
  }

  private static func path(of offer: StandingOffer, slot: Int) -> String {
    let digits = offer.invitation.code.mailbox.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }
    return "/v1/mailbox/\(digits.joined())?slot=\(slot)"
  }

  @Test("a sponsor that died before it had the new device's signature is reported there soon, and cannot use the signature any more")
  func sponsorDied() async throws {
    try await Self.withSponsor { server, vault, clock, base in
      server.isOver = false
      let isDead = Remembered(false)
      let exchange = SyncExchange(place: LyingServer.origin) { request throws(VaultSyncError) in
        if isDead.now { throw VaultSyncError(.unreachable) }
        defer {
          // It has written the draft, and from here on nothing moves.
          if request.method == "PUT", request.path.hasSuffix("slot=4") { (isDead.now, server.isOver) = (true, true) }
        }
        do { return try server.answer(request) } catch { throw VaultSyncError(.unreachable) }
      }
      let sponsor = SyncClient(
        vault: vault, exchange: exchange, now: { clock.now }, pause: { _ in try await server.mailboxMoves() })
      let offer = try await sponsor.offer()
      let (shown, shows) = AsyncStream.makeStream(of: String.self)
      async let joining = refusal {
        defer { shows.finish() }
        _ = try await AccountJoining(exchange: server.exchange, pause: { _ in try await server.mailboxMoves() })
          .join(by: offer.invitation.code, named: "new") { shows.yield($0) }
      }
      async let admitting = refusal {
        _ = try await sponsor.admitAnswering(offer) { _ in
          for await digits in shown { return digits }
          throw VaultSyncError(.canceled)
        }
      }
      let found = await joining
      #expect(found?.code == .enrolmentFailed && found?.detail == "silent")
      #expect(try server.answer(SyncRequest("GET", Self.path(of: offer, slot: 5))).status == 204)
      #expect(await admitting != nil)
      #expect(server.account.log.count == base.last.log.count)
    }
  }

  @Test("an attacker who answers first shows other digits, and is not admitted")
  func overlooked() async throws {
    try await Self.withSponsor { server, vault, clock, base in
      let sponsor = Self.client(vault, server, clock)
      let offer = try await sponsor.offer()
      // The attacker acts as the new device; the user types what the real one shows.
      async let thief = refusal {
        _ = try await AccountJoining(exchange: server.exchange, pause: { _ in try await server.mailboxMoves() })
          .join(by: offer.invitation.code, named: "new") { _ in }
      }
      let found = await refusal { _ = try await sponsor.admitAnswering(offer) { _ in "000000" } }
      server.isOver = true
      #expect(found?.code == .enrolmentFailed)
      #expect(await thief?.code == .enrolmentFailed)
      #expect(server.account.log.count == base.last.log.count)
    }
  }

  @Test("the new device refuses a log without the entry that it signed")
  func withheld() async throws {
    try await Self.withSponsor { server, vault, clock, base in
      let newcomer = SyncExchange(place: LyingServer.origin) { request throws(VaultSyncError) in
        do {
          let answer = try server.answer(request)
          guard request.path.hasPrefix("/v1/log") else { return answer }
          return SyncResponse(
            status: 200, body: encoded([1: .array(base.last.log.map(CBORValue.bytes)), 2: .unsigned(UInt64(base.last.log.count))]))
        } catch {
          throw VaultSyncError(.unreachable)
        }
      }
      let result = try await Self.enrol(Self.client(vault, server, clock), at: server, newcomer)
      #expect(result.newcomerError?.code == .enrolmentFailed)
      #expect(result.joined == nil)
    }
  }

  /// An event while the new device signs.
  enum Meanwhile: CaseIterable { case commit, entry, alarm, failure }

  @Test("the sponsor keeps what arrives while the new device signs, and a new client continues with it", arguments: Meanwhile.allCases)
  func meanwhile(_ what: Meanwhile) async throws {
    try await Self.withSponsor { server, vault, clock, base in
      let (count, isThere) = (Remembered(0), Remembered<SyncClient?>(nil))
      let (chain, log) = (base.present.chain, base.present.log)
      let signs = Remembered(false)
      let drafted = Remembered(false)
      let sponsor = Self.client(vault, server, clock) {
        guard drafted.now, count.next() == 0 else { return }
        var account = server.account
        var lies = LyingServer.Lies()
        switch what {
        case .alarm: account.head = CommitPosition(number: account.head.number, hash: [UInt8](repeating: 1, count: 32))
        case .commit:
          account.take(
            try chain.makeCommit(of: [], by: base.second.author, log: log, clock: UInt64(base.end.timeIntervalSince1970 * 1000) << 16), [])
        case .entry:
          // Another device's entry came first, and the server claims that it placed both.
          let second = LogAuthor(base.second.author.member, base.second.author.keys, seeing: chain.head.hash)
          account.append(try log.raisingFloor(to: 2, by: second).entries.last?.encoded ?? [])
          lies.instead = { request in
            request.method == "POST" && request.path == "/v1/log"
              ? SyncResponse(status: 200, body: encoded([1: .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0])])) : nil
          }
        case .failure:
          lies.instead = { $0.method == "POST" && $0.path == "/v1/log" ? LyingServer.refusal(503, "unavailable") : nil }
        }
        server.become(account, lies: lies)
        _ = await refusal { _ = try await isThere.now?.synchronise() }
        signs.now = true
      }
      isThere.now = sponsor
      let newcomer = SyncExchange(place: LyingServer.origin) { request throws(VaultSyncError) in
        if request.method == "PUT", request.path.hasSuffix("slot=5") {
          drafted.now = true
          while !signs.now { await Task.yield() }
        }
        do { return try server.answer(request) } catch { throw VaultSyncError(.unreachable) }
      }
      server.forgetRequests()
      let result = try await Self.enrol(sponsor, at: server, newcomer)
      #expect((result.admitted != nil) == (what == .commit))
      #expect(server.requests.contains("POST /v1/log") == [.commit, .failure].contains(what))
      switch what {
      case .commit: #expect(result.sponsorError == nil)
      case .entry: #expect(result.sponsorError?.code == .overtaken)
      case .alarm: #expect(result.sponsorError?.code == .stopped)
      case .failure: #expect(result.sponsorError?.code == .refused)
      }
      let again = Self.client(vault, server, clock)
      let replica = try #require(try await again.present())
      #expect(replica.chain.head.number == base.last.head.number + (what == .commit ? 1 : 0))
      #expect(replica.log.entries.count == base.last.log.count + ([.commit, .entry].contains(what) ? 1 : 0))
      isThere.now = nil
    }
  }
}
