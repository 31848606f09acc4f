// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import ExchangeFormats
import Foundation
import SecretMemory
import Testing

/// One-time codes under field names on which no two programs agree.
struct KeePassCodeNameTests {
  private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
  private static let link = "otpauth://totp/Shop:ada?secret=\(secret)&amp;issuer=Shop"
  private static let code = "  code 921300 sha1 / 30 s, issuer"

  private static func read(_ texts: (String, String)...) throws -> [String] {
    let strings = ([("Title", "Shop"), ("Password", "p")] + texts).map { "<String><Key>\($0)</Key><Value>\($1)</Value></String>" }.joined()
    let document = "<KeePassFile><Meta/><Root><Group><Name>Root</Name><Entry>\(strings)</Entry></Group></Root></KeePassFile>"
    return Array(ImportedText.lines(try KeePassItems.read(try KeePassDamageTests.database(document))).dropFirst(2).dropLast())
  }

  @Test(arguments: ["otpauth", "OTPAuth", "TOTP", "TOTP Secret", "TOTP Seed", "otp_url", "Otp"])
  func `a set-up link under any known field name is read as a code`(_ name: String) throws {
    #expect(try Self.read((name, Self.link)) == ["\(Self.code) Shop, account ada"])
  }

  @Test(arguments: ["otpauth", "TOTP Secret", "totp-secret", "TOTP Key", "TOTP SEED"])
  func `a secret under a known field name is read as a code`(_ name: String) throws {
    #expect(try Self.read((name, Self.secret)) == ["\(Self.code) -, account -"])
    #expect(try Self.read((name, "gezd gnbv gy3t qojq gezd gnbv gy3t qojq")) == ["\(Self.code) -, account -"])
  }

  @Test func `TrayTOTP's settings apply to a secret under a known field name`() throws {
    let read = try Self.read(("TOTP Secret", Self.secret), ("TOTP Settings", "30;10"))
    #expect(read == ["  code 1681921300 sha1 / 30 s, issuer -, account -"])
  }

  @Test func `a trailing Base32 letter that completes no byte is ignored, and the settings still apply`() throws {
    let code = ["  code 1681921300 sha1 / 30 s, issuer -, account -"]
    #expect(try Self.read(("TOTP Seed", Self.secret + "A"), ("TOTP Settings", "30;10")) == code)
    #expect(try Self.read(("TimeOtp-Secret-Base32", Self.secret + "A"), ("TimeOtp-Length", "10")) == code)
  }

  @Test(arguments: [("otpauth", "yes"), ("TOTP Secret", "backup code 12345678"), ("totp", "otpauth://totp/a?digits=6")])
  func `an invalid code under a known field name is kept as a protected field`(_ name: String, _ value: String) throws {
    #expect(try Self.read((name, value)) == ["  hidden \(name): \(value)", "unsupportedCode at 0 \(name): kept as \(name)"])
  }

  @Test func `the settings of an invalid secret are kept with it`() throws {
    #expect(
      try Self.read(("TOTP Secret", "none"), ("TOTP Settings", "30;6")) == [
        "  hidden TOTP Secret: none", "  field TOTP Settings: 30;6", "unsupportedCode at 0 TOTP Secret: kept as TOTP Secret",
      ])
  }

  @Test func `a set-up link in a custom field becomes a code with the field's name`() throws {
    #expect(try Self.read(("Work phone", Self.link)) == ["\(Self.code) Shop, account ada, called Work phone"])
  }

  @Test func `the same code under two field names is read once`() throws {
    #expect(try Self.read(("otp", Self.link), ("otpauth", Self.link)) == ["\(Self.code) Shop, account ada"])
  }

  @Test func `custom fields that resemble codes are written and read back as fields`() throws {
    let link = Self.link.replacing("&amp;", with: "&")
    var item = ExchangedItem(title: "Shop", parts: [.login(ExchangedLogin(user: "ada"))])
    for (name, value) in [("otpauth", "none"), ("Work phone", link)] { item.keep(name, value: KeePassItems.secret(value), isHidden: true) }
    let read = try KeePassItems.read(try KeePassItems.write([item]).file)
    #expect(read.items.map { $0.annotations.fields.map(\.name) } == [["otpauth", "Work phone"]] && read.items[0].parts.count == 1)
  }
}
