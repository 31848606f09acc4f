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

struct TableWriterTests {
  private func secret(_ text: String) -> SharedSecret { SharedSecret(copying: Array(text.utf8)) }

  private func written(_ items: [ExchangedItem]) throws -> (text: String, findings: [ImportFinding], read: ImportedCollection) {
    let (file, findings) = try TableWriter.write(items)
    return try file.withBytes { bytes in
      #expect(ImportFormat.detect(bytes) == .appleCSV)
      return (String(decoding: bytes, as: UTF8.self), findings, try ImportReader.read(bytes, as: .appleCSV))
    }
  }

  @Test func `values that fit in a line are read back unchanged, including spreadsheet formulas`() throws {
    let parameters = try OneTimeCodeParameters(
      base32: "GEZDGNBVGY3TQOJQ", algorithm: .sha256, digits: 8, form: .timeBased(period: .seconds(60)))
    let items = ["=1+2", "+1", "-1", "@SUM(A1)", " spaces ", "a,b;\"c\"", "two\r\nlines", "é€😀"].map { text in
      ExchangedItem(
        title: text,
        parts: [
          .login(
            ExchangedLogin(
              services: [ServiceIdentifier(kind: .url, text: "https://shop.example/")], user: text, password: secret(text))),
          .oneTimeCode(ExchangedCode(issuer: "Shop", account: "ada", parameters: parameters)),
        ], annotations: RecordAnnotations(note: secret(text)))
    }
    let (_, findings, read) = try written(items)
    #expect(findings.isEmpty)
    #expect(read.items.map(SampleTranscript.lines) == items.map(SampleTranscript.lines))
  }

  @Test func `the columns are those of Apple's Passwords app`() throws {
    let item = ExchangedItem(title: "Shop", parts: [.login(ExchangedLogin(user: "ada", password: secret("p,w")))])
    #expect(try written([item]).text == "Title,URL,Username,Password,Notes,OTPAuth\r\nShop,,ada,\"p,w\",,\r\n")
  }

  @Test func `everything that does not fit in a line is reported`() throws {
    var item = ExchangedItem(
      title: "Shop", folders: [["a"]], created: Date(timeIntervalSince1970: 1), modified: Date(timeIntervalSince1970: 1), shelf: .archive)
    item.annotations = RecordAnnotations(isFavourite: true, tags: ["t"], note: secret("n"))
    item.keep("PIN", value: secret("1"), isHidden: true)
    item.attachments = [ExchangedAttachment(name: "a", content: secret("x"))]
    let parameters = try OneTimeCodeParameters(base32: "GEZDGNBVGY3TQOJQ")
    let services = ["https://one.example", "https://two.example"].map { ServiceIdentifier(kind: .url, text: $0, rule: .host) }
    item.parts = [
      .login(ExchangedLogin(services: services, user: "u", history: [RetiredPassword(password: secret("old"), retired: Date())])),
      .login(ExchangedLogin(user: "second")), .oneTimeCode(ExchangedCode(parameters: parameters)),
      .oneTimeCode(ExchangedCode(parameters: parameters)), .card(ExchangedCard(holder: "Ada")), .note(ExchangedNote(text: secret("other"))),
    ]
    let findings = try written([item]).findings
    #expect(findings.allSatisfy { $0.outcome == .leftOut && $0.reason == .noPlace && $0.place.title == "Shop" })
    #expect(
      findings.map(\.place.path) == [
        "parts[0].history", "parts[0].services[0].rule", "parts[0].services[1]", "parts[1]", "parts[3]", "parts[4]", "parts[5]",
        "fields[0]",
        "attachments[0]", "favourite", "tags", "folders", "created", "modified", "shelf",
      ])
  }

  @Test func `a code that is not confirmed yet is reported as that, and its previous set-ups separately`() throws {
    let parameters = try OneTimeCodeParameters(base32: "GEZDGNBVGY3TQOJQ")
    let day = Date(timeIntervalSince1970: 86_400)
    var code = ExchangedCode(account: "ada", parameters: parameters, pendingSince: day)
    #expect(
      try written([ExchangedItem(title: "Shop", parts: [.oneTimeCode(code)])]).findings.map(\.place.path) == ["parts[0].pendingSince"])
    code.history = [RetiredParameters(parameters: parameters, retired: day)]
    let paths = try written([ExchangedItem(title: "Shop", parts: [.oneTimeCode(code)])]).findings.map(\.place.path)
    #expect(paths == ["parts[0].history", "parts[0].pendingSince"])
  }

  @Test(arguments: [OneTimeCodeParameters.Form.steam, .counterBased(counter: 7)])
  func `a code that the readers of the table cannot compute is reported`(_ form: OneTimeCodeParameters.Form) throws {
    let parameters = try OneTimeCodeParameters(base32: "GEZDGNBVGY3TQOJQ", form: form)
    let item = ExchangedItem(title: "Games", parts: [.oneTimeCode(ExchangedCode(issuer: "Games", parameters: parameters))])
    let (text, findings, read) = try written([item])
    #expect(findings.map(ImportedText.line) == ["unsupportedCode at 0 parts[0]: kept in part"])
    #expect(text.contains(form == .steam ? "otpauth://steam/" : "otpauth://hotp/"))
    #expect(read.items.map(SampleTranscript.lines) == [SampleTranscript.lines(of: item)])
  }

  @Test func `an entry that fits in no line is omitted and reported`() throws {
    let (text, findings, _) = try written([ExchangedItem(title: "Card", parts: [.card(ExchangedCard(holder: "Ada"))])])
    #expect(text == "Title,URL,Username,Password,Notes,OTPAuth\r\n")
    #expect(findings.map(\.place.path) == ["parts[0]", ""])
  }
}
