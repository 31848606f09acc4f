// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import ExchangeFormats
import Foundation
import Testing

/// Files of password managers and browsers, each with a transcript of everything that is in it.
struct ManagerSampleTests {
  static let samples: [(name: String, format: ImportFormat)] = [
    ("1password/every-field.1pux", .onePassword), ("1password/empty.1pux", .onePassword), ("1password/data.1pif", .onePasswordInterchange),
    ("proton-pass/every-field.json", .protonPassJSON), ("proton-pass/every-field.zip", .protonPassZIP),
    ("proton-pass/pass.csv", .protonPassCSV),
    ("enpass/every-field.json", .enpass), ("enpass/enpass6.csv", .enpassCSV), ("enpass/enpass5.csv", .enpassCSV),
    ("lastpass/lastpass.csv", .lastPassCSV), ("lastpass/lastpass-old-escaped.csv", .lastPassCSV),
    ("lastpass/lastpass-without-quotes.csv", .lastPassCSV), ("dashlane/payments.csv", .dashlaneCSV),
    ("dashlane/dashlane.json", .dashlaneJSON),
    ("dashlane/dashlane.csv", .dashlaneCSV), ("dashlane/dashlane.zip", .dashlaneZIP), ("apple/apple.csv", .appleCSV),
    ("apple/safari.csv", .appleCSV), ("chromium/chromium.csv", .chromiumCSV), ("firefox/firefox.csv", .firefoxCSV),
    ("keepassxc-csv/keepassxc.csv", .keePassXCCSV), ("nordpass/nordpass.csv", .nordPassCSV), ("roboform/roboform.csv", .roboFormCSV),
    ("keepass-csv/keepass.csv", .keePassCSV), ("keepass-csv/not-escaped.csv", .keePassCSV), ("zoho/zoho.csv", .zohoCSV),
    ("nordpass/nordpass-older.csv", .nordPassCSV), ("roboform/roboform-older.csv", .roboFormCSV), ("csv/semicolons.csv", .loginCSV),
    ("csv/utf16.csv", .loginCSV),
  ]

  @Test(arguments: samples) func `every field of a sample comes in, and what has no place is told`(
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

  @Test(arguments: ["proton-pass/sealed.pgp", "proton-pass/sealed.zip"]) func `an export that Proton Pass sealed is told as such`(
    _ name: String
  ) throws {
    let file = try Samples.bytes(name)
    let format = try #require(file.withUnsafeBytes { ImportFormat.detect($0) })
    #expect(throws: CredentialExchangeError(.unsupportedVariant)) { try read(file, format) }
  }

  @Test(arguments: samples) func `a file that breaks off or is damaged is read in part or refused, and never more`(
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

  @Test func `a table without a column of passwords is of no format`() {
    let file = Array("name,colour\nrose,red\n".utf8)
    #expect(file.withUnsafeBytes { ImportFormat.detect($0) } == nil)
    #expect(throws: CredentialExchangeError(.unknownFormat)) { try read(file, .loginCSV) }
  }

  @Test func `lines with more or fewer cells than the table has columns are told`() throws {
    let collection = try read(Array("name,url,username,password\na,https://a.example,u,p,more\nb,https://b.example\n".utf8), .chromiumCSV)
    #expect(collection.items.count == 2)
    #expect(collection.findings.map(\.reason) == [.malformedValue, .missingMember])
  }

  @Test(arguments: [",", ";", "\t"]) func `columns may stand in any order, apart by any separator, in any case`(_ separator: String) throws
  {
    let lines = [["PASSWORD", "Name", "note", "URL", "Username"], ["p", "t", "n", "https://a.example/", "u"]]
    let file = Array(lines.map { $0.joined(separator: separator) }.joined(separator: "\r\n").utf8)
    #expect(file.withUnsafeBytes { ImportFormat.detect($0) } == .chromiumCSV)
    let item = try #require(try read(file, .chromiumCSV).items.first)
    #expect(SampleTranscript.lines(of: item) == ["= t", "  login u / p", "    at url https://a.example/ by domain", "  remark n"])
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
