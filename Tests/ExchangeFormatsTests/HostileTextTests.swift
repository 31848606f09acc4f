// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import SecretMemory
import Testing

/// None of these looks at a clock. Quadratic work would take minutes and be noticed.
@Suite("Files designed to be slow to read")
struct HostileTextTests {
  private static let heading = "url,username,password,totp,extra,name,grouping,fav\n"

  @Test func `reading a LastPass note with a value of 200 000 lines takes linear work`() throws {
    let value = String(repeating: "-\n", count: 200_000)
    let text = Self.heading + "http://sn,,,,\"NoteType:Server\nHostname:\(value)Notes:tea\",Note,,0\n"
    let item = try #require(try ImportedText.read(Array(text.utf8)).items.first)
    #expect(item.annotations.fields.first?.name == "Hostname")
    #expect(item.annotations.fields.first?.value.byteCount == value.utf8.count - 1)
  }

  @Test func `reading a LastPass note with an unterminated private key takes linear work`() throws {
    let value = "-----BEGIN KEY-----\n" + String(repeating: "a:b\n", count: 100_000)
    let text = Self.heading + "http://sn,,,,\"NoteType:SSH Key\nPrivate Key:\(value)\",Note,,0\n"
    let item = try #require(try ImportedText.read(Array(text.utf8)).items.first)
    #expect(item.annotations.fields.first?.value.byteCount == value.utf8.count - 1)
  }

  @Test func `reading a LastPass note with many values of one name keeps them all in linear work`() throws {
    let count = 10_000
    let lines = (0..<count).map { "Phone:\($0)\nZip / Postal Code:x\nPlace:y\n" }.joined()
    let text = Self.heading + "http://sn,,,,\"NoteType:Address\n\(lines)\",Note,,0\n"
    let item = try #require(try ImportedText.read(Array(text.utf8)).items.first)
    #expect(item.annotations.fields.last?.name == "Place \(count)")
    guard case .person(let person)? = item.parts.last else { throw CredentialExchangeError(.malformed) }
    #expect(person.phones.prefix(3).map(\.label) == ["Phone", "Phone 2", "Phone 3"])
    #expect(person.phones.last?.label == "Phone \(count)")
  }

  @Test func `a table in which every line opens an unclosed quotation is refused`() {
    let line = "x\(String(repeating: "y", count: 1000))\",\"z\n"
    let text = Array(("a,b\n" + String(repeating: line, count: 1000)).utf8)
    let error = #expect(throws: CredentialExchangeError.self) { try text.withUnsafeBytes { _ = try CSVReader.table(of: $0) } }
    #expect(error?.code == .overBounds)
  }
}
