// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import OneTimeCodes
import PasswordStoreProvider
import SecretMemory
import Testing

@Suite("An entry of a password store, by browserpass's conventions")
struct StoreEntryTests {
  @Test(
    "has its deepest path component that is a domain as the service, and the rest below it as the user",
    arguments: [
      ("github.com/anne", "github.com", "anne"), ("github.com", "github.com", nil),
      ("work/mail.google.com/anne@firm.example", "mail.google.com", "anne@firm.example"),
      ("github.com/team/anne", "github.com", "team/anne"), ("example.com/sub.example.com/anne", "sub.example.com", "anne"),
      ("shop.example/anne.smith", "shop.example", "anne.smith"), ("shop.example/anne.me", "anne.me", nil),
      ("Shop.Example/Anne", "shop.example", "Anne"),
      ("web/localhost:8080/root", "localhost:8080", "root"), ("router/192.168.1.1", "192.168.1.1", nil),
      ("nas.home/anne", "nas.home", "anne"),
      ("bank/pin", nil, nil), ("anne@github.com", nil, nil), ("notes", nil, nil),
    ] as [(String, String?, String?)])
  func paths(path: String, service: String?, user: String?) {
    let entry = StoreEntry(path: path)
    #expect(entry.service == service && entry.user == user)
  }

  @Test("is suggested for its service and that service's subdomains only")
  func ranks() {
    let entry = StoreEntry(path: "github.com/anne")
    #expect(entry.rank(for: ["github.com"]) == 0)
    #expect(entry.rank(for: ["gist.github.com", "github.com"]) != nil)
    #expect(entry.rank(for: ["github.com.evil.example"]) == nil && entry.rank(for: ["gitlab.com"]) == nil)
    #expect(StoreEntry(path: "bank/pin").rank(for: ["bank"]) == nil)
  }

  @Test("is suggested for a code until it turned out to have none, and its identities contain only the path")
  func identities() {
    let entry = StoreEntry(path: "github.com/anne")
    #expect(entry.identities(mayHaveCode: true).map { $0 is ASOneTimeCodeCredentialIdentity } == [false, true])
    #expect(entry.identities(mayHaveCode: false).count == 1)
    #expect(entry.identities(mayHaveCode: true).allSatisfy { $0.user == "anne" && $0.recordIdentifier == "github.com/anne" })
    #expect(StoreEntry(path: "bank/pin").identities(mayHaveCode: true).isEmpty)
  }

  private func content(_ text: String) -> EntryContent { EntryContent(SharedSecret(copying: text.utf8)) }

  private func password(_ text: String) -> String? { content(text).password.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } } }

  @Test("has its first line as the password, unchanged, unless a field names another")
  func passwords() {
    #expect(password("hunter2\n") == "hunter2")
    #expect(password("  two words : and more \r\nlogin: anne") == "  two words : and more ")
    #expect(password("hunter2\nPassword: other one") == "other one")
    #expect(password("") == nil && password("\nlogin: anne") == nil)
    #expect(password("otpauth://totp/a?secret=JBSWY3DPEHPK3PXP") == nil)
    #expect(password("login: anne") == "login: anne")
  }

  @Test(
    "has its user in a line login, username or user, in any case",
    arguments: ["login: anne", "Username:anne", "USER:  anne ", "x: y\nuser: anne\nlogin: eve"])
  func users(lines: String) {
    #expect(content("hunter2\n" + lines + "\n").user == "anne")
  }

  @Test("has its code's link alone or after a field name, and an invalid link is skipped")
  func codes() throws {
    let link = "otpauth://totp/shop.example:anne?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    for text in ["hunter2\n\(link)", "hunter2\notp: \(link)\n", "hunter2\ntotp:\(link)", link, "hunter2\notpauth://broken\n\(link)"] {
      #expect(content(text).code?.period == .seconds(30), "\(text)")
    }
    #expect(content("hunter2\nurl: https://shop.example").code == nil)
    #expect(content(link.replacing("totp", with: "hotp") + "&counter=1").code?.period == nil)
  }
}
