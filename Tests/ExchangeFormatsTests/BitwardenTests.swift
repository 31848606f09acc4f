// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Foundation
import SecretMemory
import Testing

import class SecretMemory.SharedSecret

struct BitwardenTests {
  private static let passphrase = "correct höfse"

  private static func expected(_ name: String) throws -> [String] {
    let text = String(decoding: try ImportedText.sample(name + ".txt"), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private static func lines(_ collection: ImportedCollection) -> [String] {
    ImportedText.lines(collection).joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test(
    "every field of every kind of entry is imported, kept or reported",
    arguments: [
      ("bitwarden/full.json", ImportFormat.bitwardenJSON), ("bitwarden/organisation.json", .bitwardenJSON),
      ("bitwarden/old.json", .bitwardenJSON), ("bitwarden/files.zip", .bitwardenZIP), ("bitwarden/table.csv", .bitwardenCSV),
      ("bitwarden/organisation.csv", .bitwardenCSV),
    ])
  func samples(name: String, format: ImportFormat) throws {
    let bytes = try ImportedText.sample(name)
    #expect(bytes.withUnsafeBytes { ImportFormat.detect($0) } == format)
    let read = try ImportedText.read(bytes)
    #expect(Self.lines(read) == (try Self.expected(name)))
    let leftOut = read.findings.filter { $0.place.entry != nil && $0.place.path.isEmpty && $0.outcome == .leftOut }
    #expect(read.items.count + leftOut.count == read.readCount)
  }

  @Test(
    "an export encrypted by Python opens only with its passphrase",
    arguments: ["bitwarden/sealed-pbkdf2.json", "bitwarden/sealed-argon2id.json"])
  func sealed(name: String) throws {
    let bytes = try ImportedText.sample(name)
    #expect(bytes.withUnsafeBytes { ImportFormat.detect($0) } == .bitwardenJSON)
    #expect(Self.lines(try ImportedText.read(bytes, passphrase: Self.passphrase)) == (try Self.expected("bitwarden/full.json")))
    #expect(throws: CredentialExchangeError(.passphraseNeeded)) { try ImportedText.read(bytes) }
    for other in ["correct hofse", "Correct höfse", "correct höfse "] {
      #expect(throws: CredentialExchangeError(.notOpenable)) { try ImportedText.read(bytes, passphrase: other) }
    }
  }

  @Test func `a Bitwarden export without encryption and type members is detected by its folders`() throws {
    let file =
      #"{"folders":[{"id":"f","name":"Work"}],"items":[{"folderId":"f","name":"Shop","login":{"username":"ada","password":"pw"}}]}"#
    let bytes = Array(file.utf8)
    #expect(bytes.withUnsafeBytes { ImportFormat.detect($0) } == .bitwardenJSON)
    let item = try #require(try ImportedText.read(bytes).items.first)
    #expect(SampleTranscript.lines(of: item) == ["= Shop", "  folder Work", "  login ada / pw"])
  }

  private static let entry = #"{"type":1,"name":"Shop","login":{"uris":["https://shop.example"],"username":"ada","password":"pw"}}"#

  @Test(arguments: ["[\(entry)]", #"{"items":[\#(entry)]}"#, #"{"encrypted":"false","folders":[],"items":[\#(entry)]}"#])
  func `Bitwarden entries are detected in a bw list or a reduced export, even with plain address strings`(
    _ file: String
  ) throws {
    let bytes = Array(file.replacing(#""type":1"#, with: file.hasPrefix("[") ? #""object":"item","type":1"# : #""type":"1""#).utf8)
    #expect(bytes.withUnsafeBytes { ImportFormat.detect($0) } == .bitwardenJSON)
    let lines = ImportedText.lines(try ImportedText.read(bytes))
    #expect(lines == ["[Shop]", "  login ada with pw at url https://shop.example", "read 1"])
  }

  @Test func `an unticked checkbox is read as false, and any other field without a value is reported`() throws {
    let fields = #"{"name":"Box","value":null,"type":2},{"name":"PIN","value":"","type":1},{"name":null,"value":null,"type":0}"#
    let file = #"{"encrypted":false,"folders":[],"items":[{"type":1,"name":"t","login":{"username":"u"},"fields":[\#(fields)]}]}"#
    #expect(
      ImportedText.lines(try ImportedText.read(Array(file.utf8))) == [
        "[t]", "  login u with -", "  field Box: false", "missingMember at 0 fields[1].value: left out", "read 1",
      ])
  }

  @Test func `an account-restricted export is distinguished from a passphrase-protected one`() throws {
    let bytes = try ImportedText.sample("bitwarden/account.json")
    #expect(bytes.withUnsafeBytes { ImportFormat.detect($0) } == .bitwardenJSON)
    #expect(throws: CredentialExchangeError(.unsupportedVariant)) { try ImportedText.read(bytes, passphrase: Self.passphrase) }
  }

  @Test(
    "a derivation with excessive, invalid or unknown parameters is refused before it runs",
    arguments: [
      (#""kdfType":0,"kdfIterations":2000000000"#, CredentialExchangeError.Code.overBounds),
      (#""kdfType":0,"kdfIterations":0"#, .malformed), (#""kdfType":0,"kdfIterations":-1"#, .malformed),
      (#""kdfType":1,"kdfIterations":3,"kdfMemory":1000000,"kdfParallelism":4"#, .overBounds),
      (#""kdfType":1,"kdfIterations":3,"kdfMemory":9223372036854775807,"kdfParallelism":4"#, .overBounds),
      (#""kdfType":1,"kdfIterations":9223372036854775807,"kdfMemory":64,"kdfParallelism":4"#, .overBounds),
      (#""kdfType":1,"kdfIterations":3,"kdfMemory":0,"kdfParallelism":4"#, .malformed),
      (#""kdfType":1,"kdfIterations":3"#, .malformed), (#""kdfType":2,"kdfIterations":3"#, .unsupportedVariant),
      (#""kdfIterations":3"#, .malformed),
    ])
  func bounds(derivation: String, code: CredentialExchangeError.Code) {
    let file =
      #"{"encrypted":true,"passwordProtected":true,"salt":"AAAA",\#(derivation),"encKeyValidation_DO_NOT_EDIT":"2.AA","data":"2.AA"}"#
    #expect(throws: CredentialExchangeError(code)) { try ImportedText.read(Array(file.utf8), passphrase: "p") }
  }

  @Test(
    "an unknown or malformed encryption type is reported as such",
    arguments: [
      ("7.AAAA", CredentialExchangeError.Code.unsupportedVariant), ("0.AAAA|AAAA", .unsupportedVariant), ("AAAA", .malformed),
      ("2.AAAA", .malformed), ("2.AAAA|AAAA|AAAA", .malformed), ("2.AAAAAAAAAAAAAAAAAAAAAA==|AAAA|AAAA", .notOpenable),
    ])
  func seals(seal: String, code: CredentialExchangeError.Code) {
    let file =
      #"{"encrypted":true,"passwordProtected":true,"salt":"AAAA","kdfType":0,"kdfIterations":1,"#
      + #""encKeyValidation_DO_NOT_EDIT":"\#(seal)","data":"2.A"}"#
    #expect(throws: CredentialExchangeError(code)) { try ImportedText.read(Array(file.utf8), passphrase: "p") }
  }

  @Test func `changed ciphertext under the right key is reported as a damaged file`() throws {
    let text = String(decoding: try ImportedText.sample("bitwarden/sealed-pbkdf2.json"), as: UTF8.self)
    let place = try #require(text.range(of: #""data": "2."#)).upperBound
    let start = text.index(place, offsetBy: 200)
    let changed = text[..<start] + (text[start] == "A" ? "B" : "A") + text[text.index(after: start)...]
    #expect(throws: CredentialExchangeError(.malformed)) { try ImportedText.read(Array(changed.utf8), passphrase: Self.passphrase) }
  }

  @Test(
    "truncated files are refused, and changed bytes do not stop the reader",
    arguments: [
      ("bitwarden/full.json", ImportFormat.bitwardenJSON), ("bitwarden/sealed-pbkdf2.json", .bitwardenJSON),
      ("bitwarden/files.zip", .bitwardenZIP), ("bitwarden/table.csv", .bitwardenCSV), ("cxf/full.json", .credentialExchange),
      ("cxf/draft.json", .credentialExchange),
    ])
  func damage(name: String, format: ImportFormat) throws {
    let whole = try ImportedText.sample(name)
    for step in 0..<16 {
      let part = Array(whole.prefix(whole.count * step / 16))
      let read = try? ImportedText.read(part, as: format, passphrase: Self.passphrase)
      #expect(read == nil || format == .bitwardenCSV, "\(step) of 16")
    }
    for step in 0..<64 {
      var changed = whole
      changed[whole.count * step / 64] ^= 0x01
      guard let read = try? ImportedText.read(changed, as: format, passphrase: Self.passphrase) else { continue }
      #expect(read.items.count <= read.readCount)
    }
  }

  @Test func `ten thousand entries are read within five seconds`() throws {
    #if DEBUG
      let most = 200
    #else
      let most = 10_000
    #endif
    let text = String(decoding: try ImportedText.sample("bitwarden/full.json"), as: UTF8.self)
    let start = try #require(text.range(of: #""items": ["#)).upperBound
    let end = try #require(text.range(of: "]", options: .backwards)).lowerBound
    // Twenty entries of all kinds, one of which is invalid.
    let file = text[..<start] + Array(repeating: String(text[start..<end]), count: most / 20).joined(separator: ",") + "]}"
    let bytes = Array(file.utf8)
    let clock = ContinuousClock()
    var count = 0
    let took = try clock.measure { count = try ImportedText.read(bytes).items.count }
    #expect(count == most / 20 * 19)
    #if DEBUG
      _ = took
    #else
      #expect(took < .seconds(5), "\(took)")
      print("ten thousand entries:", took)
    #endif
  }

  @Test func `an entry that exceeds the limits is truncated and reported`() throws {
    let many = 5000
    let fields = (0..<many).map { #"{"name":"n","value":"\#($0)","type":0}"# }.joined(separator: ",")
    let addresses = (0..<many).map { #"{"uri":"https://h\#($0).example","match":null}"# }.joined(separator: ",")
    let unknown = (0..<many).map { #""new\#($0)":1"# }.joined(separator: ",")
    let file =
      #"{"encrypted":false,"folders":[],"items":[{"type":1,"name":"t","fields":[\#(fields)],"#
      + #""login":{"uris":[\#(addresses)],"username":"u","password":"p"},\#(unknown)}]}"#
    var read = ImportedCollection()
    let took = try ContinuousClock().measure { read = try ImportedText.read(Array(file.utf8)) }
    #expect(took < .seconds(60))
    #expect(read.items.first?.annotations.fields.count == 1000)
    guard case .login(let login)? = read.items.first?.parts.first else { return #expect(Bool(false), "no login") }
    #expect(login.services.count == 1000)
    #expect(
      read.findings.map(ImportedText.line) == [
        "tooLarge at 0 login.uris: kept in part", "tooLarge at 0 fields: kept in part", "tooLarge at 0 new0: left out",
      ])
  }

  @Test func `an encrypted export in an archive is opened, and its files are imported with it`() throws {
    let sealed = try ImportedText.sample("bitwarden/sealed-pbkdf2.json")
    let archive = ZIPArchiveTests.archive([("data.json", sealed), ("attachments/i-login/a.txt", Array("a file".utf8))])
    #expect(throws: CredentialExchangeError(.passphraseNeeded)) { try ImportedText.read(archive) }
    let read = try ImportedText.read(archive, passphrase: Self.passphrase)
    #expect(read.items.count == 19 && read.items[0].attachments.map(\.name) == ["a.txt"])
  }

  @Test(arguments: [("yes", true, []), ("1", true, []), ("0", false, []), ("★", false, ["  field favorite: ★"])])
  func `the flag for favourites is read in any spelling, and another text is kept`(
    _ text: String, _ isFavourite: Bool, _ fields: [String]
  ) throws {
    let heading = "folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp"
    let read = try ImportedText.read(Array("\(heading)\n,\(text),login,Shop,,,0,,ada,pw,\n".utf8))
    #expect(read.items.flatMap(ImportedText.lines) == [isFavourite ? "[Shop] favourite" : "[Shop]", "  login ada with pw"] + fields)
    #expect(read.findings.map(\.outcome) == fields.map { _ in .keptAsField("favorite") })
  }

  @Test func `tags that Keyguard adds to the format are imported as tags`() throws {
    let file = #"{"encrypted":false,"folders":[],"items":[{"id":"a","type":1,"name":"Shop","tags":["work",{}],"login":{"username":"u"}}]}"#
    #expect(
      ImportedText.lines(try ImportedText.read(Array(file.utf8))) == [
        "[Shop] #work", "  login u with -", "malformedValue at 0 tags[1]: left out", "read 1",
      ])
  }
}
