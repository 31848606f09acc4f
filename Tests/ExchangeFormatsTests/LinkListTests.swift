// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import OneTimeCodes
import SecretMemory
import Testing

import class SecretMemory.SharedSecret

struct LinkListTests {
  private static let secret = SharedSecret(copying: "12345678901234567890".utf8)

  private func setup(_ account: String, form: OneTimeCodeParameters.Form = .timeBased(period: .seconds(30)), digits: Int? = nil) throws
    -> SetupURL
  {
    SetupURL(
      label: "Shop", account: account, issuer: "shop.example",
      parameters: try OneTimeCodeParameters(secret: Self.secret, digits: digits, form: form))
  }

  private func text(_ lines: [SharedSecret]) -> [UInt8] { Array(lines.map(ImportedText.text).joined(separator: "\n").utf8) }

  @Test func `set-up links and migration links that Passfold writes are imported completely`() throws {
    let setups = [
      try setup("ada"), try setup("b:o", form: .counterBased(counter: 7), digits: 8),
      try setup("c d", form: .timeBased(period: .seconds(60)), digits: 7),
      try setup("é", form: .steam),
    ]
    let links = try setups.map { SharedSecret(try $0.formatted()) }
    let read = try ImportedText.read(text(links))
    #expect(
      ImportedText.lines(read) == [
        "[Shop]", "  code 921300 sha1 / 30 s, issuer shop.example, account ada", "[Shop]",
        "  code 82162583 sha1 # 7, issuer shop.example, account b:o", "[Shop]",
        "  code 5895298 sha1 / 60 s, issuer shop.example, account c d",
        "[Shop]", "  code R87JJ sha1 of Steam, issuer shop.example, account é", "read 4",
      ])
    let migration = try MigrationPayload.urls(for: Array(setups.prefix(2)), identifier: -7)
    #expect(ImportedText.lines(try ImportedText.read(text(migration))) == Array(ImportedText.lines(read).prefix(4)) + ["read 2"])
  }

  @Test func `the parts of an export may be repeated and in any order, and missing ones are reported`() throws {
    let parts = try MigrationPayload.urls(for: try (0..<12).map { try setup("account \($0)") }, identifier: 7, byteLimit: 200)
    #expect(parts.count > 3)
    let whole = try ImportedText.read(text(parts.reversed() + [parts[1]]))
    #expect(whole.readCount == 12)
    #expect(whole.findings.isEmpty)
    #expect(
      whole.items.compactMap { if case .oneTimeCode(let code) = $0.parts.first { code.account } else { nil } }
        == (0..<12).map { "account \($0)" })
    let broken = try ImportedText.read(text([parts[0], parts[2]]))
    #expect(broken.readCount > 0 && broken.readCount < 12)
    let missing = ([2] + Array(4...parts.count)).map(String.init).joined(separator: ", ")
    #expect(broken.findings.map(ImportedText.line) == ["missingMember at part \(missing) of \(parts.count): left out"])
  }

  @Test(arguments: ["A,B", "A, B,", "\"A\"\n\"B\"", "\"A\",\"B\"\r\n", "A,\r\nB,"])
  func `links may be quoted and separated by commas`(_ list: String) throws {
    let links = try ["ada, b", "ben"].map { SharedSecret(try setup($0).formatted()) }.map(ImportedText.text)
    let text = list.replacing("A", with: "\u{1}").replacing("B", with: links[1]).replacing(
      "\u{1}", with: links[0].replacing("%2C", with: ","))
    #expect(Array(text.utf8).withUnsafeBytes { ImportFormat.detect($0) } == .setupLinks)
    #expect(
      ImportedText.lines(try ImportedText.read(Array(text.utf8))) == [
        "[Shop]", "  code 921300 sha1 / 30 s, issuer shop.example, account ada, b", "[Shop]",
        "  code 921300 sha1 / 30 s, issuer shop.example, account ben", "read 2",
      ])
  }

  @Test func `parts of two exports in one list are both imported`() throws {
    let one = try MigrationPayload.urls(for: [try setup("a")], identifier: 1)
    let other = try MigrationPayload.urls(for: [try setup("b")], identifier: 2)
    #expect(try ImportedText.read(text(one + other)).readCount == 2)
  }

  // Two entries in Google's payload: MD5, and a type of 9 with a counter of 5; encoded by hand from the message's fields.
  @Test func `an unsupported code in an export is kept as fields with its secret`() throws {
    let md5: [UInt8] = [0x0A, 0x0F, 0x0A, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x12, 0x02, 0x61, 0x62, 0x20, 0x04, 0x30, 0x02]
    let ninth: [UInt8] = [0x0A, 0x11, 0x0A, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x12, 0x02, 0x63, 0x64, 0x1A, 0x00, 0x30, 0x09, 0x38, 0x05]
    let link = "otpauth-migration://offline?data=" + base64(md5 + ninth + [0x10, 0x01, 0x18, 0x01, 0x20, 0x00, 0x28, 0x07])
    #expect(
      ImportedText.lines(try ImportedText.read(Array(link.utf8))) == [
        "[ab]", "  hidden Code secret: JBSWY3DP", "  field Code kind: totp", "  field Code algorithm: MD5", "  field Code account: ab",
        "[cd]", "  hidden Code secret: JBSWY3DP", "  field Code kind: 9", "  field Code algorithm: 0", "  field Code counter: 5",
        "  field Code account: cd", "unsupportedCode at 0 : kept as Code secret", "unsupportedCode at 1 : kept as Code secret", "read 2",
      ])
  }

  @Test func `an unreadable part is kept unchanged in a hidden field`() throws {
    let read = try ImportedText.read(Array("otpauth-migration://offline?data=AAAAA\n".utf8))
    #expect(
      ImportedText.lines(read) == [
        "[]", "  hidden otpauth-migration: otpauth-migration://offline?data=AAAAA",
        "malformedValue at 0 line 1: kept as otpauth-migration", "read 1",
      ])
  }

  @Test func `a written list is read back as the same codes, and everything else is reported`() throws {
    let code = ExchangedCode(issuer: "shop.example", account: "ada", parameters: try setup("ada").parameters)
    let alone = ExchangedCode(account: "bo", parameters: try setup("ada", form: .counterBased(counter: 3)).parameters)
    var first = ExchangedItem(title: "Shop", parts: [.login(ExchangedLogin(user: "ada")), .oneTimeCode(code)], folders: [["Work"]])
    first.annotations.note = Self.secret
    let second = ExchangedItem(title: "bo", parts: [.oneTimeCode(alone)], shelf: .archive)
    let third = ExchangedItem(title: "a note", parts: [.note(ExchangedNote(text: Self.secret))])
    let long = ExchangedItem(title: "a\nb" + String(repeating: "ö", count: 600), parts: [.oneTimeCode(alone)])
    let (file, findings) = try SetupLinksWriter.write([first, second, third, long])
    let bytes = file.withBytes { Array($0) }
    #expect(bytes.last == 0x0A)
    let read = try ImportedText.read(bytes)
    #expect(read.findings.isEmpty)
    #expect(
      read.items.map(\.title) == ["Shop", "bo", "a b" + String(repeating: "ö", count: 510)])
    #expect(
      ImportedText.lines(read)[1] == "  code 921300 sha1 / 30 s, issuer shop.example, account ada"
        && ImportedText.lines(read)[3] == "  code 969429 sha1 # 3, issuer -, account bo")
    #expect(
      findings.map(ImportedText.line) == [
        "noPlace at 0 login: left out", "noPlace at 0 note: left out", "noPlace at 0 folders: left out", "noPlace at 1 shelf: left out",
        "noPlace at 2 note: left out", "malformedValue at 3 oneTimeCode: kept in part",
      ])
    #expect(try SetupLinksWriter.write([]).file.byteCount == 0)
  }

  @Test func `a Steam code is written with the type by which authenticator apps recognise it`() throws {
    let code = ExchangedCode(account: "", parameters: try setup("", form: .steam).parameters)
    let file = try SetupLinksWriter.write([ExchangedItem(title: "Games", parts: [.oneTimeCode(code)])]).file
    let text = ImportedText.text(file)
    #expect(text.hasPrefix("otpauth://steam/Games:?secret=") && text.contains("&issuer=Games&"))
    #expect(ImportedText.lines(try ImportedText.read(Array(text.utf8)))[1] == "  code R87JJ sha1 of Steam, issuer Games, account -")
  }

  private func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0...group.count { text.append(letters[value >> (18 - 6 * place) & 63]) }
    }
    return text
  }
}
