// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import LocalTransport
import OneTimeCodes
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

/// Each vault costs a key derivation, so they are created one after another.
@Suite("The popup's requests to the vault", .serialized)
struct BrowserDeskTests {
  private typealias Desk = AskedDesk

  private func failure(_ desk: Desk, _ call: VaultCall, secret: String? = nil, unattended: Bool = false) async -> VaultFailure.Code? {
    var caller = Desk.popup
    caller.isUnattended = unattended
    return await desk.failure(call, secret: secret, from: caller)
  }

  private func entry(_ desk: Desk, _ call: VaultCall, secret: String? = nil) async throws -> VaultEntry {
    switch await desk.ask(call, secret: secret, from: Desk.popup).answer {
    case .added(let entry), .entry(let entry): return entry
    case let answer: throw Desk.Unexpected(answer: answer)
    }
  }

  private func questions(_ desk: Desk) -> Int {
    desk.household.person.passphraseQuestions.count + desk.household.person.confirmations.count
  }

  @Test("an open vault is managed without a prompt, and each released secret is logged")
  func manages() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let asked = questions(desk)
    let added = try await entry(desk, .addPassword(.init(service: "shop.example", user: "anne")), secret: "se\"cret")
    let revealed = await desk.ask(.reveal(.init(query: added.record)), from: Desk.popup)
    #expect(revealed.answer == .revealed(added) && revealed.secret == "se\"cret")
    #expect(await desk.ask(.list(.init(query: "sho")), from: Desk.popup).answer == .entries(.init(entries: [added])))
    #expect(try await entry(desk, .edit(.init(query: added.record, title: "Laden"))).title == "Laden")
    _ = try await entry(desk, .remove(.init(query: added.record)))
    #expect(await failure(desk, .trash()) == nil)
    _ = try await entry(desk, .restore(.init(query: added.record)))
    _ = try await entry(desk, .addCode(.init(confirmed: true)), secret: Desk.link)
    #expect(await desk.ask(.code(.init(query: "shop anne")), from: Desk.popup).secret == "287082")
    #expect(await desk.ask(.codes(.init(query: "")), from: Desk.popup).secret == "287082")
    #expect(questions(desk) == asked)
    guard case .releases(let log) = await desk.ask(.releases(.init())).answer else { throw Desk.Unexpected(answer: .done) }
    #expect(log.rows.map(\.kind) == [.codes, .code, .password])
    #expect(log.rows.allSatisfy { $0.door == .browser && $0.recipient == "the popup in Chromium" })
  }

  @Test("the note and the fields that are not hidden come as one release, and an unattended request gets no prompt")
  func shown() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let added = try await entry(desk, .addPassword(.init(service: "shop.example", user: "anne")), secret: "secret")
    #expect(await failure(desk, .revealShown(.init(query: added.record))) == .noSuchPart)
    _ = try await desk.entry(.edit(.init(query: added.record, note: true)), secret: "Schlüssel\nunter der Matte")
    _ = try await desk.entry(.edit(.init(query: added.record, field: "PIN", hidden: true)), secret: "1234")
    _ = try await desk.entry(.edit(.init(query: added.record, field: "Kunde")), secret: "4711")
    let (answer, secret) = await desk.ask(.revealShown(.init(query: added.record)), from: Desk.popup)
    #expect(answer == .shown(.init(entry: added, parts: [.init(bytes: 26), .init(field: "Kunde", bytes: 4)])))
    #expect(secret == "Schlüssel\nunter der Matte4711")
    guard case .releases(let log) = await desk.ask(.releases(.init())).answer else { throw Desk.Unexpected(answer: .done) }
    #expect(log.rows.map(\.kind) == [.addition])
    for _ in 2..<30 { _ = await desk.ask(.revealShown(.init(query: added.record)), from: Desk.popup) }
    #expect(await failure(desk, .revealShown(.init(query: added.record)), unattended: true) == .wouldAsk)
    desk.household.person.will(.says(true))
    #expect(await failure(desk, .revealShown(.init(query: added.record))) == nil)
    let words = desk.household.person.confirmations.last?.description
    #expect(words?.contains("wants the note and the fields that are not hidden of shop.example (anne)") == true)
  }

  @Test("creating a vault, exporting and importing codes, the release log and the clock are refused")
  func bounds() async {
    let desk = await Desk()
    defer { desk.leave() }
    _ = await desk.ask(.addCode(.init(confirmed: true)), secret: Desk.link)
    let calls: [VaultCall] = [
      .create, .exportSetUp(.init(query: "shop")), .importCodes(.init()), .releases(.init()), .clock, .compensateClock(.init(seconds: 1)),
    ]
    for call in calls { #expect(await failure(desk, call) == .badRequest, "\(call)") }
  }

  @Test("the popup shares AutoFill's 30 releases a minute, each further one is confirmed by name, and a refusal lasts a minute")
  func brake() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let login = try await entry(desk, .addPassword(.init(service: "shop.example", user: "anne")), secret: "secret")
    let reveal = VaultCall.reveal(.init(query: login.record))
    // AutoFill uses one of the releases.
    #expect(await desk.household.session.mayRelease())
    for _ in 0..<29 { #expect(await failure(desk, reveal) == nil) }
    #expect(await failure(desk, reveal, unattended: true) == .wouldAsk)
    desk.household.person.will(.says(true), .says(false))
    #expect(await failure(desk, reveal) == nil)
    #expect(desk.household.person.confirmations.last?.description.contains("the password of shop.example (anne)") == true)
    #expect(desk.household.person.confirmations.last?.description.contains("The popup in Chromium") == true)
    #expect(await failure(desk, reveal) == .refused)
    let asked = questions(desk)
    #expect(await failure(desk, reveal) == .refused)
    #expect(questions(desk) == asked)
    // Names and changes are still possible.
    #expect(await failure(desk, .list()) == nil)
    #expect(await failure(desk, .edit(.init(query: login.record, title: "Laden"))) == nil)
    desk.household.manual.advance(by: .seconds(61))
    #expect(await failure(desk, reveal) == nil)
  }

  @Test("a password is compared with those for the site, and the answer lists the site's accounts")
  func compares() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await entry(desk, .addPassword(.init(service: "shop.example", user: "anne")), secret: "secret")
    _ = try await entry(desk, .addPassword(.init(service: "bank.example", user: "bert")), secret: "other")
    func state(_ user: String, _ password: String, at site: String = "https://login.shop.example") async -> VaultAnswer {
      var caller = Desk.popup
      caller.isUnattended = true
      return await desk.ask(.passwordState(.init(service: site, user: user)), secret: password, from: caller).answer
    }
    #expect(await state("anne", "secret") == .passwordState(.init(.known, users: ["anne"])))
    #expect(await state("", "secret") == .passwordState(.init(.known, users: ["anne"])))
    #expect(await state("anne", "secres") == .passwordState(.init(.changed, users: ["anne"])))
    #expect(await state("", "secres") == .passwordState(.init(.changed, users: ["anne"])))
    #expect(await state("bert", "secret") == .passwordState(.init(.new, users: ["anne"])))
    #expect(await state("bert", "other") == .passwordState(.init(.new, users: ["anne"])))
    #expect(await state("anne", "secret", at: "https://shop.example.net") == .passwordState(.init(.new, users: [])))
    #expect(await desk.failure(.passwordState(.init(service: "shop.example", user: "")), secret: "x") == .badRequest)
    await desk.household.session.lock()
    #expect(await state("anne", "secret") == .failure(VaultFailure(.locked)))
  }

  @Test("an identical login is stored once, and the repeat returns it")
  func twice() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let login = try await entry(desk, .addPassword(.init(service: "shop.example", user: "anne")), secret: "secret")
    let again = await desk.ask(.addPassword(.init(service: "shop.example", user: "anne", title: "x")), secret: "secret", from: Desk.popup)
    #expect(again.answer == .present(login))
    _ = try await entry(desk, .addPassword(.init(service: "shop.example", user: "bert")), secret: "secret")
    #expect(try await desk.entries(.list()).count == 2)
  }

  @Test("each change beyond 30 a minute needs a confirmation")
  func changes() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let login = try await entry(desk, .addPassword(.init(service: "shop.example", user: "anne")), secret: "secret")
    for number in 0..<29 { #expect(await failure(desk, .edit(.init(query: login.record, title: "Shop \(number)"))) == nil) }
    desk.household.person.will(.says(false))
    #expect(await failure(desk, .remove(.init(query: login.record))) == .refused)
    #expect(desk.household.person.confirmations.last?.description.contains("to the trash") == true)
  }

  @Test("a request unlocks the vault by a prompt that names the popup, and an unattended one fails as locked")
  func locked() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await entry(desk, .addPassword(.init(service: "shop.example", user: "anne")), secret: "secret")
    #expect(await desk.ask(.lock, from: Desk.popup).answer == .done)
    let asked = questions(desk)
    let calls: [VaultCall] = [
      .list(), .reveal(.init(query: "shop")), .codes(.init(query: "")), .unlock, .trash(), .details(.init(query: "shop")),
    ]
    for call in calls {
      #expect(await failure(desk, call, unattended: true) == .locked, "\(call)")
    }
    #expect(questions(desk) == asked)
    desk.household.person.will(.types(Household.passphrase))
    #expect(await desk.ask(.reveal(.init(query: "shop")), from: Desk.popup).secret == "secret")
    #expect(desk.household.person.passphraseQuestions.last?.description.contains("Requested by the popup in Chromium.") == true)
    #expect(await desk.ask(.unlock, from: Desk.popup).answer == .done)
    // No terminal gets a grant by it.
    #expect(await desk.failure(.list(), from: Desk.stranger) == .refused)
  }

  @Test("unattended lists do not keep the vault unlocked")
  func idle() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    for _ in 0..<2 {
      desk.household.manual.advance(by: .seconds(299))
      #expect(await failure(desk, .list(), unattended: true) == nil)
      #expect(await failure(desk, .codes(.init(query: "")), unattended: true) == nil)
    }
    desk.household.manual.advance(by: .seconds(3))
    // The idle timer runs concurrently with this test.
    let end = ContinuousClock.now.advanced(by: .seconds(10))
    while await desk.household.session.state == .unlocked, ContinuousClock.now < end { await Task.yield() }
    #expect(await desk.household.session.state == .locked)
  }

  @Test("a list of 10 000 entries is returned in pages that each fit a message")
  func pages() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    var generator = SystemRandomNumberGenerator()
    let records = (0..<10_000).map { number in
      CredentialRecord.password(
        PasswordRecord(
          id: RecordIdentifier.random(using: &generator),
          services: [ServiceIdentifier(kind: .domain, text: "shop\(number).example")], title: "Shop \(number)", user: "anne",
          password: SharedSecret(copying: "secret".utf8)))
    }
    try await desk.household.session.vault().add(contentsOf: records)
    var entries: [VaultEntry] = []
    var answers = 0
    while true {
      guard case .entries(let page) = await desk.ask(.list(.init(offset: entries.count)), from: Desk.popup).answer else { break }
      #expect(page.total == 10_000)
      #expect(try MessageCoding.encode(VaultReply(id: 1, answer: .entries(page))).count < 200 * 1024)
      entries += page.entries
      answers += 1
      if entries.count >= page.total { break }
    }
    #expect(Set(entries.map(\.record)).count == 10_000 && answers > 5)
    let query = VaultCall.ListQuery(query: "shop 99", kind: .password, offset: 2, limit: 3)
    guard case .entries(let few) = await desk.ask(.list(query)).answer else { throw Desk.Unexpected(answer: .done) }
    #expect(few.entries.count == 3 && few.total == (0..<10_000).count { "\($0)".contains("99") })
    #expect(await failure(desk, .list(.init(limit: 0))) == .badRequest)
    #expect(await failure(desk, .list(.init(offset: -1))) == .badRequest)
  }
}
