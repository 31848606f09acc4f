// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import Foundation
import Testing

/// Files of password managers and browsers, each with a transcript of its complete content.
struct ManagerSampleTests {
  static let samples: [(name: String, format: ImportFormat)] = [
    ("1password/every-field.1pux", .onePassword), ("1password/empty.1pux", .onePassword), ("1password/data.1pif", .onePasswordInterchange),
    ("1password/mac.csv", .onePasswordCSV), ("1password/windows.csv", .onePasswordCSV), ("1password/eight.csv", .loginCSV),
    ("proton-pass/every-field.json", .protonPassJSON), ("proton-pass/every-field.zip", .protonPassZIP),
    ("proton-pass/pass.csv", .protonPassCSV),
    ("enpass/every-field.json", .enpass), ("enpass/enpass6.csv", .enpassCSV), ("enpass/enpass5.csv", .enpassCSV),
    ("lastpass/lastpass.csv", .lastPassCSV), ("lastpass/lastpass-old-escaped.csv", .lastPassCSV),
    ("lastpass/lastpass-without-quotes.csv", .lastPassCSV), ("dashlane/payments.csv", .dashlaneCSV),
    ("dashlane/dashlane.json", .dashlaneJSON),
    ("dashlane/dashlane.csv", .dashlaneCSV), ("dashlane/dashlane.zip", .dashlaneZIP), ("apple/apple.csv", .appleCSV),
    ("apple/safari.csv", .appleCSV), ("apple/payment-cards.json", .safariCards),
    ("1password/places.json", .onePassword), ("enpass/changed-fields.json", .enpass), ("nordpass/nordpass-dates.csv", .nordPassCSV),
    ("chromium/chromium.csv", .chromiumCSV), ("firefox/firefox.csv", .firefoxCSV),
    ("keepassxc-csv/keepassxc.csv", .keePassXCCSV), ("nordpass/nordpass.csv", .nordPassCSV), ("roboform/roboform.csv", .roboFormCSV),
    ("keepass-csv/keepass.csv", .keePassCSV), ("keepass-csv/not-escaped.csv", .keePassCSV), ("zoho/zoho.csv", .zohoCSV),
    ("nordpass/nordpass-older.csv", .nordPassCSV), ("roboform/roboform-older.csv", .roboFormCSV), ("csv/semicolons.csv", .loginCSV),
    ("csv/utf16.csv", .loginCSV), ("csv/buttercup.csv", .loginCSV), ("csv/buttercup-older.csv", .loginCSV), ("csv/german.csv", .loginCSV),
    ("nordpass/nordpass-spaced.csv", .nordPassCSV), ("1password/mac-identity.csv", .onePasswordCSV),
    ("1password/windows-identity.csv", .onePasswordCSV), ("keeper/web.json", .keeper), ("keeper/commander.json", .keeper),
    ("keeper/commander.zip", .keeper), ("kaspersky/export.txt", .kaspersky), ("passky/passky.json", .passky),
    ("nextcloud/passwords.json", .nextcloud),
  ]

  @Test(arguments: samples) func `every field of a sample is imported, or reported if it has no place`(
    _ sample: (name: String, format: ImportFormat)
  ) throws {
    let file = try Samples.bytes(sample.name)
    let found = file.withUnsafeBytes { ImportFormat.detect($0) }
    #expect(found == sample.format)
    let collection = try read(file, sample.format)
    let text = SampleTranscript.text(of: collection)
    let place = Samples.url("\(sample.name).expected.txt")
    if ProcessInfo.processInfo.environment["WRITE_TRANSCRIPTS"] != nil { try Data(text.utf8).write(to: place) }
    #expect(text == String(decoding: try Data(contentsOf: place), as: UTF8.self))
    let leftOut = Set(collection.findings.filter { $0.outcome == .leftOut }.compactMap(\.place.entry))
    #expect(collection.readCount <= collection.items.count + leftOut.count)
  }

  static let sealed: [(name: String, plain: String)] = [
    ("proton-pass/sealed.pgp", "proton-pass/every-field.zip"), ("proton-pass/sealed.zip", "proton-pass/every-field.zip"),
    ("proton-pass/sealed-older.pgp", "proton-pass/every-field.json"), ("proton-pass/sealed-zlib.pgp", "proton-pass/every-field.zip"),
  ]
  static let passphrase = "seven cups, Grüße"

  @Test(arguments: sealed) func `an encrypted Proton Pass export is imported completely, and only with its passphrase`(
    _ sample: (name: String, plain: String)
  ) throws {
    let file = try Samples.bytes(sample.name)
    let format = try #require(file.withUnsafeBytes { ImportFormat.detect($0) })
    let expected = try Data(contentsOf: Samples.url("\(sample.plain).expected.txt"))
    #expect(
      SampleTranscript.text(of: try ImportedText.read(file, as: format, passphrase: Self.passphrase))
        == String(decoding: expected, as: UTF8.self))
    #expect(throws: CredentialExchangeError(.passphraseNeeded)) { try read(file, format) }
    #expect(throws: CredentialExchangeError(.notOpenable)) { try ImportedText.read(file, as: format, passphrase: "seven cups") }
  }

  @Test func `a changed or truncated encrypted export is refused`() throws {
    let text = try Samples.bytes("proton-pass/sealed-older.pgp")
    for number in 1..<40 {
      var changed = text
      let place = text.count * number / 40
      changed[place] = changed[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      let whole = try? ImportedText.read(changed, as: .protonPassJSON, passphrase: Self.passphrase)
      #expect(whole == nil)
      #expect((try? ImportedText.read(Array(text.prefix(place)), as: .protonPassJSON, passphrase: Self.passphrase)) == nil)
    }
  }

  @Test(arguments: samples) func `a truncated file yields no extra entries, and a damaged file does not crash the reader`(
    _ sample: (name: String, format: ImportFormat)
  ) throws {
    let file = try Samples.bytes(sample.name)
    let whole = try read(file, sample.format).readCount
    for part in 0..<16 {
      let count = (try? read(Array(file.prefix(file.count * part / 16)), sample.format).readCount) ?? 0
      #expect(count <= whole)
    }
    for number in 0..<64 {
      var changed = file
      changed[file.count * number / 64] ^= UInt8(1 << (number % 8))
      _ = changed.withUnsafeBytes { ImportFormat.detect($0) }
      _ = try? read(changed, sample.format)
    }
  }

  @Test func `a table without a password column is refused because its columns are unknown`() {
    let file = Array("name,colour\nrose,red\n".utf8)
    #expect(file.withUnsafeBytes { ImportFormat.detect($0) } == nil)
    #expect(throws: CredentialExchangeError(.columnsUnknown)) { try read(file, .loginCSV) }
  }

  @Test func `lines with too many or too few cells are reported`() throws {
    let collection = try read(Array("name,url,username,password\na,https://a.example,u,p,more\nb,https://b.example\n".utf8), .chromiumCSV)
    #expect(collection.items.count == 2)
    #expect(collection.findings.map(\.reason) == [.malformedValue, .missingMember])
  }

  @Test(arguments: [",", ";", "\t"]) func `columns may be in any order, with any separator, in upper or lower case`(_ separator: String)
    throws
  {
    let lines = [["PASSWORD", "Name", "note", "URL", "Username"], ["p", "t", "n", "https://a.example/", "u"]]
    let file = Array(lines.map { $0.joined(separator: separator) }.joined(separator: "\r\n").utf8)
    #expect(file.withUnsafeBytes { ImportFormat.detect($0) } == .chromiumCSV)
    let item = try #require(try read(file, .chromiumCSV).items.first)
    #expect(SampleTranscript.lines(of: item) == ["= t", "  login u / p", "    at url https://a.example/ by domain", "  remark n"])
  }

  @Test(arguments: ["apple/apple.csv", "lastpass/lastpass.csv", "1password/data.1pif", "proton-pass/every-field.json", "zoho/zoho.csv"])
  func `a file in UTF-16 or UTF-32 is read like the same file in UTF-8`(_ name: String) throws {
    let file = try Samples.bytes(name)
    let format = try #require(file.withUnsafeBytes { ImportFormat.detect($0) })
    let expected = SampleTranscript.text(of: try read(file, format))
    let units = Array(String(decoding: file, as: UTF8.self).utf16)
    let little = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let scalars = String(decoding: file, as: UTF8.self).unicodeScalars.map(\.value)
    let littlest = scalars.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    let biggest = scalars.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) } }
    for wide in [
      [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big, [0xFF, 0xFE, 0, 0] + littlest, [0, 0, 0xFE, 0xFF] + biggest, littlest,
      biggest,
    ] {
      #expect(wide.withUnsafeBytes { ImportFormat.detect($0) } == format)
      #expect(SampleTranscript.text(of: try read(wide, format)) == expected)
    }
  }

  @Test(arguments: [
    "Titel,Webseite,Benutzername,Passwort,Notizen", "Titre,Site web,Identifiant,Mot de passe,Remarques",
    "Nombre,Sitio web,Usuario,Contraseña,Notas", "Titolo,Sito web,Nome utente,Password,Note",
    "Titel,Website,Gebruikersnaam,Wachtwoord,Notities", "Nome,URL,Usuário,Senha,Notas", "Nazwa,Witryna,Użytkownik,Hasło,Uwagi",
  ]) func `the columns of a table may have names in another language`(_ heading: String) throws {
    let file = Array("\(heading)\nt,https://a.example/,u,p,n\n".utf8)
    #expect(file.withUnsafeBytes { ImportFormat.detect($0) } == .loginCSV)
    let item = try #require(try read(file, .loginCSV).items.first)
    #expect(SampleTranscript.lines(of: item) == ["= t", "  login u / p", "    at url https://a.example/ by domain", "  remark n"])
  }

  @Test func `Buttercup groups that contain each other are read without an endless loop`() throws {
    let table = """
      !type,!group_id,!group_name,!group_parent,title,username,password
      group,a,A,b,,,
      group,b,B,a,,,
      entry,a,,,t,u,p
      """
    #expect(try read(Array(table.utf8), .loginCSV).items.first?.folders.first?.count == 64)
  }

  @Test func `the provider of a 1Password e-mail address is imported with it`() throws {
    let file =
      #"{"accounts":[{"attrs":{},"vaults":[{"attrs":{"name":"v"},"items":[{"uuid":"u","categoryUuid":"100","overview":{"title":"t"},"details":{"sections":[{"title":"Customer","fields":[{"title":"mail","id":"m","value":{"email":{"email_address":"a@b.example","provider":"Post"}}}]}]}}]}]}]}"#
    let item = try #require(try read(Array(file.utf8), .onePassword).items.first)
    let lines = SampleTranscript.lines(of: item)
    #expect(lines.contains("  field Customer: mail = a@b.example") && lines.contains("  field Customer: mail: provider = Post"))
  }

  @Test func `a table that is not UTF-8 is read as Windows-1252 and reported`() throws {
    let file =
      Array("name,url,username,password,note\nCaf".utf8) + [0xE9] + Array(",https://a.example,zo".utf8) + [0xEB] + Array(",p".utf8)
      + [0x80, 0x84, 0xFF] + Array(",\n".utf8)
    #expect(file.withUnsafeBytes { ImportFormat.detect($0) } == .chromiumCSV)
    let collection = try read(file, .chromiumCSV)
    let item = try #require(collection.items.first)
    #expect(SampleTranscript.lines(of: item) == ["= Café", "  login zoë / p€„ÿ", "    at url https://a.example by domain"])
    #expect(collection.findings.map(\.reason) == [.malformedValue])
  }

  @Test(.timeLimit(.minutes(1))) func `10 000 entries are read`() throws {
    var table = "name,url,username,password,note\n"
    for number in 0..<10_000 {
      table += "title \(number),https://host\(number).example/login,user\(number),\"pass \"\"\(number)\"\"\",note\n"
    }
    #expect(try read(Array(table.utf8), .chromiumCSV).items.count == 10_000)
    let item =
      #"{"uuid":"u","favIndex":0,"createdAt":1,"updatedAt":1,"state":"active","categoryUuid":"001","overview":{"title":"t","urls":[{"label":"","url":"https://a.example"}]},"details":{"loginFields":[{"value":"u","designation":"username"},{"value":"p","designation":"password"}],"sections":[{"title":"s","fields":[{"title":"f","id":"f","value":{"concealed":"x"}}]}]}}"#
    let file =
      #"{"accounts":[{"attrs":{},"vaults":[{"attrs":{"name":"v"},"items":["# + Array(repeating: item, count: 10_000).joined(separator: ",")
      + "]}]}]}"
    #expect(try read(Array(file.utf8), .onePassword).items.count == 10_000)
  }

  private func read(_ file: [UInt8], _ format: ImportFormat) throws -> ImportedCollection {
    try file.withUnsafeBytes { try ImportReader.read($0, as: format) }
  }
}
