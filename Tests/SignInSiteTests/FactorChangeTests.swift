// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import OneTimeCodes
import Testing

@Suite("Verification codes: recovery, replacement, removal, notices")
struct FactorChangeTests {
  /// Turns codes on and stays signed in.
  static func turnOn(_ browser: Browser, _ site: TestSite) async throws -> SetupURL {
    try await browser.signUp()
    let link = try await VerificationCodeTests.link(browser)
    try await browser.post("/account/code", ["code": link.parameters.code(at: site.time.now).text])
    #expect(browser.text(of: "code-state") == "On")
    return link
  }

  /// Makes recovery codes within five minutes of showing a factor.
  static func makeCodes(_ browser: Browser) async throws -> [String] {
    try await browser.get("/account/code/recovery-codes")
    try await browser.post("/account/code/recovery-codes", [:])
    return browser.html.matches(of: /<li>((?:[A-Z2-7]{4}-){5}[A-Z2-7]{4})<\/li>/).map { String($0.1) }
  }

  @Test("the set-up page shows a QR code, both links and the grouped secret, all with the same secret")
  func setUpPage() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      try await browser.get("/account/code")
      let secret = try #require(browser.text(of: "setup-secret"))
      #expect(secret.wholeMatch(of: /([A-Z2-7]{4} ){7}[A-Z2-7]{4}/) != nil)
      let compact = secret.replacing(" ", with: "")
      for scheme in ["\"apple-otpauth://totp/", "\"otpauth://totp/"] { #expect(browser.html.contains(scheme)) }
      #expect(browser.html.matches(of: /secret=([A-Z2-7]+)/).allSatisfy { $0.1 == compact })
      #expect(browser.html.contains("<svg") && browser.html.contains("role=\"img\"") && browser.html.contains("aria-label=\"QR code"))
      #expect(!browser.html.contains("style="))
    }
  }

  @Test("ten recovery codes are shown once and offered as a text file")
  func recoveryCodes() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      _ = try await Self.turnOn(browser, site)
      #expect(browser.text(of: "recovery-left")?.hasPrefix("You have no recovery codes.") == true)
      let codes = try await Self.makeCodes(browser)
      #expect(Set(codes).count == 10)
      let file = try #require(browser.html.firstMatch(of: /href="(data:text\/plain[^"]*)" download="recovery-codes.txt"/)).1
      let text = try #require(String(file).removingPercentEncoding)
      for code in codes { #expect(text.contains(code)) }
      try await browser.get("/account/code/recovery-codes")
      for code in codes { #expect(!browser.html.contains(code)) }
      try await browser.get("/account")
      #expect(browser.text(of: "recovery-left") == "10 recovery codes are left.")
    }
  }

  @Test("a recovery code signs in once, after the password")
  func signIn() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      _ = try await Self.turnOn(browser, site)
      let codes = try await Self.makeCodes(browser)
      try await browser.signOut()
      try await browser.get("/sign-in/recovery")
      #expect(browser.html.contains("<title>Sign in"))
      _ = try await browser.signIn()
      try await browser.get("/sign-in/recovery")
      try await browser.post("/sign-in/recovery", ["recovery-code": codes[3].lowercased()])
      #expect(browser.text(of: "signed-in-user") == "ada")
      #expect(browser.text(of: "recovery-left") == "9 recovery codes are left.")
      #expect(browser.html.contains("A recovery code was used"))
      try await browser.signOut()
      _ = try await browser.signIn()
      #expect(try await browser.post("/sign-in/recovery", ["recovery-code": codes[3]]).status == .unprocessableContent)
      #expect(browser.text(of: "flash") == "Not accepted. Check user name, password and code; each code works once.")
    }
  }

  @Test("new recovery codes invalidate the old ones")
  func regenerate() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      _ = try await Self.turnOn(browser, site)
      let old = try await Self.makeCodes(browser)
      let new = try await Self.makeCodes(browser)
      try await browser.signOut()
      _ = try await browser.signIn()
      #expect(try await browser.post("/sign-in/recovery", ["recovery-code": old[0]]).status == .unprocessableContent)
      try await browser.post("/sign-in/recovery", ["recovery-code": new[0]])
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("with three recovery codes left, the account page asks for new ones")
  func low() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      _ = try await Self.turnOn(browser, site)
      for code in try await Self.makeCodes(browser).prefix(7) {
        try await browser.signOut()
        _ = try await browser.signIn()
        try await browser.post("/sign-in/recovery", ["recovery-code": code])
      }
      #expect(browser.text(of: "recovery-left") == "3 recovery codes are left. Make new ones.")
      #expect(browser.html.contains("id=\"recovery-left\" class=\"warning\""))
    }
  }

  @Test(
    "a factor can be changed only within five minutes of showing one, and is otherwise asked for again",
    arguments: ["recovery-codes", "replace", "remove"])
  func freshness(_ change: String) async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await Self.turnOn(browser, site)
      site.time.advance(by: 300)
      for method in [HTTPRequest.Method.get, .post] {
        _ = method == .get ? try await browser.get("/account/code/\(change)") : try await browser.post("/account/code/\(change)", [:])
        #expect(browser.html.contains("<title>Confirm that it is you"))
      }
      try await browser.post("/account/confirm", ["for": change, "code": "000000"])
      #expect(browser.html.contains("<title>Confirm that it is you") && browser.text(of: "flash") != "")
      try await browser.post("/account/confirm", ["for": change, "code": link.parameters.code(at: site.time.now).text])
      #expect(browser.html.contains("action=\"/account/code/\(change)\""))
    }
  }

  @Test("after codes are turned off, they are no longer asked for, recovery codes are invalid and a notice says so")
  func remove() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      _ = try await Self.turnOn(browser, site)
      _ = try await Self.makeCodes(browser)
      try await browser.get("/account/code/remove")
      try await browser.post("/account/code/remove", [:])
      #expect(browser.text(of: "code-state") == "Off")
      #expect(browser.html.contains("Verification codes were turned off."))
      let rows = try await site.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM recovery_code") }
      #expect(rows == 0)
      try await browser.signOut()
      _ = try await browser.signIn()
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("a new authenticator replaces the old one only with its first right code")
  func replace() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let old = try await Self.turnOn(browser, site)
      try await browser.get("/account/code/replace")
      try await browser.post("/account/code/replace", [:])
      #expect(browser.html.contains("<h1>Replace your authenticator</h1>"))
      let new = try await VerificationCodeTests.link(browser)
      site.time.advance(by: 60)
      try await browser.signOut()
      _ = try await browser.signIn()
      try await browser.post("/sign-in/code", ["code": old.parameters.code(at: site.time.now).text])
      #expect(browser.text(of: "signed-in-user") == "ada")
      try await browser.get("/account/code")
      try await browser.post("/account/code", ["code": new.parameters.code(at: site.time.now).text])
      #expect(browser.html.contains("Your authenticator was replaced."))
      site.time.advance(by: 60)
      try await browser.signOut()
      _ = try await browser.signIn()
      #expect(
        try await browser.post("/sign-in/code", ["code": old.parameters.code(at: site.time.now).text]).status == .unprocessableContent)
      try await browser.post("/sign-in/code", ["code": new.parameters.code(at: site.time.now).text])
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("a wrong name, a wrong password, a wrong code and a used code give the same message")
  func sameWords() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await VerificationCodeTests.setUp(browser, site)
      var words: Set<String?> = []
      _ = try await browser.signIn("eve")
      words.insert(browser.text(of: "flash"))
      _ = try await browser.signIn(password: "wrong horse")
      words.insert(browser.text(of: "flash"))
      _ = try await browser.signIn()
      for typed in [link.parameters.code(at: site.time.now).text, "000000", "１２３４５６"] {
        try await browser.post("/sign-in/code", ["code": typed])
        words.insert(browser.text(of: "flash"))
      }
      #expect(words == ["Not accepted. Check user name, password and code; each code works once."])
    }
  }

  @Test("a notice tells the user that a code was used a second time")
  func duplicateUse() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await Self.turnOn(browser, site)
      site.time.advance(by: 30)
      let code = link.parameters.code(at: site.time.now).text
      try await browser.signOut()
      _ = try await browser.signIn()
      let other = Browser(client: browser.client)
      _ = try await other.signIn()
      try await other.post("/sign-in/code", ["code": code])
      try await browser.post("/sign-in/code", ["code": code])
      try await other.get("/account")
      #expect(other.html.contains("A code was entered a second time"))
    }
  }

  @Test("if the server's clock jumps, codes are not checked and the page says so")
  func clock() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await VerificationCodeTests.setUp(browser, site)
      _ = try await browser.signIn()
      site.time.jump(by: 120)
      try await browser.post("/sign-in/code", ["code": link.parameters.code(at: site.time.now).text])
      #expect(browser.text(of: "flash") == "Codes cannot be checked at the moment. Try again later.")
    }
  }

  @Test("a session that awaits its code cannot change factors", arguments: ["recovery-codes", "replace", "remove"])
  func awaitingCode(_ change: String) async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      _ = try await VerificationCodeTests.setUp(browser, site)
      _ = try await browser.signIn()
      try await browser.post("/account/code/\(change)", [:])
      #expect(browser.html.contains("<title>Sign in"))
      try await browser.post("/account/confirm", ["for": change, "code": "000000"])
      #expect(browser.html.contains("<title>Sign in"))
    }
  }
}
