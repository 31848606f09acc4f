// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import Foundation
import OneTimeCodes
import SecretMemory
import Testing
import VaultProtocol
import WebDomains
import passfold_vault

/// How entries of a file match the vault's, and what happens to the rest.
extension ImportDeskTests {
  /// A desk over a vault into which the first file was imported, and to which the next one will be sent.
  private func desk(_ files: [ExchangedItem]...) async throws -> Desk {
    let outcomes = files.map { ReadingOutcome.collection(ImportedCollection(items: $0, readCount: $0.count), format: "kdbx") }
    let desk = await Desk(exchange: PlayedProgram(outcomes).programs)
    try await apply(try await send(to: desk).transfer, to: desk)
    return desk
  }

  private func expectNothingNew(from desk: Desk, present: Int) async throws {
    let (_, again) = try await send(to: desk)
    #expect((again.new, again.merged, again.present, again.differing) == (0, 0, present, 0))
  }

  private static func inLogin(
    _ title: String, user: String, password: String = "one", at address: String, secret: String = "one secret of 20 bytes",
    issuer: String? = nil, account: String = ""
  ) throws -> ExchangedItem {
    var item = login(title, user: user, password: password, address: address)
    let parameters = try OneTimeCodeParameters(secret: Self.secret(secret))
    item.parts.append(.oneTimeCode(ExchangedCode(issuer: issuer, account: account, parameters: parameters)))
    return item
  }

  @Test(arguments: ["mine", "theirs"])
  func `logins of one user at several ports of a host are separate entries and do not conflict`(choice: String) async throws {
    let nas = Self.login("NAS", user: "admin", password: "pA", address: "https://nas.home:5000")
    let others = [("Portainer", "pB", 9443), ("Grafana", "pC", 3000)].map { title, password, port in
      Self.login(title, user: "admin", password: password, address: "https://nas.home:\(port)")
    }
    let desk = try await desk([nas], [nas] + others)
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.present, report.differing) == (2, 1, 0))
    try await apply(transfer, to: desk, differing: choice)
    for (title, value) in [("NAS", "pA"), ("Portainer", "pB"), ("Grafana", "pC")] { #expect(await password(title, at: desk) == value) }
    try await expectNothingNew(from: desk, present: 3)
  }

  @Test(arguments: ["mine", "theirs"])
  func `only one of several entries that match a vault entry conflicts with it, and the others are new`(
    choice: String
  ) async throws {
    let own = Self.login("Shop", user: "anne", password: "own")
    let others = ["one", "two"].map { Self.login("Shop \($0)", user: "anne", password: $0) }
    let desk = try await desk([own], others, [own] + others)
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.differing) == (1, 1))
    let difference = try #require(report.differences.first)
    #expect((difference.entry.title, difference.title, difference.user, difference.kept) == ("Shop", "Shop one", "anne", "mine"))
    let stored = try await apply(transfer, to: desk, differing: choice)
    #expect(stored.differences.map(\.kept) == [choice])
    #expect(await password("Shop two", at: desk) == "two")
    let entry = try #require(try await desk.entries(.list()).first { $0.title == "Shop" })
    #expect(await password(entry.record, at: desk) == (choice == "mine" ? "own" : "one"))
    let former = await desk.ask(.reveal(VaultCall.RevealQuery(query: entry.record, history: 0))).secret
    #expect(former == (choice == "mine" ? "one" : "own"))
    try await expectNothingNew(from: desk, present: 3)
  }

  @Test func `a vault entry that the file contains unchanged does not conflict with another entry of the file`() async throws {
    let own = Self.login("Shop", user: "anne", password: "own")
    let desk = try await desk([own], [own, Self.login("Second shop", user: "anne", password: "two")])
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.present, report.differing) == (1, 1, 0))
    try await apply(transfer, to: desk, differing: "theirs")
    #expect(await password("Second shop", at: desk) == "two")
    try await expectNothingNew(from: desk, present: 2)
  }

  @Test func `a trashed entry of a file does not conflict with an entry in use`() async throws {
    let live = try Self.inLogin("Mail", user: "eve", password: "current", at: "https://mail.example")
    let gone = Self.trashed(
      try Self.inLogin("Mail", user: "eve", password: "deleted", at: "https://mail.example", secret: "a secret that is gone"))
    let desk = try await desk([live], [live, gone])
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.present, report.differing) == (2, 2, 0))
    try await apply(transfer, to: desk, differing: "theirs")
    #expect(await password("Mail", at: desk) == "current")
    #expect(try await desk.entries(.trash(.init())).count == 2)
    try await expectNothingNew(from: desk, present: 4)
  }

  @Test(arguments: ["mine", "theirs"])
  func `a login with a differing password adds its other values, whichever password is kept`(choice: String) async throws {
    var richer = Self.login("Shop", user: "anne", password: "new")
    richer.parts[0] = .login(
      ExchangedLogin(
        services: ["https://shop.example/login", "https://group.example/"].map { ServiceIdentifier(kind: .url, text: $0) }, user: "anne",
        password: Self.secret("new"), history: [RetiredPassword(password: Self.secret("older"), retired: Date(timeIntervalSince1970: 1))]))
    richer.annotations.note = Self.secret("recovery phrase")
    richer.annotations.fields = [RecordAnnotations.Field(name: "Backup codes", isHidden: true, value: Self.secret("1111"))]
    richer.attachments = [ExchangedAttachment(name: "scan.txt", content: Self.secret("a scan"))]
    let desk = try await desk([Self.login("Shop", user: "anne", password: "old")], [richer])
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.merged, report.differing) == (0, 1, 1))
    try await apply(transfer, to: desk, differing: choice)
    let entry = try #require(try await desk.entries(.list()).first)
    #expect(entry.services.count == 2)
    #expect(await desk.ask(.reveal(.init(query: "Shop", note: true))).secret == "recovery phrase")
    #expect(await desk.ask(.reveal(.init(query: "Shop", field: "Backup codes"))).secret == "1111")
    #expect(try await desk.details("Shop").attachments?.map(\.name) == ["scan.txt"])
    var passwords = [await password("Shop", at: desk)]
    for number in 0..<2 { passwords.append(await desk.ask(.reveal(VaultCall.RevealQuery(query: "Shop", history: number))).secret) }
    #expect(passwords.first == (choice == "mine" ? "old" : "new"))
    #expect(Set(passwords) == ["old", "new", "older"])
    try await expectNothingNew(from: desk, present: 1)
  }

  @Test func `a differing title of a login or card is kept as a field unless it is only an address`() async throws {
    let card = Self.card("Blue", "Anne", number: "4111111111111111")
    let file = [
      Self.login("The second home", user: "anne", password: "one"),
      Self.login("mail.example", user: "ben", password: "two", address: "https://mail.example"),
      Self.card("For the flat", "Anne", number: "4111111111111111"),
    ]
    let desk = try await desk(
      [
        Self.login("Shop", user: "anne", password: "one"),
        Self.login("Mail", user: "ben", password: "two", address: "https://mail.example"), card,
      ], file)
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.merged, report.present) == (0, 2, 1))
    try await apply(transfer, to: desk)
    #expect(await desk.ask(.reveal(.init(query: "Shop", field: "Title"))).secret == "The second home")
    #expect(await desk.ask(.reveal(.init(query: "Blue", field: "Title"))).secret == "For the flat")
    try await expectNothingNew(from: desk, present: 3)
  }

  @Test func `importing a counter-based code raises its counter and never lowers it`() async throws {
    func code(_ counter: UInt64) throws -> ExchangedItem {
      let parameters = try OneTimeCodeParameters(secret: Self.secret("one secret of 20 bytes"), form: .counterBased(counter: counter))
      return ExchangedItem(title: "Hot", parts: [.oneTimeCode(ExchangedCode(issuer: "Hot", account: "bo", parameters: parameters))])
    }
    let desk = try await desk([try code(3)], [try code(300)], [try code(300)], [try code(5)])
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.merged, report.present, report.differing) == (1, 0, 0))
    try await apply(transfer, to: desk)
    #expect(try await desk.details("Hot").scheme?.counter == 300)
    try await expectNothingNew(from: desk, present: 1)
  }

  @Test(arguments: [("mine", nil), ("theirs", "never")])
  func `the user chooses between differing match rules, and a default rule causes no question`(
    choice: String, kept: String?
  ) async throws {
    func login(_ rule: MatchRule) -> ExchangedItem {
      var item = Self.login("Shop", user: "anne", password: "one")
      let service = ServiceIdentifier(kind: .url, text: "https://shop.example", rule: rule)
      item.parts[0] = .login(ExchangedLogin(services: [service], user: "anne", password: Self.secret("one")))
      return item
    }
    let desk = try await desk([login(.domain)], [login(.never)], [login(.domain)])
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.present, report.differing, report.differences.map(\.parts)) == (0, 1, [["rule"]]))
    try await apply(transfer, to: desk, differing: choice)
    #expect(try await desk.entries(.list()).first?.matching?.values.first == kept)
    try await expectNothingNew(from: desk, present: 1)
  }

  @Test func `an address with another port is added to the login`() async throws {
    let desk = try await desk(
      [Self.login("Shop", user: "anne", password: "one", address: "https://shop.example")],
      [Self.login("Shop", user: "anne", password: "one", address: "https://shop.example:8443")])
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.merged) == (0, 1))
    try await apply(transfer, to: desk)
    #expect(try await desk.entries(.list()).first?.services.count == 2)
    try await expectNothingNew(from: desk, present: 1)
  }

  @Test func `codes with the same secret in logins for different sites stay separate`() async throws {
    let own = try Self.inLogin("GitHub", user: "alice", at: "https://github.com")
    let others = [
      try Self.inLogin("GitLab", user: "bob", at: "https://gitlab.com"),
      try Self.inLogin("Amazon", user: "carol", at: "https://amazon.com", issuer: "Amazon", account: "carol"),
      try Self.inLogin("Mail", user: "alice", at: "https://mail.example"),
    ]
    let desk = try await desk([own], others)
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.merged, report.differing, report.kinds) == (6, 0, 0, ["password": 3, "one-time-code": 3]))
    try await apply(transfer, to: desk)
    let codes = try await desk.entries(.list()).filter { $0.kind == .oneTimeCode }
    #expect(codes.map { "\($0.title) \($0.services.count)" }.sorted() == ["Amazon 1", "GitHub 1", "GitLab 1", "Mail 1"])
    try await expectNothingNew(from: desk, present: 6)
  }

  @Test func `the user chooses the name of a separate code that matches no login with its secret`() async throws {
    let desk = try await desk(
      [try Self.inLogin("GitHub", user: "alice", at: "https://github.com")], [try Self.code("Amazon", "carol")])
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.differences.map(\.parts)) == (0, [["name"]]))
    try await apply(transfer, to: desk, differing: "both")
    #expect(try await desk.entries(.list()).filter { $0.kind == .oneTimeCode }.count == 2)
    try await expectNothingNew(from: desk, present: 1)
  }

  @Test(arguments: ["mine", "theirs"])
  func `the rejected value of a card or identity is kept as a field`(choice: String) async throws {
    func items(_ code: String, _ pin: String, _ year: Int) throws -> [ExchangedItem] {
      [
        ExchangedItem(
          title: "Card",
          parts: [
            .card(
              ExchangedCard(
                holder: "Anne", number: Self.secret("4111111111111111"), securityCode: Self.secret(code), pin: Self.secret(pin),
                expires: CardMonth(year: year, month: 1), validFrom: CardMonth(year: year - 5, month: 1)))
          ]),
        ExchangedItem(
          title: "Anne",
          parts: [.person(ExchangedPerson(givenName: "Anne", familyName: "Ash", birthday: CalendarDay(year: year - 50, month: 1, day: 2)))]),
      ]
    }
    let desk = try await desk(try items("123", "4711", 2030), try items("456", "0815", 2031))
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect(report.differences.map(\.parts) == [["security-code", "pin", "expires"], ["birthday"]])
    try await apply(transfer, to: desk, differing: choice)
    let given = choice == "theirs" ? ["123", "4711", "2030-01", "2025-01"] : ["456", "0815", "2031-01", "2026-01"]
    for (name, text) in zip(["Security code", "PIN", "Expires", "Valid from"], given) {
      #expect(await desk.ask(.reveal(.init(query: "Card", kind: .card, field: name))).secret == text, "\(name)")
    }
    let day = await desk.ask(.reveal(.init(query: "Anne", kind: .identity, field: "Birthday"))).secret
    #expect(day == (choice == "theirs" ? "1980-01-02" : "1981-01-02"))
    try await expectNothingNew(from: desk, present: 2)
  }
}
