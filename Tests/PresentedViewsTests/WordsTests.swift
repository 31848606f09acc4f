// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import PresentedViews
import Testing
import VaultProtocol

@Suite("The texts of rows and codes")
struct WordsTests {
  @Test("a list of several kinds and providers names both, on screen and to a screen reader")
  func mixedRows() throws {
    let words = PresentedViewTests.rows.map { RowWords($0, in: PresentedViewTests.list) }
    #expect(words.map(\.detail) == ["ben · password · Passfold", "anne · passkey · Passfold", "anne · password · Other Vault"])
    #expect(words[1].spoken == "shop.example, anne, passkey, from Passfold")
  }

  @Test("a provider's own list of codes repeats neither kind nor provider")
  func plainRows() {
    let row = PresentableViewValue.Row(id: "a", title: "shop.example", subtitle: "anne", code: "123456", kind: .oneTimeCode)
    var view = PresentableViewValue(number: 1, kind: .list, title: "Codes", rows: [row])
    view.source = "Passfold"
    #expect(RowWords(row, in: view).detail == "anne")
  }

  @Test(
    "a finding's place in Passfold's own items is described in words, and one in a foreign file is quoted",
    arguments: [
      ("parts[1].added", "when the codes were set up"), ("oneTimeCode.added", "when the codes were set up"), ("login", "the password"),
      ("parts[0].services[1].rule", "how exactly an address must match"), ("login.uris[2]", "login.uris[2]"),
      ("fields.note", "fields.note"),
    ])
  func places(path: String, words: String) {
    #expect(ExchangeWords.place(entry: 2, title: "Shop", path: path) == "entry 2, Shop, \(words)")
    #expect(ExchangeWords.place(entry: nil, title: "Shop", path: "") == "Shop")
  }

  @Test(
    "a finding about a part names the part, if its kind is known",
    arguments: [
      ("parts[0].history", "password", "its previous passwords"),
      ("parts[1].history", "one-time-code", "its previous one-time code set-ups"),
      ("parts[0].history", "note", "its previous texts"), ("parts[0].history", nil, "its history"),
      ("oneTimeCode.history", nil, "its previous one-time code set-ups"), ("parts[1]", "passkey", "the passkey"),
      ("parts[1]", "card", "the card"), ("parts[1]", "newer", "one of its parts"), ("parts[1]", nil, "one of its parts"),
      ("parts", nil, "how its parts belong together"),
    ] as [(String, String?, String)])
  func parts(path: String, kind: String?, words: String) {
    let finding = VaultAnswer.ExchangeFinding(entry: 2, title: "Shop", path: path, reason: "noPlace", outcome: "left-out", kind: kind)
    #expect(ExchangeWords.place(of: finding) == "entry 2, Shop, \(words)")
    #expect(ExchangeWords.words(of: finding, isExport: true) == "no place in the format, left out")
    #expect(ExchangeWords.words(of: finding, isExport: false) == "the vault has no dedicated place for it, left out")
  }

  @Test(
    "a code is shown in two groups, the second at least as long",
    arguments: [("123456", "123 456"), ("1234567", "123 4567"), ("ABCDE", "ABCDE")])
  func groups(code: String, groups: String) {
    #expect(LiveCode(PresentableViewValue.Row(id: "a", title: "", code: code))?.groups == groups)
  }

  @Test("a code's remaining time falls to zero and never below, even with invalid numbers")
  func time() throws {
    let code = try #require(LiveCode(PresentableViewValue.Row(id: "a", title: "", code: "123456", validUntil: 130, period: 30)))
    #expect(code.seconds(at: 110.5) == 20)
    #expect(code.share(at: 115) == 0.5)
    #expect(!code.isSoonOver(at: 124))
    #expect(code.isSoonOver(at: 125))
    #expect(code.seconds(at: 500) == 0)
    #expect(code.share(at: 500) == 0)
    let odd = try #require(LiveCode(PresentableViewValue.Row(id: "a", title: "", code: "1", validUntil: .infinity, period: 0)))
    #expect(odd.seconds(at: 0) == 0)
    #expect(odd.share(at: 0) == nil)
  }

  @Test(
    "the text direction follows the locale for messages",
    arguments: [
      (["LANG": "he_IL.UTF-8"], true), (["LANG": "de_DE.UTF-8"], false), ([:], false),
      (["LANG": "de_DE", "LC_MESSAGES": "ar_EG.UTF-8"], true),
      (["LANG": "ar_EG", "LC_ALL": "C"], false), (["LANG": "en_US.UTF-8", "LANGUAGE": "fa:en"], true),
      (["LANG": "C", "LANGUAGE": "fa"], false), (["LANG": "sd_IN@devanagari"], false), (["LANG": "ku_TR"], false),
      (["LANG": "ckb_IQ"], true),
    ] as [([String: String], Bool)])
  func direction(variables: [String: String], isRightToLeft: Bool) {
    #expect(TextDirection { variables[$0] } == (isRightToLeft ? .rightToLeft : .leftToRight))
  }
}
