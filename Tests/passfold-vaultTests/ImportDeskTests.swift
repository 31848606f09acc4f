// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialProviderHost
import Foundation
import OneTimeCodes
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

/// Each vault costs a key derivation, so they are created one after another.
@Suite("An imported file", .serialized)
struct ImportDeskTests {
  typealias Desk = AskedDesk

  static func secret(_ text: String) -> SharedSecret { SharedSecret(copying: text.utf8) }

  static func login(
    _ title: String, user: String, password: String, address: String = "https://shop.example/login", tags: [String] = []
  ) -> ExchangedItem {
    let service = ServiceIdentifier(kind: .url, text: address)
    return ExchangedItem(
      title: title, parts: [.login(ExchangedLogin(services: [service], user: user, password: secret(password)))],
      annotations: RecordAnnotations(tags: tags))
  }

  static func collection(_ items: ExchangedItem...) -> ReadingOutcome {
    .collection(ImportedCollection(items: items, readCount: items.count), format: "kdbx")
  }

  func state(_ answer: VaultAnswer) throws -> VaultAnswer.ImportState {
    guard case .importing(let state) = answer else { throw Desk.Unexpected(answer: answer) }
    return state
  }

  /// Sends a file with placeholder content, and returns the vault's report.
  func send(to desk: Desk, from caller: ManagementCaller = Desk.terminal) async throws -> (
    transfer: String, report: VaultAnswer.ImportReport
  ) {
    let begun = try state(await desk.ask(.importStep(.init(.begin, bytes: 4)), from: caller).answer)
    let transfer = try #require(begun.transfer)
    let read = try state(await desk.ask(.importStep(.init(.part, transfer: transfer)), secret: "file", from: caller).answer)
    return (try #require(read.transfer), try #require(read.report))
  }

  @discardableResult
  func apply(_ transfer: String, to desk: Desk, differing: String? = nil, choices: [String: String]? = nil) async throws
    -> VaultAnswer.ImportReport
  {
    let step = VaultCall.ImportStep(.apply, transfer: transfer, differing: differing, choices: choices)
    return try #require(try state(await desk.ask(.importStep(step)).answer).report)
  }

  func password(_ query: String, at desk: Desk) async -> String? { await desk.ask(.reveal(.init(query: query))).secret }

  @Test func `a file is reported before it is stored, and importing it again changes nothing`() async throws {
    let program = PlayedProgram(
      Self.collection(Self.login("Shop", user: "anne", password: "one", tags: ["work"]), Self.login("Mail", user: "ben", password: "two")))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.format, report.read, report.new, report.kinds) == ("kdbx", 2, 2, ["password": 2]))
    #expect(try await desk.entries(.list()).isEmpty)
    try await apply(transfer, to: desk)
    #expect(try await desk.entries(.list()).map(\.title) == ["Mail", "Shop"])
    let (_, again) = try await send(to: desk)
    #expect((again.new, again.merged, again.present, again.differing) == (0, 0, 2, 0))
  }

  static func code(_ issuer: String?, _ account: String, secret: String = "one secret of 20 bytes", digits: Int = 6) throws
    -> ExchangedItem
  {
    let parameters = try OneTimeCodeParameters(secret: Self.secret(secret), digits: digits)
    return ExchangedItem(
      title: issuer ?? account, parts: [.oneTimeCode(ExchangedCode(issuer: issuer, account: account, parameters: parameters))])
  }

  static func card(_ title: String, _ holder: String, number: String) -> ExchangedItem {
    ExchangedItem(
      title: title, parts: [.card(ExchangedCard(holder: holder, number: number.isEmpty ? nil : Self.secret(number)))])
  }

  private static func passkey(_ title: String, key: UInt8 = 1) -> ExchangedItem {
    ExchangedItem(
      title: title,
      parts: [
        .passkey(
          ExchangedPasskey(
            relyingPartyID: "shop.example", userHandle: [1], userName: "anne", displayName: "Anne", credentialID: [1, 2, 3], algorithm: -7,
            privateKey: SharedSecret(copying: [UInt8](repeating: key, count: 32))))
      ])
  }

  static func trashed(_ item: ExchangedItem) -> ExchangedItem {
    var item = item
    item.shelf = .trash
    return item
  }

  @Test func `similar entries of a file are all imported, and importing them again changes nothing`() async throws {
    let items = [
      try Self.code("Shop", "anne"), try Self.code("Mail", "anne"), try Self.code("Mail", "ben"), try Self.code("Mail", "ben", digits: 8),
      Self.login("Shop", user: "anne", password: "one"), Self.login("Old shop", user: "anne", password: "one"),
      Self.login("Shop", user: "anne", password: "two"), Self.login("Shop", user: "anne", password: "one", tags: ["work"]),
      Self.card("Blue", "Anne", number: "4111111111111111"), Self.card("Red", "Ben", number: "4111111111111111"),
      Self.card("Lost", "Anne", number: ""), Self.passkey("Key"), Self.passkey("Key", key: 2), Self.passkey("Third"),
      Self.trashed(Self.login("Gone", user: "carla", password: "three")), Self.trashed(Self.card("Gone", "Carla", number: "4000")),
    ]
    let desk = await Desk(
      exchange: PlayedProgram(.collection(ImportedCollection(items: items, readCount: items.count), format: "cxf")).programs)
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.present, report.merged, report.differing) == (16, 0, 0, 0))
    try await apply(transfer, to: desk)
    #expect(try await desk.entries(.list()).count == 14)
    let (_, again) = try await send(to: desk)
    #expect((again.new, again.present, again.merged, again.differing) == (0, 16, 0, 0))
  }

  @Test func `many entries that share a secret or title are all imported, and importing them again changes nothing`() async throws {
    let items = try (0..<40).flatMap { number in
      [
        try Self.code("Shop \(number)", "anne"), Self.login("Shop \(number)", user: "anne", password: "one"),
        Self.login("Mail", user: "ben", password: "\(number)", tags: ["work \(number % 2)"]),
        ExchangedItem(title: "", parts: [.note(ExchangedNote(text: Self.secret("text \(number)")))]),
        Self.trashed(Self.login("Shop", user: "anne", password: "old \(number)")),
      ]
    }
    let desk = await Desk(
      exchange: PlayedProgram(.collection(ImportedCollection(items: items, readCount: items.count), format: "kdbx")).programs)
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.present, report.merged, report.differing) == (200, 0, 0, 0))
    try await apply(transfer, to: desk)
    let (_, again) = try await send(to: desk)
    #expect((again.new, again.present, again.merged, again.differing) == (0, 200, 0, 0))
  }

  @Test func `an exact duplicate in a file is imported once`() async throws {
    let desk = await Desk(exchange: PlayedProgram(Self.collection(try Self.code("Shop", "anne"), try Self.code("Shop", "anne"))).programs)
    defer { desk.leave() }
    let (_, report) = try await send(to: desk)
    #expect((report.new, report.present) == (1, 1))
  }

  @Test(arguments: [
    ("mine", ["Shop (anne)"], ["Account": "anne@work", "Issuer": "My shop", "Title": "My shop"]),
    ("theirs", ["My shop (anne@work)"], ["Account": "anne", "Issuer": "Shop", "Title": "Shop"]),
    ("both", ["My shop (anne@work)", "Shop (anne)"], [:]),
  ])
  func `the user chooses between two names of one code or keeps two entries, and no name is lost`(
    choice: String, names: [String], fields: [String: String]
  ) async throws {
    let program = PlayedProgram(
      Self.collection(try Self.code("Shop", "anne")),
      Self.collection(try Self.code("My shop", "anne@work"), try Self.code("Mail", "ben", secret: "another secret of 20")))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    try await apply(try await send(to: desk).transfer, to: desk)
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.differing, report.differences.first?.parts) == (1, 1, ["name"]))
    try await apply(transfer, to: desk, choices: ["0.0": choice])
    #expect(try await desk.entries(.list()).map { "\($0.title) (\($0.user))" }.filter { $0 != "Mail (ben)" }.sorted() == names)
    for (name, text) in fields {
      #expect(await desk.ask(.reveal(.init(query: "shop", kind: .oneTimeCode, field: name))).secret == text, "\(name)")
    }
    let (_, again) = try await send(to: desk)
    #expect((again.new, again.merged, again.present, again.differing) == (0, 0, 2, 0))
  }

  @Test func `codes of a file that differ only in name are all new, even if the vault has their secret under a third name`() async throws {
    let several = Self.collection(try Self.code("Mail", "anne"), try Self.code("Shop", "ben"))
    let desk = await Desk(exchange: PlayedProgram(Self.collection(try Self.code("Bank", "carla")), several).programs)
    defer { desk.leave() }
    try await apply(try await send(to: desk).transfer, to: desk)
    let (_, report) = try await send(to: desk)
    #expect((report.new, report.differing) == (2, 0))
    // A code with 8 digits is different, whatever its name is.
    let longer = await Desk(
      exchange: PlayedProgram(Self.collection(try Self.code("Bank", "carla")), Self.collection(try Self.code("Shop", "ben", digits: 8)))
        .programs)
    defer { longer.leave() }
    try await apply(try await send(to: longer).transfer, to: longer)
    #expect(try await send(to: longer).report.new == 1)
  }

  @Test(arguments: [true, false])
  func `a code in a login and the same code as a separate entry are merged without a question`(
    loginFirst: Bool
  ) async throws {
    var login = Self.login("Shop", user: "anne", password: "one")
    login.parts.append(.oneTimeCode(ExchangedCode(parameters: try OneTimeCodeParameters(secret: Self.secret("one secret of 20 bytes")))))
    let (inLogin, alone) = (Self.collection(login), Self.collection(try Self.code("The shop", "anne@shop.example")))
    let desk = await Desk(exchange: (loginFirst ? PlayedProgram(inLogin, alone) : PlayedProgram(alone, inLogin)).programs)
    defer { desk.leave() }
    try await apply(try await send(to: desk).transfer, to: desk)
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.merged, report.differing) == (loginFirst ? 0 : 1, 1, 0))
    try await apply(transfer, to: desk)
    let entries = try await desk.entries(.list())
    #expect(entries.map(\.kind.rawValue).sorted() == ["one-time-code", "password"])
    let code = try #require(entries.first { $0.kind == .oneTimeCode })
    #expect((code.title, code.user) == (loginFirst ? ("Shop", "anne") : ("The shop", "anne@shop.example")))
    #expect(await desk.code("shop") != nil)
    if loginFirst {
      #expect(await desk.ask(.reveal(.init(query: "shop", kind: .oneTimeCode, field: "Account"))).secret == "anne@shop.example")
    }
    let (_, again) = try await send(to: desk)
    #expect((again.new, again.merged, again.differing) == (0, 0, 0))
  }

  @Test func `importing an entry that is in the trash adds a new one and does not restore the old one`() async throws {
    let desk = await Desk(
      exchange: PlayedProgram(
        Self.collection(Self.trashed(Self.login("Shop", user: "anne", password: "one"))),
        Self.collection(Self.login("Shop", user: "anne", password: "one", tags: ["work"]))
      ).programs)
    defer { desk.leave() }
    try await apply(try await send(to: desk).transfer, to: desk)
    #expect(try await desk.entries(.list()).isEmpty)
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.merged) == (1, 0))
    try await apply(transfer, to: desk)
    #expect(try await desk.entries(.list()).count == 1)
  }

  @Test func `a passkey's title is kept as a field, and truncated or omitted values are reported`() async throws {
    var named = Self.passkey("Key of the shop")
    if case .passkey(var key) = named.parts[0] {
      key.relyingPartyName = "The shop"
      named.parts[0] = .passkey(key)
    }
    var old = Self.login("Shop", user: String(repeating: "u", count: 2000), password: "one")
    if case .login(var login) = old.parts[0] {
      login.history = (0..<101).map {
        RetiredPassword(password: Self.secret("old \($0)"), retired: Date(timeIntervalSince1970: Double($0)))
      }
      old.parts[0] = .login(login)
    }
    let desk = await Desk(exchange: PlayedProgram(Self.collection(named, old)).programs)
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect(
      report.findings.map { "\($0.path) \($0.reason) \($0.outcome) \($0.field ?? "-")" } == [
        "parts[0].relyingPartyName noPlace left-out -", "title noPlace kept-as-field Title", "history tooLarge kept-in-part -",
        "user tooLarge kept-as-field User name",
      ])
    try await apply(transfer, to: desk)
    #expect(await desk.ask(.reveal(.init(query: "shop.example", kind: .passkey, field: "Title"))).secret == "Key of the shop")
    let whole = await desk.ask(.reveal(.init(query: "Shop", kind: .password, field: "User name"))).secret
    #expect(whole == String(repeating: "u", count: 2000))
  }

  @Test func `the name of each code of an entry is kept as a field of the code's record`() async throws {
    func code(_ name: String, _ secret: String) throws -> ExchangedPart {
      .oneTimeCode(ExchangedCode(account: name, name: name, parameters: try OneTimeCodeParameters(secret: Self.secret(secret))))
    }
    var item = Self.login("Shop", user: "anne", password: "one")
    item.parts += [try code("Work phone", "one secret of 20 bytes"), try code("Tablet", "other secret, 20 byte")]
    let desk = await Desk(exchange: PlayedProgram(Self.collection(item), Self.collection(item)).programs)
    defer { desk.leave() }
    let (transfer, report) = try await send(to: desk)
    #expect(
      report.findings.map { "\($0.path) \($0.reason) \($0.outcome) \($0.field ?? "-")" } == [
        "parts[1].name noPlace kept-as-field Name", "parts[2].name noPlace kept-as-field Name",
      ])
    try await apply(transfer, to: desk)
    for name in ["Work phone", "Tablet"] {
      #expect(await desk.ask(.reveal(.init(query: name, kind: .oneTimeCode, field: "Name"))).secret == name)
    }
    let (_, again) = try await send(to: desk)
    #expect((again.new, again.merged, again.differing) == (0, 0, 0))
  }

  @Test(arguments: [("mine", ["old"], 1), ("theirs", ["new"], 1), ("both", ["new", "old"], 2)])
  func `the user chooses between differing passwords, and a replaced one is kept in the history`(
    choice: String, passwords: [String], count: Int
  ) async throws {
    let program = PlayedProgram(Self.collection(Self.login("Shop", user: "anne", password: "new", tags: ["theirs"])))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "old")
    let (transfer, report) = try await send(to: desk)
    let difference = try #require(report.differences.first)
    #expect((report.new, report.differing, difference.parts, difference.place) == (0, 1, ["password"], "0.0"))
    try await apply(transfer, to: desk, choices: ["0.0": choice])
    let entries = try await desk.entries(.list())
    #expect(entries.count == count)
    var found: [String] = []
    for entry in entries { found.append(await password(entry.record, at: desk) ?? "") }
    #expect(found.sorted() == passwords)
    if choice == "theirs" {
      let step = VaultCall.RevealQuery(query: entries[0].record, history: 0)
      #expect(await desk.ask(.reveal(step)).secret == "old")
      // The replaced password is now known as older rather than different.
      #expect(try await send(to: desk).report.differing == 0)
    }
  }

  @Test func `an import adds missing values to an entry of the vault`() async throws {
    let parameters = try OneTimeCodeParameters(base32: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    var item = Self.login("Shop", user: "anne", password: "old", address: "https://id.shop.example/", tags: ["work"])
    item.parts.append(.oneTimeCode(ExchangedCode(parameters: parameters)))
    item.parts[0] = .login(
      ExchangedLogin(
        services: ["https://shop.example/", "https://other.example/"].map { ServiceIdentifier(kind: .url, text: $0) }, user: "anne",
        password: Self.secret("old")))
    item.annotations.note = Self.secret("from elsewhere")
    let program = PlayedProgram(Self.collection(item))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "old")
    let (transfer, report) = try await send(to: desk)
    #expect((report.new, report.kinds, report.merged, report.differing) == (1, ["one-time-code": 1], 1, 0))
    try await apply(transfer, to: desk)
    let own = try #require(try await desk.entries(.list()).first { $0.kind == .password })
    #expect(own.tags == ["work"] && own.services.count == 2)
    #expect(await desk.code("shop") == "287082")
    let (_, again) = try await send(to: desk)
    #expect((again.new, again.merged, again.present) == (0, 0, 2))
  }

  @Test func `the vault asks for the passphrase of an encrypted file at most three times`() async throws {
    let sealed = ReadingOutcome.failure(CredentialExchangeError(.passphraseNeeded), format: "kdbx")
    let wrong = ReadingOutcome.failure(CredentialExchangeError(.notOpenable), format: "kdbx")
    let program = PlayedProgram(sealed, wrong, Self.collection(Self.login("Shop", user: "anne", password: "one")))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    desk.household.person.will(.types("wrong"), .types("right"))
    #expect(try await send(to: desk).report.new == 1)
    #expect(program.passphrases == [nil, "wrong", "right"])
    let questions = desk.household.person.passphraseQuestions.suffix(2)
    #expect(questions.map { $0.error != nil } == [false, true])
    #expect(questions.allSatisfy { $0.description.contains("not the one for your vault") })

    let stubborn = await Desk(exchange: PlayedProgram(sealed, wrong).programs)
    defer { stubborn.leave() }
    stubborn.household.person.will(.types("a"), .types("b"), .types("c"), .types("d"))
    let begun = try state(await stubborn.ask(.importStep(.init(.begin, bytes: 4))).answer)
    #expect(await stubborn.failure(.importStep(.init(.part, transfer: begun.transfer)), secret: "file") == .fileUnreadable)
    #expect(stubborn.household.person.passphraseQuestions.suffix(3).count == 3)
  }

  @Test func `a crash, refusal or invalid answer of the reading process leaves the vault unchanged`() async throws {
    let nonsense = ExchangePrograms { _, _ in Self.secret("nonsense") }
    let gone = ExchangePrograms { _, _ throws(ExchangePrograms.Failure) in throw ExchangePrograms.Failure() }
    let refused = PlayedProgram(.failure(CredentialExchangeError(.malformed, offset: 7), format: "aegis")).programs
    let cases: [(ExchangePrograms, String)] = [(nonsense, "programFailed"), (gone, "programFailed"), (refused, "malformed aegis")]
    for (programs, detail) in cases {
      let desk = await Desk(exchange: programs)
      defer { desk.leave() }
      let begun = try state(await desk.ask(.importStep(.init(.begin, bytes: 4))).answer)
      guard case .failure(let failure) = await desk.ask(.importStep(.init(.part, transfer: begun.transfer)), secret: "file").answer else {
        Issue.record("the file was accepted")
        continue
      }
      #expect((failure.code, failure.detail) == (.fileUnreadable, detail))
      #expect(try await desk.entries(.list()).isEmpty)
    }
  }

  @Test func `a program without a grant needs the user's approval to import, and its token is valid once`() async throws {
    let program = PlayedProgram(Self.collection(Self.login("Shop", user: "anne", password: "one")))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    #expect(await desk.failure(.importStep(.init(.begin, bytes: 4)), from: Desk.stranger) != nil)
    desk.household.person.will(.says(true))
    let (transfer, _) = try await send(to: desk, from: Desk.stranger)
    try await apply(transfer, to: desk)
    #expect(await desk.failure(.importStep(.init(.apply, transfer: transfer))) == .transferEnded)
    #expect(await desk.failure(.importStep(.init(.part, transfer: "00")), secret: "x") == .transferEnded)
    #expect(await desk.failure(.importStep(.init(.begin, bytes: 1 << 30))) == .fileUnreadable)
    #expect(await desk.failure(.importStep(.init(.begin, bytes: 4)), from: Desk.popup) == .badRequest)
  }

  @Test func `a preview is reported once, only to a caller that may see names, and is gone after another request or a lock`() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let report = VaultAnswer.ImportReport(
      format: "cxf", read: 1, new: 0, kinds: [:], merged: 0, present: 1, presentKinds: ["note": 1], differing: 0, differences: [], found: 0,
      findings: [], dated: 0)
    func keep() { desk.previews.keep(report, from: "Demo", at: desk.household.manual.time.now()) }
    let ask = VaultCall.importStep(.init(.preview, from: "Demo"))
    #expect(await desk.failure(ask) == .transferEnded)
    keep()
    #expect(await desk.failure(ask, from: Desk.popup) == .badRequest)
    desk.household.person.will(.says(false))
    #expect(await desk.failure(ask, from: Desk.stranger) == .refused)
    #expect(try state(await desk.ask(ask).answer) == VaultAnswer.ImportState(transfer: nil, report: report))
    #expect(await desk.failure(ask) == .transferEnded, "a preview is given only once")
    keep()
    #expect(await desk.failure(.importStep(.init(.preview, from: "Other"))) == .transferEnded)
    #expect(await desk.failure(ask) == .transferEnded, "another request discards the preview")
    keep()
    _ = await desk.ask(.lock)
    desk.household.person.will(.types(Household.passphrase))
    #expect(await desk.failure(ask) == .transferEnded)
  }

  @Test func `a login without a password and a note without text are imported and marked as empty`() async throws {
    func note(_ title: String, _ text: String) -> ExchangedItem {
      ExchangedItem(title: title, parts: [.note(ExchangedNote(text: Self.secret(text)))])
    }
    let program = PlayedProgram(
      Self.collection(
        Self.login("Bare", user: "anne", password: ""), Self.login("Shop", user: "ben", password: "one"), note("Blank", ""),
        note("Diary", "tea")))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    try await apply(try await send(to: desk).transfer, to: desk)
    #expect(try await desk.details("Bare").empty == true)
    #expect(try await desk.details("Shop").empty == nil)
    #expect(try await desk.details("Blank").empty == true)
    #expect(try await desk.details("Diary").empty == nil)
    // The user cannot empty a note; they remove it.
    _ = await desk.failure(.edit(.init(query: "Diary")), secret: "")
    #expect(await desk.ask(.reveal(.init(query: "Diary"))).secret == "tea")
  }

  @Test func `new, merged, present and differing entries are counted by kind`() async throws {
    let same = Self.login("Same", user: "anne", password: "one", address: "https://same.example")
    let program = PlayedProgram(
      Self.collection(same, Self.login("Shop", user: "anne", password: "old")),
      Self.collection(
        same, Self.login("Shop", user: "anne", password: "new"), try Self.code("Shop", "anne"),
        Self.login("Same", user: "anne", password: "one", address: "https://same.example", tags: ["work"])))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    try await apply(try await send(to: desk).transfer, to: desk)
    let (_, report) = try await send(to: desk)
    #expect((report.kinds, report.mergedKinds) == (["one-time-code": 1, "password": 1], ["password": 1]))
    #expect((report.presentKinds, report.differingKinds) == (["password": 1], ["password": 1]))
  }

  @Test func `spaces around a user name are kept, and line ends around it are removed`() async throws {
    let program = PlayedProgram(
      Self.collection(
        Self.login(" Shop ", user: " anne smith ", password: "one"),
        Self.login("Mail", user: "\nben\r\n", password: "two", address: "https://mail.example")))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    try await apply(try await send(to: desk).transfer, to: desk)
    #expect(try await desk.entries(.list()).map(\.title) == ["Mail", "Shop"])
    #expect(try await desk.entries(.list()).map(\.user) == ["ben", " anne smith "])
    let (_, again) = try await send(to: desk)
    #expect((again.new, again.merged, again.present) == (0, 0, 2))
  }

  @Test func `undoing an import requires the user's approval, restores the vault and moves the added entries to the trash`() async throws {
    let program = PlayedProgram(
      Self.collection(Self.login("Shop", user: "anne", password: "new"), Self.login("Mail", user: "ben", password: "two")))
    let desk = await Desk(exchange: program.programs)
    defer { desk.leave() }
    let own = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "old")
    let (transfer, _) = try await send(to: desk)
    try await apply(transfer, to: desk, differing: "theirs")
    #expect(await password(own.record, at: desk) == "new")
    let person = desk.household.person
    person.will(.says(false))
    #expect(await desk.failure(.importStep(.init(.undo))) == .refused)
    #expect(await password(own.record, at: desk) == "new")
    let words = try #require(person.confirmations.last?.description)
    #expect(words.contains("2 entries") && words.contains("trash"))
    person.will(.says(true))
    #expect(await desk.ask(.importStep(.init(.undo))).answer == .importUndone(.init(removed: 1, restored: 1, kept: 0)))
    #expect(person.confirmations.count == 2)
    #expect(await password(own.record, at: desk) == "old")
    #expect(try await desk.entries(.list()).count == 1)
    #expect(try await desk.entries(.trash(.init())).map(\.title) == ["Mail"])
    // No prompt appears if there is nothing to undo.
    #expect(await desk.failure(.importStep(.init(.undo))) == .nothingToUndo)
    #expect(person.confirmations.count == 2)
    // An entry in the trash is no counterpart: the same file adds it again.
    #expect(try await send(to: desk).report.new == 1)
  }
}
