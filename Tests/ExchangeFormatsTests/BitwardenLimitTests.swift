// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Foundation
import OneTimeCodes
import SecretMemory
import Testing
import WebDomains

import class SecretMemory.SharedSecret

/// The lengths at which Bitwarden's server refuses a complete import.
struct BitwardenLimitTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func secret(_ text: String) -> SharedSecret { SharedSecret(copying: text.utf8) }

  /// Writes one entry, and returns the items of the file and the findings.
  private func written(_ item: ExchangedItem) throws -> (items: [[String: Any]], findings: [String], read: ImportedCollection) {
    var random = SystemRandomNumberGenerator()
    let (file, findings) = try BitwardenWriter.write([item], keys: ImportKeys(), date: Self.date, random: &random)
    let bytes = file.withBytes { Array($0) }
    let root = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let items = try #require(root?["items"] as? [[String: Any]])
    return (items, findings.map(ImportedText.line), try ImportedText.read(bytes))
  }

  /// Returns every text in a value that is longer than its limit, by name.
  private func tooLong(_ value: Any, _ name: String = "") -> [String] {
    switch value {
    case let text as String:
      let limit: BitwardenLimit = name == "notes" || name == "uri" ? .note : ["value", "password"].contains(name) ? .value : .name
      return limit.holds(text.utf8.count) ? [] : [name]
    case let list as [Any]: return list.flatMap { tooLong($0, name) }
    case let members as [String: Any]: return members.flatMap { tooLong($0.value, $0.key) }
    default: return []
    }
  }

  @Test(arguments: [(BitwardenLimit.note, 7439), (.value, 3679), (.name, 687)])
  func `the longest accepted text has the length that its encryption allows`(_ limit: BitwardenLimit, _ byteCount: Int) {
    #expect(limit.byteCount == byteCount)
    #expect(limit.holds(byteCount) && !limit.holds(byteCount + 1))
  }

  @Test func `no value in the file is too long for Bitwarden's server, and none is lost`() throws {
    let parameters = try OneTimeCodeParameters(secret: SharedSecret(copying: [UInt8](repeating: 7, count: 600)))
    let note = (0..<1200).map { "line \($0) ö\n" }.joined()
    var item = ExchangedItem(title: String(repeating: "t", count: 1000), folders: [[String(repeating: "f", count: 900)]])
    item.parts = [
      .login(
        ExchangedLogin(
          services: [ServiceIdentifier(kind: .url, text: "https://shop.example/" + String(repeating: "p", count: 3000))],
          user: String(repeating: "u", count: 1000), password: secret(String(repeating: "p", count: 4000)),
          history: [RetiredPassword(password: secret(String(repeating: "o", count: 4000)), retired: Self.date)])),
      .oneTimeCode(ExchangedCode(issuer: "Shop", account: "ada", parameters: parameters)),
      .card(ExchangedCard(holder: String(repeating: "h", count: 800))),
      .person(
        ExchangedPerson(
          givenName: String(repeating: "g", count: 800),
          emails: [PersonRecord.Labelled(label: "email", text: String(repeating: "e", count: 800))])),
      .passkey(
        ExchangedPasskey(
          relyingPartyID: "shop.example", relyingPartyName: nil, userHandle: [1], userName: "ada", displayName: "",
          credentialID: [UInt8](repeating: 3, count: 700), algorithm: -7,
          privateKey: SharedSecret(copying: [UInt8](repeating: 9, count: 32)))),
    ]
    item.annotations.note = secret(note)
    item.keep("Key", value: secret(String(repeating: "k", count: 4096)), isHidden: true)
    let (items, findings, read) = try written(item)
    #expect(items.flatMap { tooLong($0) } == [])
    let all = read.items.flatMap { $0.annotations.fields.map { ImportedText.text($0.value) } }
    for letter in ["t", "u", "p", "k", "h", "g", "e"] { #expect(all.joined().filter { String($0) == letter }.count >= 800, "\(letter)") }
    let notes = read.items.compactMap { item in
      item.annotations.note ?? item.parts.compactMap { if case .note(let note) = $0 { note.text } else { nil } }.first
    }
    #expect(notes.map(ImportedText.text).joined() == note)
    #expect(findings.contains("tooLarge at 0 note: kept in part") && findings.contains("tooLarge at 0 title: kept as Title"))
    #expect(findings.contains("tooLarge at 0 login.history: kept in part"))
  }

  @Test(arguments: [(5, []), (6, ["noPlace at 0 parts[0].history: kept in part"])])
  func `more old passwords than Bitwarden's import takes are reported`(_ count: Int, _ expected: [String]) throws {
    let history = (0..<count).map { RetiredPassword(password: secret("old \($0)"), retired: Self.date) }
    let item = ExchangedItem(title: "Shop", parts: [.login(ExchangedLogin(user: "ada", password: secret("new"), history: history))])
    #expect(try written(item).findings == expected)
  }
}
