// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

/// Each vault costs a key derivation, so they are created one after another.
@Suite("Notes, cards and identities at the management desk", .serialized)
struct PlainDeskTests {
  private typealias Desk = AskedDesk

  private static let number = "4111 1111 1111 1111"
  private static let card = VaultCall.NewEntry(
    kind: .card, title: "Travel",
    values: [EntryValue(.holder, "ANNE EXAMPLE"), EntryValue(.bank, "Example Bank"), EntryValue(.expires, "08/29")])
  private static let note = VaultCall.NewEntry(kind: .note, title: "Heating")
  private static let identity = VaultCall.NewEntry(
    kind: .identity, title: "Me",
    values: [
      EntryValue(.givenName, "Anne"), EntryValue(.familyName, "Example"), EntryValue(.birthday, "1990-12-31"),
      EntryValue(.email, label: "work", "anne@shop.example"), EntryValue(.address, label: "home", "Street 1\n12345 Town"),
    ], secrets: ["Passport", "ID card"])

  private static func kept(_ desk: Desk, _ call: VaultCall, secret: String? = nil) async throws -> VaultAnswer.KeptEntry {
    let answer = await desk.ask(call, secret: secret).answer
    guard case .kept(let kept) = answer else { throw Desk.Unexpected(answer: answer) }
    return kept
  }

  private static func reveal(_ desk: Desk, _ query: String, _ field: String? = nil, history: Int? = nil) async -> String? {
    await desk.ask(.reveal(.init(query: query, history: history, field: field))).secret
  }

  @Test("are stored with their visible values, and each secret is revealed by its name and logged")
  func keeping() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let asked = desk.household.person.passphraseQuestions.count
    let card = try await Self.kept(desk, .addEntry(Self.card), secret: "\(Self.number)\n737\r\n2580")
    #expect(card.warnings == nil && card.entry.kind == .card && card.entry.about == ["Visa", "Example Bank"])
    #expect(card.entry.user == "ANNE EXAMPLE" && card.entry.services.isEmpty)
    let note = try await Self.kept(desk, .addEntry(Self.note), secret: "first\nsecond\n")
    let person = try await Self.kept(desk, .addEntry(Self.identity), secret: "C01X\nL22Y")
    #expect(desk.household.person.passphraseQuestions.count == asked)
    #expect(try await desk.entries(.list()) == [note.entry, person.entry, card.entry])
    #expect(try await desk.entries(.list(.init(query: "visa"))) == [card.entry])
    #expect(try await desk.entries(.list(.init(kind: .identity))) == [person.entry])
    let shown = try await desk.details("travel")
    #expect(
      shown.values == [
        EntryValue(.brand, "Visa"), EntryValue(.bank, "Example Bank"), EntryValue(.holder, "ANNE EXAMPLE"), EntryValue(.expires, "2029-08"),
      ])
    #expect(shown.secrets == ["number", "security-code", "pin"] && shown.history == nil)
    #expect(try await desk.details("me").values == Self.identity.values)
    #expect(try await desk.details("me").secrets == ["Passport", "ID card"])
    #expect(try await desk.details("heating").secrets == ["text"])
    #expect(await Self.reveal(desk, "travel") == "4111111111111111")
    #expect(await Self.reveal(desk, "travel", "security-code") == "737")
    #expect(await Self.reveal(desk, "travel", "pin") == "2580")
    #expect(await Self.reveal(desk, "heating") == "first\nsecond\n")
    #expect(await desk.ask(.reveal(.init(query: "heating", note: true))).secret == "first\nsecond\n")
    #expect(await Self.reveal(desk, "me", "ID card") == "L22Y")
    #expect(await desk.failure(.reveal(.init(query: "me"))) == .noSuchPart)
    #expect(await desk.failure(.reveal(.init(query: "travel", field: "puk"))) == .noSuchPart)
    guard case .releases(let log) = await desk.ask(.releases(.init())).answer else { throw Desk.Unexpected(answer: .done) }
    #expect(log.rows.map(\.kind) == Array(repeating: .addition, count: 6))
    #expect(log.rows.map(\.title) == ["Me", "Heating", "Heating", "Travel", "Travel", "Travel"])
  }

  @Test("are completed by prompts for missing secrets, of which only the required ones are insisted on")
  func prompts() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let person = desk.household.person
    person.will(.types("4111111111111112"), .types(""), .types("2580"))
    let card = try await Self.kept(desk, .addEntry(Self.card))
    // A wrong check digit is a warning, and the number is stored as typed.
    #expect(card.warnings == [.checkDigit])
    #expect(try await desk.details("travel").secrets == ["number", "pin"])
    #expect(person.passphraseQuestions.suffix(3).map(\.label) == ["Number:", "Security code:", "PIN:"])
    #expect(person.passphraseQuestions.last?.description.contains("the card “Travel”") == true)
    person.will(.types(""), .types(""), .types(""))
    #expect(await desk.failure(.addEntry(Self.card)) == .badValue)
    person.will(.types("one line"))
    _ = try await Self.kept(desk, .addEntry(Self.note))
    person.will(.types("C01X"), .types(""))
    _ = try await Self.kept(desk, .addEntry(Self.identity))
    #expect(try await desk.details("me").secrets == ["Passport"])
    // With a single document, the query is unambiguous.
    #expect(await Self.reveal(desk, "me") == "C01X")
    #expect(try await desk.entries(.list()).count == 3)
  }

  @Test("are refused before any prompt if a value is invalid")
  func refusals() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let asked = desk.household.person.passphraseQuestions.count
    func failure(_ entry: VaultCall.NewEntry, _ secret: String? = nil) async -> VaultFailure.Code? {
      await desk.failure(.addEntry(entry), secret: secret)
    }
    for (name, value) in [(EntryValue.Name.expires, "2029-13"), (.validFrom, "soon"), (.holder, "two\nlines")] {
      #expect(await failure(.init(kind: .card, title: "x", values: [EntryValue(name, value)])) == .badValue)
    }
    #expect(await failure(.init(kind: .identity, title: "x", values: [EntryValue(.birthday, "1990-02-30")])) == .badValue)
    #expect(await failure(.init(kind: .card, title: "x", values: [EntryValue(.brand, "Visa")])) == .wrongKind)
    #expect(await failure(.init(kind: .note, title: "x", values: [EntryValue(.holder, "a")])) == .wrongKind)
    #expect(await failure(.init(kind: .identity, title: "x", values: [EntryValue(.email, "a@b.example")])) == .badRequest)
    #expect(await failure(.init(kind: .note, title: "")) == .badRequest)
    #expect(await failure(.init(kind: .password, title: "x"), "secret") == .wrongKind)
    #expect(await failure(.init(kind: .identity, title: "x", secrets: ["a", "a"]), "1\n2") == .badRequest)
    #expect(await failure(.init(kind: .card, title: "x", secrets: ["number", "cvv"]), "1\n2") == .wrongKind)
    #expect(await failure(.init(kind: .identity, title: "x", secrets: (0...50).map(String.init))) == .badRequest)
    #expect(await failure(Self.card, "\n737\n2580") == .badValue)
    #expect(await failure(Self.card, String(repeating: "1", count: 65)) == .badValue)
    #expect(desk.household.person.passphraseQuestions.count == asked)
    #expect(try await desk.entries(.list()).isEmpty)
  }

  @Test("need a confirmation from a program without a grant, which names the request and the entry")
  func strangers() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await Self.kept(desk, .addEntry(Self.card), secret: Self.number)
    _ = try await Self.kept(desk, .addEntry(Self.note), secret: "text")
    let acts: [(VaultCall, String?, String)] = [
      (.addEntry(.init(kind: .note, title: "New")), "text", "wants to add the note “New” to your vault"),
      (.reveal(.init(query: "travel")), nil, "wants the number of Travel (ANNE EXAMPLE)"),
      (.reveal(.init(query: "travel", field: "pin")), nil, "wants the field “pin” of Travel"),
      (.reveal(.init(query: "heating")), nil, "wants the text of Heating"),
      (.details(.init(query: "travel")), nil, "everything about Travel (ANNE EXAMPLE) except its secret"),
      (
        .edit(.init(query: "travel", field: "pin", values: [EntryValue(.bank, "x")])), "1",
        "change Travel (ANNE EXAMPLE): bank, the field “pin”"
      ),
      (.remove(.init(query: "heating")), nil, "move Heating to the trash"),
    ]
    for (call, secret, words) in acts {
      desk.household.person.will(.says(false))
      #expect(await desk.failure(call, secret: secret, from: Desk.stranger) == .refused)
      let said = desk.household.person.confirmations.last?.description ?? ""
      #expect(said.contains(words), "\(said)")
    }
  }

  @Test("change only in the named parts, with a warning about a card number's check digit")
  func cardEdits() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await Self.kept(desk, .addEntry(Self.card), secret: "\(Self.number)\n737\n2580")
    let renamed = try await desk.entry(
      .edit(
        .init(
          query: "travel", title: "Trip", favourite: true, addTags: ["money"], values: [EntryValue(.expires, ""), EntryValue(.bank, "")])))
    #expect(renamed.title == "Trip" && renamed.tags == ["money"] && renamed.about == ["Visa"])
    #expect(try await desk.details("trip").values?.map(\.name) == [.brand, .holder])
    _ = try await desk.entry(.edit(.init(query: "trip", field: "pin")), secret: "1379")
    _ = try await desk.entry(.edit(.init(query: "trip", field: "security-code")))
    #expect(await Self.reveal(desk, "trip", "pin") == "1379")
    #expect(try await desk.details("trip").secrets == ["number", "pin"])
    #expect(await desk.failure(.edit(.init(query: "trip", field: "number"))) == .badValue)
    #expect(try await Self.kept(desk, .edit(.init(query: "trip")), secret: "5555 5555 5555 4440").warnings == [.checkDigit])
    // The warning appears once, and not with a later edit of another part.
    guard case .entry = await desk.ask(.edit(.init(query: "trip", field: "pin")), secret: "2468").answer else { throw CancellationError() }
    #expect(try await desk.entry(.edit(.init(query: "trip")), secret: "5555555555554444").about == ["Mastercard"])
    // A custom field stays a custom field.
    _ = try await desk.entry(.edit(.init(query: "trip", field: "hotline", hidden: true)), secret: "+49 1")
    #expect(try await desk.details("trip").fields == [.init(name: "hotline", hidden: true)])
    #expect(await Self.reveal(desk, "trip", "hotline") == "+49 1")
  }

  @Test("keep a note's previous texts, which can be restored")
  func noteEdits() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await Self.kept(desk, .addEntry(Self.note), secret: "first")
    _ = try await desk.entry(.edit(.init(query: "heating")), secret: "second")
    _ = try await desk.entry(.edit(.init(query: "heating", note: true)), secret: "third\nline")
    #expect(try await desk.details("heating").history?.count == 2)
    #expect(try await desk.details("heating").note == nil)
    #expect(await Self.reveal(desk, "heating") == "third\nline")
    #expect(await Self.reveal(desk, "heating", history: 0) == "first")
    _ = try await desk.entry(.edit(.init(query: "heating", restoreHistory: 0)))
    #expect(await Self.reveal(desk, "heating") == "first")
    #expect(await desk.failure(.edit(.init(query: "heating", restoreHistory: 9))) == .noSuchHistory)
    #expect(await desk.failure(.edit(.init(query: "heating", note: true))) == .badValue)
  }

  @Test("identify addresses and documents by their labels, and refuse the fields of a credential")
  func otherEdits() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await Self.kept(desk, .addEntry(Self.card), secret: Self.number)
    _ = try await Self.kept(desk, .addEntry(Self.note), secret: "first")
    _ = try await Self.kept(desk, .addEntry(Self.identity), secret: "C01X\nL22Y")
    _ = try await desk.entry(
      .edit(.init(query: "me", values: [EntryValue(.email, label: "work", ""), EntryValue(.phone, label: "mobile", "+49 170")])))
    #expect(try await desk.details("me").values?.suffix(2).map(\.value) == ["+49 170", "Street 1\n12345 Town"])
    _ = try await desk.entry(.edit(.init(query: "me", document: "Licence")), secret: "B072")
    _ = try await desk.entry(.edit(.init(query: "me", field: "Passport")), secret: "C99Z")
    _ = try await desk.entry(.edit(.init(query: "me", document: "ID card")))
    #expect(try await desk.details("me").secrets == ["Passport", "Licence"])
    #expect(await Self.reveal(desk, "me", "Passport") == "C99Z")

    for edit in [
      VaultCall.EntryEdit(query: "travel", user: "x"), .init(query: "travel", services: ["a.example"]), .init(query: "travel", digits: 6),
      .init(query: "travel", restoreHistory: 0), .init(query: "travel", document: "x"),
      .init(query: "heating", values: [EntryValue(.bank, "x")]),
    ] {
      #expect(await desk.failure(.edit(edit)) == .wrongKind, "\(edit)")
    }
    #expect(await desk.failure(.edit(.init(query: "me")), secret: "x") == .wrongKind)
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "old")
    #expect(await desk.failure(.edit(.init(query: "shop.example", values: [EntryValue(.bank, "x")]))) == .wrongKind)
  }

  @Test("move to the trash and back")
  func trash() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    for (entry, secret) in [(Self.card, Self.number), (Self.note, "text"), (Self.identity, "1\n2")] {
      let kept = try await Self.kept(desk, .addEntry(entry), secret: secret).entry
      _ = try await desk.entry(.remove(.init(query: entry.title, kind: entry.kind)))
      #expect(try await desk.entries(.list()).isEmpty)
      #expect(try await desk.entries(.trash()).map(\.record).contains(kept.record))
      #expect(try await desk.entry(.restore(.init(query: entry.title))) == kept)
      _ = try await desk.entry(.remove(.init(query: kept.record)))
    }
    #expect(try await desk.entries(.trash()).count == 3)
  }

  @Test("are hidden from a popup that does not know their kinds, even in searches and counts")
  func popup() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addPassword(.init(service: "travel.example", user: "anne")), secret: "secret")
    let card = try await Self.kept(desk, .addEntry(Self.card), secret: Self.number).entry
    let trashed = try await Self.kept(desk, .addEntry(Self.note), secret: "text").entry
    _ = try await desk.entry(.remove(.init(query: trashed.record)))
    func entries(_ call: VaultCall) async throws -> VaultAnswer.EntryList {
      let answer = await desk.ask(call, from: Desk.popup).answer
      guard case .entries(let list) = answer else { throw Desk.Unexpected(answer: answer) }
      return list
    }
    let list = try await entries(.list())
    #expect(list.total == 1 && list.entries.map(\.kind) == [.password])
    #expect(try await entries(.list(.init(query: "travel"))).entries.map(\.kind) == [.password])
    #expect(try await entries(.list(.init(kind: .card))).total == 0)
    #expect(try await entries(.trash()).total == 0)
    guard case .status(let status) = await desk.ask(.status, from: Desk.popup).answer else { throw Desk.Unexpected(answer: .done) }
    #expect(status.counts == ["password": 1])
    // A word that is ambiguous elsewhere means one entry here.
    guard case .details(let details) = await desk.ask(.details(.init(query: "travel")), from: Desk.popup).answer else {
      throw Desk.Unexpected(answer: .done)
    }
    #expect(details.entry.kind == .password)
    for call in [
      VaultCall.details(.init(query: card.record)), .reveal(.init(query: card.record)), .reveal(.init(query: card.record, field: "pin")),
      .edit(.init(query: card.record, title: "x")), .remove(.init(query: card.record)),
    ] {
      #expect(await desk.failure(call, from: Desk.popup) == .notFound, "\(call)")
    }
    #expect(await desk.failure(.restore(.init(query: trashed.record)), from: Desk.popup) == .nothingToRestore)
    #expect(await desk.failure(.reveal(.init(query: "travel", kind: .card)), from: Desk.popup) == .wrongKind)
    #expect(await desk.failure(.addEntry(Self.note), secret: "x", from: Desk.popup) == .badRequest)
  }

  @Test("are listed and revealed to a popup that knows their kinds, and cannot be changed by it")
  func knowingPopup() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    var popup = Desk.popup
    popup.knownKinds = [.card, .note]
    let card = try await Self.kept(desk, .addEntry(Self.card), secret: "\(Self.number)\n737\n2580").entry
    let note = try await Self.kept(desk, .addEntry(Self.note), secret: "text").entry
    _ = try await Self.kept(desk, .addEntry(Self.identity), secret: "1\n2")
    let asked = desk.household.person.passphraseQuestions.count + desk.household.person.confirmations.count
    guard case .entries(let list) = await desk.ask(.list(.init(joined: true)), from: popup).answer else {
      throw Desk.Unexpected(answer: .done)
    }
    #expect(list.entries == [note, card])
    guard case .entries(let found) = await desk.ask(.list(.init(query: "travle", joined: true)), from: popup).answer else {
      throw Desk.Unexpected(answer: .done)
    }
    #expect(found.entries == [card])
    guard case .details(let details) = await desk.ask(.details(.init(query: card.record)), from: popup).answer else {
      throw Desk.Unexpected(answer: .done)
    }
    #expect(details.secrets == ["number", "security-code", "pin"])
    #expect(await desk.ask(.reveal(.init(query: card.record)), from: popup).secret == "4111111111111111")
    #expect(await desk.ask(.reveal(.init(query: card.record, field: "pin")), from: popup).secret == "2580")
    #expect(await desk.ask(.reveal(.init(query: note.record)), from: popup).secret == "text")
    #expect(desk.household.person.passphraseQuestions.count + desk.household.person.confirmations.count == asked)
    guard case .releases(let log) = await desk.ask(.releases(.init())).answer else { throw Desk.Unexpected(answer: .done) }
    #expect(log.rows.map(\.kind) == [.addition, .addition, .addition] && log.rows.allSatisfy { $0.door == .browser })
    // Beyond 30 a minute a confirmation is needed, as for passwords.
    for _ in 3..<30 { _ = await desk.ask(.reveal(.init(query: note.record)), from: popup) }
    desk.household.person.will(.says(false))
    #expect(await desk.failure(.reveal(.init(query: card.record, field: "pin")), from: popup) == .refused)
    for call in [VaultCall.edit(.init(query: card.record, title: "x")), .remove(.init(query: note.record)), .details(.init(query: "me"))] {
      #expect(await desk.failure(call, from: popup) == .notFound, "\(call)")
    }
    _ = try await desk.entry(.remove(.init(query: note.record)))
    guard case .entries(let trash) = await desk.ask(.trash(), from: popup).answer else { throw Desk.Unexpected(answer: .done) }
    #expect(trash.total == 0)
    #expect(await desk.failure(.restore(.init(query: note.record)), from: popup) == .nothingToRestore)
  }

  @Test("have no AutoFill identities and no place in the password health list")
  @MainActor
  func notFilled() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    for (entry, secret) in [(Self.card, Self.number), (Self.note, "123456"), (Self.identity, "1\n2")] {
      _ = try await Self.kept(desk, .addEntry(entry), secret: secret)
    }
    let vault = try await desk.household.session.vault()
    let summaries = try vault.summaries()
    #expect(summaries.count == 3 && summaries.allSatisfy { IdentityPublisher.identities(of: $0).isEmpty })
    guard case .health(let page) = await desk.ask(.health(.init())).answer else { throw Desk.Unexpected(answer: .done) }
    #expect(page.total == 0 && page.rows.isEmpty)
    #expect(await desk.failure(.code(.init(query: "travel"))) == .notFound)
  }
}
