// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import Testing
import VaultProtocol
import passfold

/// Returns the output with the secrets that a real run keeps out of strings.
func revealed(_ pieces: [OutputPiece]) -> String {
  pieces.map { piece in
    switch piece {
    case .text(let text): text
    case .secret(let secret): secret.withBytes { String(decoding: $0, as: UTF8.self) }
    }
  }.joined()
}

func secret(_ text: String) -> SharedSecret { SharedSecret(copying: text.utf8) }

@Suite("The texts about codes")
struct CodeWordsTests {
  private let text = Presenter(format: .text, usesColor: false)
  private let json = Presenter(format: .json, usesColor: false)
  private let entry = VaultEntry(record: "02", kind: .oneTimeCode, title: "Shop", services: ["shop.example"], user: "anne")

  private var issued: VaultAnswer.IssuedCode { VaultAnswer.IssuedCode(entry: entry, validFrom: 30, validUntil: 60, period: 30) }

  @Test("a code that is about to expire is announced, with the next code for a user and without it for a log")
  func shortNote() {
    #expect(revealed(text.shortNote(issued, now: 56.5, next: secret("222222"))) == "Shop (anne): only 4 seconds left; then 222222\n")
    let log = revealed(text.shortNote(issued, now: 59.5, next: nil))
    #expect(log == "passfold: note: Shop (anne): only 1 second left; passfold code --next prints the next one\n")
  }

  @Test("all codes are listed in columns with their time, and a counter-based one is not used up by listing")
  func list() {
    let counted = VaultAnswer.IssuedCode(
      entry: VaultEntry(record: "03", kind: .oneTimeCode, title: "Token", services: [], user: ""), onRequest: true)
    let rows: [(issued: VaultAnswer.IssuedCode, code: SharedSecret?, next: SharedSecret?)] = [
      (issued, secret("12345678"), nil), (counted, nil, nil),
    ]
    #expect(
      revealed(text.codes(rows, now: 50)) == """
        CODE      LEFT        TITLE  ACCOUNT
        12345678  10 seconds  Shop   anne
        -         on request  Token

        """)
    let listed = revealed(json.codes(rows, now: 50))
    #expect(listed.hasPrefix(#"[{"code":"12345678","entry":{"#) && listed.hasSuffix("}]\n") && listed.contains(#"},{"entry":"#))
    #expect(revealed(json.codes([], now: 0)) == "[]\n")
    #expect(revealed(text.codes([], now: 0)).contains("passfold add code"))
  }

  @Test("a preview shows what a link would add, with its warnings")
  func preview() {
    let preview = SetUpPreview(
      title: "Shop", account: "anne", issuer: "shop.example",
      scheme: CodeScheme(form: .timeBased, algorithm: "SHA256", digits: 8, period: 60, secretBits: 80),
      warnings: [.shortSecret, .hasCodeAlready])
    let words = text.preview(preview)
    #expect(words.contains("Shop") && words.contains("shop.example") && words.contains("8 digits, a new one every 60 seconds, SHA256"))
    #expect(words.contains("only 80 bits; 160 are recommended") && words.contains("keep working until"))
  }

  @Test("a set-up is described as pending until it is confirmed")
  func pending() {
    var waiting = entry
    waiting.pending = true
    #expect(text.changed(waiting, .setUp).contains("passfold confirm"))
    #expect(text.added(waiting).contains("not confirmed yet"))
    #expect(!text.changed(entry, .setUp).contains("confirm"))
  }

  @Test("details name previous set-ups by the number that restores them")
  func details() {
    let scheme = CodeScheme(form: .counterBased, algorithm: "SHA1", digits: 6, counter: 7, secretBits: 160)
    let words = text.details(EntryDetails(entry: entry, scheme: scheme, history: [EntryDetails.Retired(retired: 0, scheme: scheme)]))
    #expect(words.contains("counter-based; the next code is number 7") && words.contains("Before 0"))
    #expect(json.details(EntryDetails(entry: entry)).contains(#""record":"02""#))
  }

  @Test("the history numbers each previous secret, with the date until which it was in use")
  func history() {
    let login = VaultEntry(record: "01", kind: .password, title: "Shop", services: ["shop.example"], user: "anne")
    let former = [EntryDetails.Retired(retired: 0), EntryDetails.Retired(retired: 86_400)]
    let lines = text.history(EntryDetails(entry: login, history: former)).split(separator: "\n")
    #expect(lines.count == 3 && lines[1].hasPrefix("0 ") && lines[2].hasPrefix("1 ") && lines[1].hasSuffix("another password"))
    #expect(text.details(EntryDetails(entry: login, history: former)).contains("Before 1   another password, until "))
    #expect(text.history(EntryDetails(entry: login, history: [])).contains("Shop (anne) has no history"))
    #expect(json.history(EntryDetails(entry: login, history: former)) == #"[{"retired":0},{"retired":86400}]"# + "\n")
  }

  @Test("details show tags, note, fields and how each address matches")
  func additions() {
    var login = VaultEntry(record: "01", kind: .password, title: "Shop", services: ["shop.example", "old.example"], user: "anne")
    login.matching = ["shop.example": "host", "old.example": "never"]
    login.tags = ["bank", "work"]
    login.favourite = true
    var details = EntryDetails(entry: login)
    details.note = true
    details.fields = [EntryDetails.Field(name: "PIN", hidden: true), EntryDetails.Field(name: "Number")]
    let words = text.details(details)
    #expect(words.contains("shop.example (this host only), old.example (never)") && words.contains("bank, work"))
    #expect(words.contains("PIN, Number") && words.contains("--note") && words.contains("Favourite  yes"))
  }

  @Test("an existing login is named with its record and with both ways to continue")
  func loginExists() {
    let login = VaultEntry(record: "01", kind: .password, title: "Shop", services: ["shop.example"], user: "anne")
    let words = FailureWords(VaultFailure(.loginExists, matches: [login]))
    #expect(words.message.contains("01  Shop (anne)") && words.hint?.contains("--update RECORD") == true && words.status == .failed)
  }

  @Test("control characters from entries never reach the terminal")
  func controls() {
    var hostile = entry
    hostile.title = "Sh\u{1B}]0;x\u{07}op\u{202E}"
    let words = text.details(EntryDetails(entry: hostile)) + text.changed(hostile, .removed) + text.trash(.init(entries: [hostile]))
    #expect(!words.unicodeScalars.contains { $0.value == 0x1B || $0.value == 7 || $0.value == 0x202E })
  }

  @Test("a pending set-up is found by the words of a query")
  func pendingChoice() throws {
    var waiting = entry
    waiting.pending = true
    var other = VaultEntry(record: "04", kind: .oneTimeCode, title: "Bank", services: ["bank.example"], user: "anne", pending: true)
    #expect(try PendingChoice.choose(from: [entry, waiting], query: "") == waiting)
    #expect(try PendingChoice.choose(from: [waiting, other], query: "BANK anne") == other)
    #expect(throws: CommandFailure.vault(VaultFailure(.ambiguous, matches: [waiting, other]))) {
      try PendingChoice.choose(from: [waiting, other], query: "anne")
    }
    other.pending = nil
    #expect(throws: CommandFailure.nothingPending) { try PendingChoice.choose(from: [entry, other], query: "") }
  }

  @Test("an invalid character is named with its position and a suggestion")
  func foreignCharacter() {
    let failure = VaultFailure(.badSetUpLink, detail: "secretNotBase32", position: 41, character: "0", suggestion: "O")
    let words = FailureWords(CommandFailure.vault(failure))
    #expect(words.message.contains("'0'") && words.message.contains("at character 42") && words.message.contains("perhaps O was meant"))
  }

  @Test("unregistering as the handler of links keeps other programs' entries")
  func mimeDefaults() {
    let list = "[Default Applications]\nx-scheme-handler/otpauth=passfold-open.desktop\ntext/html=firefox.desktop\n"
    #expect(
      MimeDefaults.removing("passfold-open.desktop", for: "x-scheme-handler/otpauth", from: list)
        == "[Default Applications]\ntext/html=firefox.desktop\n")
    #expect(MimeDefaults.removing("a.desktop", for: "x", from: "x=a.desktop;b.desktop;") == "x=b.desktop;")
  }
}
