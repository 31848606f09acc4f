// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import OneTimeCodes
import SecretMemory
import Testing

@Suite("Record identifier")
struct RecordIdentifierTests {
  @Test("reads back the bytes and the text that it writes")
  func roundTrip() throws {
    let bytes = [UInt8](0..<16)
    let identifier = try #require(RecordIdentifier(bytes: bytes))
    #expect(identifier.bytes == bytes)
    #expect(identifier.description == "000102030405060708090a0b0c0d0e0f")
    #expect(RecordIdentifier(identifier.description) == identifier)
    #expect(RecordIdentifier(identifier.description.uppercased()) == identifier)
  }

  @Test(
    "refuses other lengths and other characters",
    arguments: ["", "00", "0001", String(repeating: "0", count: 31) + "g", String(repeating: "é", count: 16)])
  func refusals(text: String) {
    #expect(RecordIdentifier(text) == nil)
  }

  @Test("refuses bytes that are not sixteen", arguments: [0, 15, 17])
  func lengths(count: Int) {
    #expect(RecordIdentifier(bytes: [UInt8](repeating: 0, count: count)) == nil)
  }
}

@Suite("Credential record")
struct CredentialRecordTests {
  @Test("tells in its summary what a list shows, under the identifier and kind of the record")
  func summaries() throws {
    var generator = SystemRandomNumberGenerator()
    let id = RecordIdentifier.random(using: &generator)
    let service = ServiceIdentifier(kind: .domain, text: "shop.example")
    let parameters = try OneTimeCodeParameters(secret: SharedSecret(copying: Array("12345678901234567890".utf8)))
    let login = RecordIdentifier.random(using: &generator)
    let codes = CredentialRecord.oneTimeCode(
      OneTimeCodeRecord(
        id: id, login: login, services: [service], title: "Shop", account: "ada", issuer: "shop.example", parameters: parameters))
    #expect(
      codes.summary
        == CredentialSummary(
          id: id, kind: .oneTimeCode, title: "Shop", services: [service], user: "ada", login: login, issuer: "shop.example"))
    let password = CredentialRecord.password(
      PasswordRecord(id: id, services: [service], title: "Shop", user: "ada", password: SharedSecret(copying: [1])))
    #expect(password.summary == CredentialSummary(id: id, kind: .password, title: "Shop", services: [service], user: "ada"))
    #expect(password.id == id)
    #expect(password.kind == .password)
  }
}
