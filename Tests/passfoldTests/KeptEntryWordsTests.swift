// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Testing
import VaultProtocol
import passfold

@Suite("The texts for notes, cards and identities")
struct KeptEntryWordsTests {
  private let text = Presenter(format: .text, usesColor: false)
  private let note = VaultEntry(record: "01", kind: .note, title: "Heating", services: [], user: "")

  private var card: VaultEntry {
    var entry = VaultEntry(record: "02", kind: .card, title: "Travel", services: [], user: "ANNE EXAMPLE")
    entry.about = ["Visa", "Example Bank"]
    return entry
  }

  private var person: VaultEntry {
    var entry = VaultEntry(record: "03", kind: .identity, title: "Me", services: [], user: "Anne Example")
    entry.about = ["anne@shop.example"]
    return entry
  }

  @Test("they are listed with the credentials, with their own detail in the service column")
  func list() {
    #expect(
      text.list(.init(entries: [note, person, card])) == """
        TITLE    ACCOUNT       KIND      SERVICE
        Heating                note
        Me       Anne Example  identity  anne@shop.example
        Travel   ANNE EXAMPLE  card      Visa

        """)
    #expect(text.trash(.init(entries: [card])).contains("Travel  ANNE EXAMPLE  card"))
  }

  @Test("details show their visible values and name their secrets without values")
  func details() {
    var details = EntryDetails(entry: person)
    details.values = [
      EntryValue(.givenName, "Anne"), EntryValue(.familyName, "Example"), EntryValue(.birthday, "1990-12-31"),
      EntryValue(.email, label: "work", "anne@shop.example"), EntryValue(.phone, label: "phone", "+49 170"),
      EntryValue(.address, label: "home", "Street 1\n12345 Town\u{1B}"),
      EntryValue(EntryValue.Name(name: "a-newer-value-of-a-person"), "x"),
    ]
    details.secrets = ["Passport", "ID card"]
    #expect(
      text.details(details) == """
        Title      Me
        Kind       identity
        Given      Anne
        Family     Example
        Birthday   1990-12-31
        E-mail     anne@shop.example (work)
        Phone      +49 170
        Address    Street 1, 12345 Town (home)
        a-newer-value-of-a-person x
        Secrets    Passport, ID card; passfold show --field NAME prints one
        Record     03

        """)
  }

  @Test("changes use their own kind names, and a history is mentioned only if there is one")
  func changes() {
    #expect(text.added(card) == "Added the card Travel (ANNE EXAMPLE).\n")
    #expect(text.changed(card, .edited) == "Changed the card Travel (ANNE EXAMPLE).\n")
    #expect(text.changed(note, .edited) == "Changed the note Heating.\n")
    #expect(text.changed(note, .replaced) == "Changed the note Heating. The previous secret stays in its history.\n")
    #expect(text.changed(card, .replaced) == "Changed the card Travel (ANNE EXAMPLE).\n")
    #expect(text.changed(person, .removed) == "Moved the identity Me (Anne Example) to the trash; passfold restore brings it back.\n")
    #expect(text.changed(note, .restored) == "Restored the note Heating from the trash.\n")
    var former = EntryDetails(entry: note)
    former.history = [EntryDetails.Retired(retired: 0)]
    #expect(text.history(former).contains("another text"))
    #expect([1, 2].map { Presenter.counted(.identity, $0) } == ["1 identity", "2 identities"])
  }

  @Test("entries of a newer version are named and not called damaged")
  func newerKinds() {
    let newer = VaultAnswer.Finding(subject: "record", name: "00ff", problem: "tooNew")
    let damaged = VaultAnswer.Finding(subject: "record", name: "01ff", problem: "damaged")
    func report(_ findings: [VaultAnswer.Finding]) -> VaultAnswer.CheckReport {
      VaultAnswer.CheckReport(findings: findings, total: findings.count, records: 3, snapshots: 1, complete: true)
    }
    #expect(report([newer]).damaged == 0 && report([newer, damaged]).damaged == 1)
    #expect(text.checked(report([newer])).contains("written by a newer version of Passfold"))
    #expect(
      text.checked(report([newer])).hasSuffix(
        "Nothing is damaged: 3 entries and 1 snapshot. Entries from a newer version of Passfold are kept unchanged.\n"))
    #expect(text.checked(report([newer, damaged])).hasSuffix("Checked 3 entries and 1 snapshot.\n"))
  }

  @Test("a repair that ended synchronisation says so and how to resume, and another repair does not")
  func repairOfReplica() {
    func report(_ endedSynchronising: Bool?) -> VaultAnswer.RepairReport {
      VaultAnswer.RepairReport(
        treated: [], total: 0, restoration: VaultAnswer.Restoration(records: 2, damaged: 0), setApart: nil, keyFile: nil, log: nil,
        endedSynchronising: endedSynchronising)
    }
    #expect(!text.repaired(report(nil)).contains("synchronise"))
    #expect(
      text.repaired(report(true)).contains("It no longer synchronises.") && text.repaired(report(true)).contains("passfold sync use PLACE"))
  }

  @Test("JSON contains their details and the requested secret")
  func json() {
    let json = Presenter(format: .json, usesColor: false)
    #expect(
      json.list(.init(entries: [card]))
        == #"[{"about":["Visa","Example Bank"],"kind":"card","record":"02","services":[],"title":"Travel","user":"ANNE EXAMPLE"}]"# + "\n")
    let pieces = json.revealed(note, SharedSecret(copying: "a\"b\nc".utf8), as: "text")
    let whole = pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .secret(let secret): secret.withBytes { String(decoding: $0, as: UTF8.self) }
      }
    }.joined()
    #expect(whole == #"{"kind":"note","record":"01","services":[],"title":"Heating","user":"","text":"a\"b\u000ac"}"# + "\n")
  }
}
