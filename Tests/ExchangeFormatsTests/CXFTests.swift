// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Foundation
import SecretMemory
import Testing

import class SecretMemory.SharedSecret

struct CXFTests {
  @Test("every credential of every type is imported, kept or reported", arguments: ["cxf/full.json", "cxf/draft.json", "cxf/account.json"])
  func samples(name: String) throws {
    let bytes = try ImportedText.sample(name)
    #expect(bytes.withUnsafeBytes { ImportFormat.detect($0) } == .credentialExchange)
    let read = try ImportedText.read(bytes)
    let expected = String(decoding: try ImportedText.sample(name + ".txt"), as: UTF8.self)
    #expect(ImportedText.lines(read).joined(separator: "\n") + "\n" == expected)
  }

  @Test(arguments: [
    (#"{"version":{"major":2,"minor":0},"exporterRpId":"a","accounts":[]}"#, CredentialExchangeError.Code.unsupportedVariant),
    (#"{"version":3,"exporter":"a","accounts":[]}"#, .unsupportedVariant),
    (#"{"version":{"major":1,"minor":0},"exporterRpId":"a","accounts":[{"id":"AA"}]}"#, .malformed),
    (#"{"version":{"major":1,"minor":0},"exporterRpId":"a","accounts":{}}"#, .malformed),
  ])
  func `an unsupported version or a malformed structure is refused`(file: String, code: CredentialExchangeError.Code) {
    #expect(throws: CredentialExchangeError(code)) { try ImportedText.read(Array(file.utf8), as: .credentialExchange) }
  }

  @Test func `a later minor version is read, and its unknown members are reported`() throws {
    let file = #"{"version":{"major":1,"minor":7},"exporterRpId":"a","accounts":[],"colour":"blue"}"#
    let read = try ImportedText.read(Array(file.utf8))
    #expect(ImportedText.lines(read) == ["unknownMember at colour: left out", "read 0"])
  }

  @Test(arguments: [
    (-1, "AAAA"), (1 << 40, "AAAA"), (100, "not base64!"), (4, "AQID"), (1 << 20, "A"),
  ])
  func `an invalid large blob is kept unchanged in a field`(size: Int, data: String) throws {
    let key = try #require(String(decoding: try ImportedText.sample("cxf/full.json"), as: UTF8.self).firstMatch(of: /"key": "(MIGH[^"]+)"/))
      .1
    let file = """
      {"version":{"major":1,"minor":0},"exporterRpId":"a","accounts":[{"id":"AA","collections":[],"items":[{"id":"AA","title":"t",\
      "credentials":[{"type":"passkey","credentialId":"AAAA","rpId":"a.example","username":"u","userDisplayName":"","userHandle":"AA",\
      "key":"\(key)","fido2Extensions":{"largeBlob":{"uncompressedSize":\(size),"data":"\(data)"}}}]}]}]}
      """
    let read = try ImportedText.read(Array(file.utf8))
    guard case .passkey(let passkey)? = read.items.first?.parts.first else { return #expect(Bool(false), "no passkey") }
    #expect(passkey.largeBlob == nil)
    #expect(read.items[0].annotations.fields.map { "\($0.name) \(ImportedText.text($0.value))" } == ["passkey largeBlob \(data)"])
  }

  private static func file(_ items: [String]) -> [UInt8] {
    let items = items.enumerated().map { #"{"id":"i\#($0)","title":"t\#($0)","credentials":[\#($1)]}"# }.joined(separator: ",")
    return Array(
      #"{"version":{"major":1,"minor":0},"exporterRpId":"a","accounts":[{"id":"AA","collections":[],"items":[\#(items)]}]}"#.utf8)
  }

  private static func field(_ name: String, _ value: String, _ label: String) -> String {
    #""\#(name)":{"fieldType":"string","value":"\#(value)","label":"\#(label)"}"#
  }

  @Test func `a user's label for a field is kept as a field name or in a separate field`() throws {
    let items = [
      #"{"type":"basic-auth",\#(Self.field("username", "4711", "Member number")),\#(Self.field("password", "secret", "Password"))}"#,
      #"{"type":"wifi",\#(Self.field("ssid", "attic", "Upstairs")),\#(Self.field("passphrase", "hidden", "wifi passphrase"))}"#,
      #"{"type":"passport",\#(Self.field("passportNumber", "C01X", "Old passport"))}"#,
      #"{"type":"address",\#(Self.field("streetAddress", "Elm St 1", "Parents")),\#(Self.field("tel", "555", "Their phone"))}"#,
    ]
    #expect(
      ImportedText.lines(try ImportedText.read(Self.file(items))) == [
        "[t0]", "  login 4711 with secret", "  field User name is called: Member number",
        "[t1]", "  field Upstairs: attic", "  hidden Wi-Fi password: hidden",
        "[t2]", "  person |||-, Old passport C01X",
        "[t3]", "  person |||-, Their phone 555, Parents Elm St 1",
        "noPlace at 0 credentials[0].username.label: kept as User name is called", "noPlace at 1 credentials[0].ssid: kept as Upstairs",
        "noPlace at 1 credentials[0].passphrase: kept as Wi-Fi password", "read 4",
      ])
  }

  @Test func `a code in a custom field keeps the field's name`() throws {
    let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    let link = Self.field("0", "otpauth://totp/ada?secret=\(secret)", "Work phone").replacing(#""0":"#, with: "")
    let lines = try ImportedText.lines(
      ImportedText.read(Self.file([#"{"type":"totp","secret":"\#(secret)"}"#, #"{"type":"custom-fields","fields":[\#(link)]}"#])))
    #expect(lines.contains("  code 921300 sha1 / 30 s, issuer -, account ada, called Work phone"))
  }

  @Test func `a label that most entries share is not kept as the user's own`() throws {
    let own = Self.field("username", "x", "Kennung")
    let items =
      (0..<4).map { #"{"type":"basic-auth",\#(Self.field("username", "u\($0)", "Benutzername"))}"# } + [#"{"type":"basic-auth",\#(own)}"#]
    let read = try ImportedText.read(Self.file(items))
    #expect(read.items.map { $0.annotations.fields.map(\.name) } == [[], [], [], [], ["User name is called"]])
    #expect(read.findings.map(\.place.path) == ["credentials[0].username.label"])
  }

  @Test func `an entry with an unpaired surrogate is imported and reported`() throws {
    let login = #"{"type":"basic-auth","username":{"fieldType":"string","value":"ada"},"password":{"fieldType":"concealed-string","value":"#
    let read = try ImportedText.read(Self.file([login + #""plain"}}"#, login + #""a\ud83db"}}"#]))
    #expect(read.items.count == 2)
    guard case .login(let broken)? = read.items.last?.parts.first else { throw CredentialExchangeError(.malformed) }
    #expect(broken.password?.withBytes { String(decoding: $0, as: UTF8.self) } == "a\u{FFFD}b")
    #expect(read.findings == [ImportFinding(.unreadableCharacter, at: .init(entry: 1, title: "t1"), outcome: .keptInPart)])
  }

  @Test func `ten thousand items in one collection are read within five seconds`() throws {
    #if DEBUG
      let most = 1000
    #else
      let most = 10_000
    #endif
    let item =
      #"{"id":"ID","title":"Shop","creationAt":1700000000,"scope":{"urls":["https://shop.example"],"androidApps":[]},"#
      + #""credentials":[{"type":"basic-auth","username":{"fieldType":"string","value":"ada"},"password":{"fieldType":"concealed-string","#
      + #""value":"secret"}},{"type":"totp","secret":"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ","period":30,"digits":6,"algorithm":"sha1"},"#
      + #"{"type":"custom-fields","fields":[{"fieldType":"string","value":"blue","label":"Colour"}]}]}"#
    let items = (0..<most).map { item.replacingOccurrences(of: "ID", with: "id\($0)") }.joined(separator: ",")
    let links = (0..<most).map { #"{"item":"id\#($0)"}"# }.joined(separator: ",")
    let file =
      #"{"version":{"major":1,"minor":0},"exporterRpId":"a","accounts":[{"id":"AA","collections":[{"id":"AA","#
      + #""title":"All","items":["# + links + "]}],\"items\":[" + items + "]}]}"
    let bytes = Array(file.utf8)
    var read = ImportedCollection()
    let took = try ContinuousClock().measure { read = try ImportedText.read(bytes) }
    #expect(read.items.count == most && read.items.allSatisfy { $0.folders == [["All"]] } && read.findings.isEmpty)
    #if DEBUG
      _ = took
    #else
      #expect(took < .seconds(5), "\(took)")
      print("ten thousand entries:", took)
    #endif
  }
}
