// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import OneTimeCodes
import SecretMemory
import Testing

@Suite("A record identifier")
struct RecordIdentifierTests {
  @Test("survives conversion to bytes and to text")
  func roundTrip() throws {
    let bytes = [UInt8](0..<16)
    let identifier = try #require(RecordIdentifier(bytes: bytes))
    #expect(identifier.bytes == bytes)
    #expect(identifier.description == "000102030405060708090a0b0c0d0e0f")
    #expect(RecordIdentifier(identifier.description) == identifier)
    #expect(RecordIdentifier(identifier.description.uppercased()) == identifier)
  }

  @Test(
    "is not read from text of another length or with other characters",
    arguments: ["", "00", "0001", String(repeating: "0", count: 31) + "g", String(repeating: "é", count: 16)])
  func refusals(text: String) {
    #expect(RecordIdentifier(text) == nil)
  }

  @Test("is not made from any number of bytes other than sixteen", arguments: [0, 15, 17])
  func lengths(count: Int) {
    #expect(RecordIdentifier(bytes: [UInt8](repeating: 0, count: count)) == nil)
  }
}

@Suite("A credential record")
struct CredentialRecordTests {
  @Test("has a summary with its identifier, its kind and what a list shows")
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
