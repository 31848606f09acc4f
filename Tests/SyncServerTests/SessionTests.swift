// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncServer
import SyncServerStore
import Testing

@Suite("Sessions and logins")
struct SessionTests {
  @Test("a device and the recovery key log in, each by its own signature")
  func members() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    #expect(try await world.join(person).account == person.account)
    #expect(try await world.login(person, as: person.recovery).account == person.account)
  }

  @Test("a login with a wrong origin, account, member, key, challenge or time gets the same refusal as a stranger's")
  func refusals() async throws {
    let world = try await ServerWorld {
      $0.deviceSessionRate = .init(100, per: .seconds(60))
      $0.networkSessionRate = .init(1000, per: .seconds(60))
    }
    let person = try Person()
    let stranger = try Person()
    _ = try await world.join(person)
    let spoiled: [(String, (inout Login) -> Void)] = [
      ("origin", { $0.origin = "https://sync.example.attacker.example" }),
      ("account", { $0.account = stranger.account }),
      ("member", { $0.member = stranger.first }),
      ("key", { $0.signer = stranger.first.keys }),
      ("challenge", { $0.challenge[3] ^= 1 }),
      ("mark", { $0.challenge[31] ^= 1 }),
      ("time", { $0.milliseconds -= 1 }),
    ]
    for (name, change) in spoiled {
      #expect(await refusal { _ = try await world.token(person, as: person.first, change) } == .loginRefused, "\(name)")
    }
    #expect(await refusal { _ = try await world.token(stranger, as: stranger.first) } == .loginRefused)
    #expect(
      await refusal { _ = try await world.token(person, as: person.first) { _ in world.clock.advance(by: .seconds(121)) } } == .loginRefused
    )
  }

  @Test("a login succeeds while server clocks differ by up to two minutes")
  func clocks() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    _ = try await world.join(person)
    for seconds in [120, -120] {
      _ = try await world.token(person, as: person.first) { _ in world.clock.advance(by: .seconds(seconds)) }
    }
    let beyond = await refusal { _ = try await world.token(person, as: person.first) { _ in world.clock.advance(by: .seconds(-121)) } }
    #expect(beyond == .loginRefused)
  }

  @Test("a member can log in after any number of failed logins by a stranger in its name")
  func strangers() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    let stranger = try Person()
    _ = try await world.join(person)
    for _ in 0..<20 {
      #expect(await refusal { _ = try await world.token(person, as: person.first) { $0.signer = stranger.first.keys } } == .loginRefused)
    }
    _ = try await world.token(person, as: person.first)
  }

  @Test("a challenge works for one login, and not for a statement with another purpose")
  func challenges() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    _ = try await world.join(person)
    var kept: Login?
    _ = try await world.token(person, as: person.first) { kept = $0 }
    let login = try #require(kept)
    #expect(await refusal { _ = try await world.server.login(try login.body(.login), from: "a") } == .loginRefused)
    #expect(
      await refusal {
        _ = try await world.token(person, as: person.first) { login in
          kept = login
          login.challenge = [UInt8](repeating: 0, count: 32)
        }
      } == .loginRefused)
    let unused = try #require(kept)
    #expect(await refusal { _ = try await world.server.login(try unused.body(.closeAccount), from: "a") } == .loginRefused)
    _ = try await world.server.login(try unused.body(.login), from: "a")
  }

  @Test("a session lasts 15 minutes")
  func life() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    _ = try await world.join(person)
    let token = try await world.token(person, as: person.first)
    world.clock.advance(by: .seconds(899))
    _ = try await world.server.caller(token: token)
    world.clock.advance(by: .seconds(1))
    #expect(await refusal { _ = try await world.server.caller(token: token) } == .sessionEnded)
  }

  @Test("a device may log in ten times a minute and a network may send sixty requests, and strangers get challenges too")
  func rates() async throws {
    let world = try await ServerWorld()
    let person = try Person()
    _ = try await world.join(person)
    for _ in 0..<9 { _ = try await world.token(person, as: person.first) }
    #expect(await refusal { _ = try await world.token(person, as: person.first) } == .rateLimited)
    // This network has sent 22 challenges and logins.
    let stranger = try Person()
    let question = encode([1: .bytes(stranger.account.bytes), 2: .bytes(stranger.first.member.bytes)])
    for _ in 0..<38 { #expect(try await world.server.challenge(question, from: ServerWorld.network).bytes(1).count == 32) }
    #expect(await refusal { _ = try await world.server.challenge(question, from: ServerWorld.network) } == .rateLimited)
    _ = try await world.server.challenge(question, from: "198.51.100.1")
  }

  @Test("closing an account needs a device's own signature for that purpose, whatever the session")
  func closing() async throws {
    let world = try await ServerWorld()
    var person = try Person()
    let caller = try await world.join(person)
    let paper = try await world.login(person, as: person.recovery)
    let asked = try await world.server.challenge(
      encode([1: .bytes(person.account.bytes), 2: .bytes(person.first.member.bytes)]), from: "a")
    let statement = Login(
      origin: ServerWorld.origin, account: person.account, member: person.first, challenge: try asked.bytes(1),
      milliseconds: try asked.unsigned(2))
    func body(_ purpose: ServerStatement.Purpose) throws -> [UInt8] {
      encode([1: .bytes(statement.challenge), 2: .unsigned(statement.milliseconds), 3: .bytes(try statement.signature(purpose))])
    }
    #expect(await refusal { _ = try await world.server.closeAccount(try body(.login), by: caller) } == .loginRefused)
    #expect(await refusal { _ = try await world.server.closeAccount(try body(.closeAccount), by: paper) } == .loginRefused)
    let closing = try await world.server.closeAccount(try body(.closeAccount), by: caller)
    #expect(closing.map[2] == .boolean(false))
    #expect(try closing.unsigned(1) == (1_800_000_000 + 30 * 86_400) * 1000)
    let push = try person.commit([])
    #expect(await refusal { _ = try await world.server.push(push.body, by: caller) } == .accountClosed)
    _ = try await world.server.changes(after: .beginning, limit: 500, for: caller)
    // A device that has read everything learns of it; one that has not is notified of the changes first.
    let last = try await world.server.events(after: .beginning, for: caller).cursor(1)
    #expect(await refusal { _ = try await world.server.events(after: last, for: caller) } == .accountClosed)
    world.clock.advance(by: .seconds(30 * 86_400))
    try await world.server.prune()
    #expect(try await world.store.account(person.account) == nil)
  }
}
