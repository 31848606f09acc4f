// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

/// Each vault costs a key derivation, so they are created one after another.
@Suite("Viewing and editing entries at the management desk", .serialized)
struct EntryDeskTests {
  private typealias Desk = AskedDesk

  @Test("an edit changes only the named parts, and previous set-ups stay in the history and can be restored")
  func edits() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    let renamed = try await desk.entry(.edit(.init(query: "shop", title: "Laden", user: "ann", services: ["laden.example"])))
    #expect(renamed.title == "Laden" && renamed.user == "ann" && renamed.services == ["laden.example"])
    #expect(try await desk.details("laden").history == [])
    _ = try await desk.entry(.edit(.init(query: "laden", digits: 8, period: 60)))
    _ = try await desk.entry(.edit(.init(query: "laden")), secret: Desk.otherLink)
    var details = try await desk.details("laden")
    #expect(details.history?.map(\.scheme?.digits) == [6, 8])
    #expect(details.scheme?.digits == 6)
    _ = try await desk.entry(.edit(.init(query: "laden", restoreHistory: 0)))
    #expect(await desk.code("laden") == "287082")
    details = try await desk.details("laden")
    // The history is a record: restoring removes nothing from it.
    #expect(details.history?.map(\.scheme?.digits) == [6, 8, 6])
    #expect(await desk.failure(.edit(.init(query: "laden", restoreHistory: 3))) == .noSuchHistory)
    #expect(await desk.failure(.edit(.init(query: "laden", digits: 11))) == .badSetUpLink)
    #expect(await desk.failure(.edit(.init(query: "laden", counter: 1))) == .wrongKind)
    #expect(await desk.failure(.edit(.init(query: "laden", algorithm: "MD5"))) == .badSetUpLink)
    #expect(await desk.failure(.edit(.init(query: "laden", digits: 6, restoreHistory: 0))) == .badRequest)
  }

  @Test("setting a counter adds no history")
  func counter() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let link = "otpauth://hotp/Bank:anne?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=5"
    _ = try await desk.entry(.addCode(.init(service: "bank.example", confirmed: true)), secret: link)
    _ = try await desk.entry(.edit(.init(query: "bank", counter: 1)))
    // RFC 4226 appendix D.
    #expect(await desk.code("bank") == "287082")
    #expect(try await desk.details("bank").history == [])
    #expect(try await desk.details("bank").scheme?.counter == 2)
  }

  @Test("a replaced password stays in the entry's history and can be restored")
  func password() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let login = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "old")
    let edited = try await desk.entry(.edit(.init(query: "shop")), secret: "new")
    #expect(edited.record == login.record)
    #expect(try await desk.entries(.trash()).isEmpty)
    #expect(try await desk.entries(.list()).count == 1)
    #expect(try await desk.details("shop").history?.map(\.retired) == [Household.today.timeIntervalSince1970])
    #expect(await desk.ask(.reveal(.init(query: "shop", history: 0))).secret == "old")
    #expect(await desk.ask(.reveal(.init(query: "shop"))).secret == "new")
    desk.household.person.will(.says(false))
    #expect(await desk.failure(.reveal(.init(query: "shop", history: 0)), from: Desk.stranger) == .refused)
    #expect(desk.household.person.confirmations.last?.description.contains("a previous password of shop.example (anne)") == true)
    _ = try await desk.entry(.edit(.init(query: "shop", restoreHistory: 0)))
    #expect(await desk.ask(.reveal(.init(query: "shop"))).secret == "old")
    // The history is a record: the replaced password joins it, and nothing is removed.
    #expect(await desk.ask(.reveal(.init(query: "shop", history: 1))).secret == "new")
    #expect(try await desk.details("shop").history?.count == 2)
    #expect(await desk.failure(.reveal(.init(query: "shop", history: 2))) == .noSuchHistory)
    #expect(await desk.failure(.edit(.init(query: "shop", restoreHistory: 2))) == .noSuchHistory)
    #expect(await desk.failure(.edit(.init(query: "shop", restoreHistory: 0)), secret: "x") == .badRequest)
    #expect(await desk.failure(.edit(.init(query: "shop", digits: 8))) == .wrongKind)
    #expect(await desk.failure(.edit(.init(query: "shop")), secret: "") == .badRequest)
  }

  @Test("a login for the same account and site is refused, unless it is an update or explicitly separate")
  func once() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let login = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "old")
    for service in ["shop.example", "https://login.shop.example"] {
      guard case .failure(let failure) = await desk.ask(.addPassword(.init(service: service, user: "anne")), secret: "new").answer else {
        throw CancellationError()
      }
      #expect(failure.code == .loginExists && failure.matches == [login])
    }
    // No passphrase prompt appears for a password that would not be stored.
    let asked = desk.household.person.passphraseQuestions.count
    #expect(await desk.failure(.addPassword(.init(service: "shop.example", user: "anne"))) == .loginExists)
    #expect(desk.household.person.passphraseQuestions.count == asked)
    #expect(try await desk.entries(.list()) == [login])
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne", update: login.record)), secret: "new")
    #expect(await desk.ask(.reveal(.init(query: "shop", history: 0))).secret == "old")
    #expect(await desk.ask(.reveal(.init(query: "shop"))).secret == "new")
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne", separate: true)), secret: "third")
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "bert")), secret: "x")
    _ = try await desk.entry(.addPassword(.init(service: "bank.example", user: "anne")), secret: "x")
    #expect(try await desk.entries(.list()).count == 4)
    #expect(
      await desk.failure(.addPassword(.init(service: "a.example", user: "a", update: login.record, separate: true)), secret: "x")
        == .badRequest)
    desk.household.person.will(.says(false))
    #expect(
      await desk.failure(
        .addPassword(.init(service: "shop.example", user: "anne", update: login.record)), secret: "y", from: Desk.stranger) == .refused)
    #expect(desk.household.person.confirmations.last?.description.contains("change shop.example (anne): secret") == true)
  }

  @Test("a secret that is not text is refused, because a different password would be filled in")
  func text() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    func refusal(_ call: VaultCall, _ bytes: [UInt8]) async -> VaultFailure.Code? {
      if case .failure(let failure) = await desk.answer(call, bytes: bytes) { failure.code } else { nil }
    }
    let (latin, text) = (Array("p".utf8) + [0xE4], Array("pass".utf8))
    let login = VaultCall.addPassword(.init(service: "shop.example", user: "anne"))
    for secret in [latin, [0x61, 0], Array("a\u{1B}[m".utf8), [0x7F]] { #expect(await refusal(login, secret) == .notText) }
    #expect(await refusal(login, Array("a\tb ü".utf8)) == nil)
    #expect(await refusal(.edit(.init(query: "shop")), latin) == .notText)
    #expect(await refusal(.edit(.init(query: "shop", note: true)), latin) == .notText)
    #expect(await refusal(.edit(.init(query: "shop", field: "PIN")), latin) == .notText)
    #expect(await refusal(.edit(.init(query: "shop", note: true)), Array("two\nlines\n".utf8)) == nil)
    #expect(await refusal(.addEntry(.init(kind: .note, title: "Note")), latin) == .notText)
    #expect(await refusal(.edit(.init(query: "shop")), Array("a\nb".utf8)) == .notText)
    // A note has lines.
    #expect(await refusal(.addEntry(.init(kind: .note, title: "Wifi")), text) == nil)
    #expect(await refusal(.edit(.init(query: "Wifi")), Array("two\nlines\n".utf8)) == nil)
    for user in ["a\nb", String(repeating: "u", count: 1025)] {
      #expect(await refusal(.addPassword(.init(service: "bank.example", user: user)), text) == .badValue)
      #expect(await refusal(.edit(.init(query: "shop", user: user)), text) == .badValue)
    }
    #expect(await desk.ask(.reveal(.init(query: "shop"))).secret == "a\tb ü")
  }

  @Test("notes, tags and custom fields are stored, and each is revealed only by its name")
  func additions() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "old")
    let edited = try await desk.entry(.edit(.init(query: "shop", favourite: true, addTags: ["work", "bank"], removeTags: ["x"])))
    #expect(edited.favourite == true && edited.tags == ["bank", "work"])
    _ = try await desk.entry(.edit(.init(query: "shop", note: true)), secret: "first\nsecond")
    _ = try await desk.entry(.edit(.init(query: "shop", field: "PIN", hidden: true)), secret: "1234")
    _ = try await desk.entry(.edit(.init(query: "shop", removeTags: ["work"], field: "Number")), secret: "4711")
    let details = try await desk.details("shop")
    #expect(details.note == true && details.entry.tags == ["bank"])
    #expect(details.fields == [.init(name: "PIN", hidden: true), .init(name: "Number")])
    // The additions leave the password and its history unchanged.
    #expect(await desk.ask(.reveal(.init(query: "shop"))).secret == "old")
    #expect(details.history == [])
    #expect(await desk.ask(.reveal(.init(query: "shop", note: true))).secret == "first\nsecond")
    #expect(await desk.ask(.reveal(.init(query: "shop", field: "PIN"))).secret == "1234")
    #expect(await desk.failure(.reveal(.init(query: "shop", field: "Puk"))) == .noSuchPart)
    #expect(await desk.failure(.reveal(.init(query: "shop", note: true, field: "PIN"))) == .badRequest)
    for (query, words) in [
      (VaultCall.RevealQuery(query: "shop", note: true), "wants the note of"),
      (.init(query: "shop", field: "PIN"), "wants the field “PIN” of"),
    ] {
      desk.household.person.will(.says(false))
      #expect(await desk.failure(.reveal(query), from: Desk.stranger) == .refused)
      #expect(desk.household.person.confirmations.last?.description.contains(words) == true)
    }
    guard case .releases(let log) = await desk.ask(.releases(.init())).answer else { throw CancellationError() }
    #expect(log.rows.map(\.kind).filter { $0 == .addition }.count == 2)
    // An edit without a secret part removes the note or field.
    _ = try await desk.entry(.edit(.init(query: "shop", note: true)))
    _ = try await desk.entry(.edit(.init(query: "shop", field: "PIN")))
    #expect(try await desk.details("shop").note == nil)
    #expect(try await desk.details("shop").fields == [.init(name: "Number")])
    #expect(await desk.failure(.edit(.init(query: "shop", addTags: [""]))) == .badRequest)
    #expect(await desk.failure(.edit(.init(query: "shop", note: true, field: "x")), secret: "y") == .badRequest)
    desk.household.person.will(.says(false))
    let change = VaultCall.EntryEdit(query: "shop", addTags: ["x"], field: "PIN")
    #expect(await desk.failure(.edit(change), secret: "y", from: Desk.stranger) == .refused)
    #expect(desk.household.person.confirmations.last?.description.contains("change shop.example (anne): tags, the field “PIN”") == true)
  }

  @Test("each address has a matching rule, which survives edits of the address list")
  func rules() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne")), secret: "old")
    var edit = VaultCall.EntryEdit(query: "shop", services: ["shop.example", "https://id.example"])
    edit.matching = ["shop.example": "host"]
    #expect(try await desk.entry(.edit(edit)).matching == ["shop.example": "host"])
    edit = .init(query: "shop", services: ["shop.example", "bank.example", "old.shop.example"])
    edit.matching = ["bank.example": "exact", "old.shop.example": "never"]
    let ruled = ["shop.example": "host", "bank.example": "exact", "old.shop.example": "never"]
    #expect(try await desk.entry(.edit(edit)).matching == ruled)
    #expect(try await desk.entry(.edit(.init(query: "shop", title: "Shop"))).matching == ruled)
    // The other host now counts as another site, so the same account may have a login there.
    _ = try await desk.entry(.addPassword(.init(service: "login.shop.example", user: "anne")), secret: "x")
    #expect(await desk.failure(.addPassword(.init(service: "shop.example", user: "anne")), secret: "y") == .loginExists)
    edit = .init(query: "bank.example")
    edit.matching = ["bank.example": "domain", "old.shop.example": "domain"]
    #expect(try await desk.entry(.edit(edit)).matching == ["shop.example": "host"])
    edit.matching = ["other.example": "host"]
    #expect(await desk.failure(.edit(edit)) == .badService)
    edit.matching = ["shop.example": "sometimes"]
    #expect(await desk.failure(.edit(edit)) == .badRequest)
  }

  @Test("an entry moves to the trash and back, and is not found twice")
  func trash() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let entry = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    let removed = try await desk.entry(.remove(.init(query: "shop")))
    #expect(removed.record == entry.record && removed.trashed == Household.today.timeIntervalSince1970)
    #expect(await desk.failure(.remove(.init(query: "shop"))) == .notFound)
    #expect(await desk.failure(.code(.init(query: "shop"))) == .notFound)
    let restored = try await desk.entry(.restore(.init(query: entry.record)))
    #expect(restored.record == entry.record && restored.trashed == nil)
    #expect(await desk.failure(.restore(.init(query: entry.record))) == .nothingToRestore)
    #expect(await desk.code("shop") == "287082")
  }

  private func erased(_ query: VaultCall.ErasureQuery, at desk: Desk) async -> Int? {
    if case .erased(let erasure) = await desk.ask(.erase(query)).answer { erasure.count } else { nil }
  }

  @Test("an entry in the trash is erased only after a confirmation naming it, and one outside the trash never")
  func erasing() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    for service in ["shop.example", "bank.example", "post.example"] {
      _ = try await desk.entry(.addPassword(.init(service: service, user: "anne")), secret: "x")
    }
    #expect(await desk.failure(.erase(.init(query: "shop"))) == .nothingToRestore)
    #expect(await erased(.init(), at: desk) == 0)
    for service in ["shop", "bank"] { _ = try await desk.entry(.remove(.init(query: service))) }
    desk.household.person.will(.says(false))
    #expect(await desk.failure(.erase(.init(query: "shop"))) == .refused)
    #expect(desk.household.person.confirmations.last?.description.contains("erase shop.example (anne) from the trash permanently") == true)
    desk.household.person.will(.says(false))
    #expect(await desk.failure(.erase()) == .refused)
    #expect(desk.household.person.confirmations.last?.description.contains("erase all 2 entries in your trash permanently") == true)
    #expect(try await desk.entries(.trash()).count == 2)
    desk.household.person.will(.says(true))
    #expect(await erased(.init(query: "shop"), at: desk) == 1)
    #expect(try await desk.entries(.trash()).map(\.title) == ["bank.example"])
    #expect(await desk.failure(.restore(.init(query: "shop"))) == .nothingToRestore)
    desk.household.person.will(.says(true))
    #expect(await erased(.init(), at: desk) == 1)
    #expect(try await desk.entries(.trash()).isEmpty)
    #expect(try await desk.entries(.list()).map(\.title) == ["post.example"])
    #expect(await desk.failure(.erase(), from: Desk.popup) == .badRequest)
  }

  @Test("a restored code is kept next to the one that replaced it")
  func restoringReplaced() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let old = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.otherLink)
    _ = try await desk.entry(.restore(.init(query: "shop")))
    #expect(try await desk.entries(.list()).count == 2)
    #expect(await desk.code(old.record) == "287082")
    #expect(await desk.failure(.code(.init(query: "shop"))) == .ambiguous)
  }

  @Test("an edit of code parameters chooses the code among entries with one name, and other edits are ambiguous")
  func kindsToEdit() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne", title: "Shop")), secret: "x")
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    #expect(try await desk.entry(.edit(.init(query: "shop", digits: 8))).kind == .oneTimeCode)
    #expect(try await desk.entry(.edit(.init(query: "shop", period: 60, algorithm: "SHA256"))).kind == .oneTimeCode)
    for edit in [
      VaultCall.EntryEdit(query: "shop", user: "ann"), .init(query: "shop", title: "x", favourite: true),
      .init(query: "shop", document: "x"),
    ] {
      #expect(await desk.failure(.edit(edit)) == .ambiguous)
    }
    #expect(await desk.failure(.edit(.init(query: "shop")), secret: "y") == .ambiguous)
    #expect(await desk.failure(.edit(.init(query: "shop", kind: .password, digits: 8))) == .wrongKind)
  }

  @Test("tags and the favourite mark of an account are those of its password, unless a kind is given")
  func labelsOfAnAccount() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne", title: "Shop")), secret: "x")
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    let edited = try await desk.entry(.edit(.init(query: "shop", favourite: true, addTags: ["work", "home"])))
    #expect(edited.kind == .password && edited.favourite == true && edited.tags == ["home", "work"])
    #expect(try await desk.entry(.edit(.init(query: "shop", removeTags: ["home"]))).tags == ["work"])
    let listed = try await desk.entries(.list(.init(joined: true)))
    #expect(listed.map(\.tags) == [["work"]] && listed[0].others?.map(\.kind) == [.oneTimeCode])
    let codes = try await desk.entry(.edit(.init(query: "shop", kind: .oneTimeCode, addTags: ["other"])))
    #expect(codes.kind == .oneTimeCode && codes.tags == ["other"])
    // Only the user knows whether the tag of another record is meant.
    #expect(await desk.failure(.edit(.init(query: "shop", removeTags: ["other"]))) == .ambiguous)
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "ben", title: "Shop")), secret: "y")
    #expect(await desk.failure(.edit(.init(query: "shop", addTags: ["x"]))) == .ambiguous)
  }

  @Test("notes, tags, fields and files of an account belong to its main credential, so that its name is enough for them")
  func accountAdditions() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let login = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne", title: "Shop")), secret: "x")
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    #expect(try await desk.entry(.edit(.init(query: "shop", favourite: true, addTags: ["work"]))).record == login.record)
    #expect(try await desk.entry(.edit(.init(query: "shop", note: true)), secret: "remember").record == login.record)
    #expect(try await desk.entry(.edit(.init(query: "shop", field: "PIN", hidden: true)), secret: "1234").record == login.record)
    #expect(await desk.ask(.reveal(.init(query: "shop", note: true))).secret == "remember")
    #expect(await desk.ask(.reveal(.init(query: "shop", field: "PIN"))).secret == "1234")
    for call in [
      VaultCall.attach(.init(query: "shop", name: "empty", bytes: 0)), .openAttachment(.init(query: "shop", name: "empty")),
    ] {
      guard case .attachment(let state) = await desk.ask(call).answer else {
        Issue.record("\(call) was refused")
        continue
      }
      #expect(state.entry.record == login.record)
    }
    desk.household.person.will(.says(true))
    #expect(try await desk.entry(.removeAttachment(.init(query: "shop", name: "empty"))).record == login.record)
    #expect(await desk.failure(.edit(.init(query: "shop", kind: .oneTimeCode, addTags: ["code"]))) == nil)
  }

  @Test("a kind distinguishes a password from a code with the same name")
  func kinds() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addPassword(.init(service: "shop.example", user: "anne", title: "Shop")), secret: "x")
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    #expect(await desk.failure(.remove(.init(query: "shop"))) == .ambiguous)
    let account = try await desk.details("shop")
    #expect(account.entry.kind == .password && account.others?.map(\.kind) == [.oneTimeCode])
    #expect(try await desk.entries(.list()).count == 2)
    let joined = try await desk.entries(.list(.init(joined: true)))
    #expect(joined.map(\.kind) == [.password] && joined[0].others?.map(\.kind) == [.oneTimeCode])
    #expect(try await desk.entry(.remove(.init(query: "shop", kind: .password))).kind == .password)
    #expect(try await desk.details("shop").entry.kind == .oneTimeCode)
  }

  @Test("the set-up link of a Steam code has the type by which authenticator apps recognise it")
  func exportSteam() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let link = "otpauth://totp/Games:anne?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&digits=5&encoder=steam"
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: link)
    desk.household.person.will(.types(Household.passphrase))
    let secret = try #require(await desk.ask(.exportSetUp(.init(query: "games"))).secret)
    #expect(secret.hasPrefix("otpauth://steam/Games:anne?") && secret.contains("&issuer=Games&"))
  }

  @Test("exporting a set-up link always needs the passphrase, and the link sets up the same codes")
  func export() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    desk.household.person.will(.cancels)
    #expect(await desk.failure(.exportSetUp(.init(query: "shop"))) == .canceled)
    desk.household.person.will(.types(Household.passphrase))
    let (answer, secret) = await desk.ask(.exportSetUp(.init(query: "shop")))
    guard case .setUpURL(let entry) = answer else {
      Issue.record("no link")
      return
    }
    #expect(entry.title == "Shop")
    let link = try SetupURL(parsing: try #require(secret))
    #expect(link.label == "Shop" && link.account == "anne" && link.issuer == "shop.example")
    #expect(link.parameters.code(at: Date(timeIntervalSince1970: 59)).text == "287082")
    #expect(desk.household.person.passphraseQuestions.last?.description.contains("secret of Shop (anne)") == true)
    // If the vault is unlocked for the request, the passphrase prompt did not name the entry, so a confirmation follows.
    _ = await desk.ask(.lock)
    desk.household.person.will(.types(Household.passphrase), .says(false))
    #expect(await desk.failure(.exportSetUp(.init(query: "shop"))) == .refused)
    #expect(desk.household.person.confirmations.last?.description.contains("secret of Shop (anne)") == true)
  }

  @Test("a stranger needs a confirmation that names the request for details, trash or changes")
  func judgement() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let entry = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    let calls: [(VaultCall, String)] = [
      (.details(.init(query: "shop")), "everything about Shop (anne)"), (.remove(.init(query: "shop")), "move Shop (anne) to the trash"),
      (.edit(.init(query: "shop", title: "x", digits: 8)), "change Shop (anne): title, digits"), (.trash(), "your trash"),
      (.codes(.init(query: "")), "all your accounts"), (.restore(.init(query: "shop")), "search for"),
    ]
    for (call, words) in calls {
      desk.household.person.will(.says(false))
      #expect(await desk.failure(call, from: Desk.stranger) == .refused)
      #expect(desk.household.person.confirmations.last?.description.contains(words) == true)
    }
    #expect(try await desk.entries(.list()) == [entry])
  }

  @Test("concurrent edits of one entry are all kept")
  func together() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    let entry = try await desk.entry(.addCode(.init()), secret: Desk.link)
    async let title = desk.failure(.edit(.init(query: entry.record, title: "Laden")))
    async let user = desk.failure(.edit(.init(query: entry.record, user: "ann")))
    async let confirmation = desk.failure(.confirmCode(.init(record: entry.record)))
    #expect(await [title, user, confirmation] == [nil, nil, nil])
    let details = try await desk.details(entry.record)
    #expect(details.entry.title == "Laden" && details.entry.user == "ann" && details.pendingSince == nil)
  }
}
