// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import SecretMemory
import Testing

import class SecretMemory.SharedSecret

struct PasswordStoreEntryTests {
  private static let link = "otpauth://totp/Shop:ada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

  private static let entries: [(path: String, text: String, lines: [String])] = [
    // browserpass's layout: the host is a folder, and the entry's name is the user.
    (
      "web/shop.example/ada.gpg", "hunter2\n", ["[shop.example] in web", "  login ada with hunter2 at domain shop.example"]
    ),
    ("shop.example", "hunter2", ["[shop.example]", "  login - with hunter2 at domain shop.example"]),
    ("./shop.example:8080.gpg", "hunter2\r\n", ["[shop.example:8080]", "  login - with hunter2 at domain shop.example:8080"]),
    (
      "accounts.shop.example/mail/ada@mail.example", "x",
      ["[ada@mail.example] in accounts.shop.example/mail", "  login - with x at domain accounts.shop.example"]
    ),
    ("notes.txt.gpg", "x", ["[notes.txt]", "  login - with x"]),
    // browserpass's keys, in any case and any order.
    (
      "shop.example/personal", "hunter2\nURL: https://shop.example/login\nUser: ada\nemail: ada@mail.example\n",
      [
        "[shop.example]", "  login ada with hunter2 at url https://shop.example/login", "  field email: ada@mail.example",
        "  field entry: personal",
      ]
    ),
    (
      "work/db", "\nlogin: root\nhost: db1\nPIN: 1234\n\nabout the\n\nmachine: it hums\n",
      [
        "[db] in work", "  login root with -", "  note about the", "  field host: db1", "  hidden PIN: 1234", "  hidden machine: it hums",
      ]
    ),
    ("mail", "hunter2\nemail: ada@mail.example", ["[mail]", "  login ada@mail.example with hunter2"]),
    (
      "a", "first\npassword: second\nlink: not an address",
      [
        "[a]", "  login - with first", "  hidden password: second", "  field link: not an address",
        "noPlace at 3 password: kept as password", "malformedValue at 3 link: kept as link",
      ]
    ),
    ("a", "pass: hunter2\nuser:ada", ["[a]", "  login ada with hunter2"]),
    // Without a password: the first line is a pair like those after it.
    (
      "a", "login: ada\nurl: https://shop.example", ["[a]", "  login ada with - at url https://shop.example"]
    ),
    ("a", "comments: not a word\nof it is secret\n", ["[a]", "  text not a word\nof it is secret"]),
    ("a", "login:ada", ["[a]", "  login - with login:ada"]),
    ("a", "login: ", ["[a]", "  login - with login: "]),
    // A password that begins like a key, without the space or the value.
    ("a", "Secret:2024!\nlogin: ada", ["[a]", "  login ada with Secret:2024!"]),
    ("a", "pass:word1", ["[a]", "  login - with pass:word1"]), ("a", "PASS:", ["[a]", "  login - with PASS:"]),
    // A key, or any other text between such lines, is one text.
    (
      "ssh/shop.example/root", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----\n",
      [
        "[shop.example] in ssh", "  text -----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaA==\n-----END OPENSSH PRIVATE KEY-----\n",
        "  field entry: root",
      ]
    ),
    // A file as gopass stores it.
    (
      "files/scan", "\nContent-Disposition: attachment; filename=\"scan.txt\"\nContent-Transfer-Encoding: Base64\nYSBz\nY2FuCg==\n",
      ["[scan] in files", "  file scan.txt: 7 bytes"]
    ),
    (
      "files/scan", "\nContent-Transfer-Encoding: Base64\nno Base64!\n",
      ["[scan] in files", "  text no Base64!", "  hidden Content-Transfer-Encoding: Base64"]
    ),
    // One-time codes of pass-otp, gopass and browserpass.
    ("otp/shop.example", link + "\n", ["[shop.example] in otp", "  code 921300 sha1 / 30 s, issuer Shop, account ada for shop.example"]),
    (
      "shop.example/ada", "hunter2\n" + link + "\nwritten on paper",
      [
        "[shop.example]", "  login ada with hunter2 at domain shop.example", "  code 921300 sha1 / 30 s, issuer Shop, account ada",
        "  note written on paper",
      ]
    ),
    (
      "a", "hunter2\ntotp: GEZDGNBVGY3TQOJQ GEZDGNBVGY3TQOJQ\nlogin: bo",
      ["[a]", "  login bo with hunter2", "  code 921300 sha1 / 30 s, issuer -, account bo"]
    ),
    (
      "a", "hunter2\nhotp: GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      ["[a]", "  login - with hunter2", "  code 755224 sha1 # 0, issuer -, account -"]
    ),
    (
      "a", "hunter2\notp: 0189", ["[a]", "  login - with hunter2", "  hidden otpauth: 0189", "unsupportedCode at 3 otp: kept as otpauth"]
    ),
    // gopass: YAML after three hyphens, headers from 2020, and references to other entries' passwords.
    (
      "a", "hunter2\nkey: one\n---\nuser: \"ada\"\nurl: 'https://shop.example'\nnested:\n  - 1\n  - two\n# remark\n",
      [
        "[a]", "  login ada with hunter2 at url https://shop.example", "  note # remark", "  hidden key: one",
        "  hidden nested:   - 1\n  - two",
      ]
    ),
    (
      "a", "GOPASS-SECRET-1.0\nPassword: hunter2\nUsername: ada\nX: y\n\nthe text\nkey: kept\n",
      ["[a]", "  login ada with hunter2", "  note the text\nkey: kept", "  hidden X: y"]
    ),
    ("a", "gopass://other/entry", ["[a]", "  login - with gopass://other/entry", "referenceMissing at 3 password: kept in part"]),
    // Text only, and nothing at all.
    ("diary", "\nDear diary,\nnothing.", ["[diary]", "  text Dear diary,\nnothing."]),
    ("diary", "hunter2\nnotes: one\nand two", ["[diary]", "  login - with hunter2", "  note one\nand two"]),
    ("empty", "", ["[empty]"]), ("", "x", ["[]", "  login - with x"]),
  ]

  @Test(arguments: entries) func `an entry follows the conventions of the programs that use password stores`(
    _ entry: (path: String, text: String, lines: [String])
  ) {
    let (item, findings) = PasswordStoreEntry.item(path: entry.path, text: SharedSecret(copying: entry.text.utf8), entry: 3)
    #expect(ImportedText.lines(item) + findings.map(ImportedText.line) == entry.lines)
  }

  @Test func `a text in Windows-1252 is read and reported`() {
    let bytes = Array("p".utf8) + [0xE4] + Array("ss\nn".utf8) + [0xF6] + Array("te\n".utf8)
    let (item, findings) = PasswordStoreEntry.item(path: "old/shop.example/ada.gpg", text: SharedSecret(copying: bytes))
    #expect(ImportedText.lines(item).contains { $0.contains("with päss") } && ImportedText.lines(item).contains("  note nöte"))
    #expect(findings.map(ImportedText.line) == ["malformedValue at 0 UTF-8 (read as Windows-1252): read leniently"])
  }

  @Test func `binary content is kept as a file`() {
    let (item, findings) = PasswordStoreEntry.item(path: "keys/id.bin.gpg", text: SharedSecret(copying: [0xFF, 0x00, 0x0A, 0x80]))
    #expect(ImportedText.lines(item) == ["[id.bin] in keys", "  file id.bin: 4 bytes"])
    #expect(findings.isEmpty)
  }

  @Test func `random text does not crash the reader`() {
    let alphabet = Array(":\n- ---\r#\"'|otpauth://login: \t\u{0}é".utf8)
    var state: UInt64 = 1
    for _ in 0..<2000 {
      let text = (0..<Int(state % 61)).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(state >> 33) % alphabet.count]
      }
      state &+= 1
      _ = PasswordStoreEntry.item(path: String(decoding: text, as: UTF8.self), text: SharedSecret(copying: text))
    }
  }
}
