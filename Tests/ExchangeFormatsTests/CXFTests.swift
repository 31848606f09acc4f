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
  @Test("every credential of every kind is taken, kept or told", arguments: ["cxf/full.json", "cxf/draft.json", "cxf/account.json"])
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
  func `another version and another form are refused`(file: String, code: CredentialExchangeError.Code) {
    #expect(throws: CredentialExchangeError(code)) { try ImportedText.read(Array(file.utf8), as: .credentialExchange) }
  }

  @Test func `a later minor version is read, and what it has more is told`() throws {
    let file = #"{"version":{"major":1,"minor":7},"exporterRpId":"a","accounts":[],"colour":"blue"}"#
    let read = try ImportedText.read(Array(file.utf8))
    #expect(ImportedText.lines(read) == ["unknownMember at colour: left out", "read 0"])
  }

  @Test(arguments: [
    (-1, "AAAA"), (1 << 40, "AAAA"), (100, "not base64!"), (4, "AQID"), (1 << 20, "A"),
  ])
  func `a blob that is not what it claims to be is kept as it stands`(size: Int, data: String) throws {
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

  @Test func `ten thousand items in one collection come in within five seconds`() throws {
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
