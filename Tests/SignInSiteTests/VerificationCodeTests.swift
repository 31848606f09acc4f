// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import OneTimeCodes
import SecretMemory
import Testing

@Suite("Verification codes: set-up and sign-in")
struct VerificationCodeTests {
  /// Signs up, turns codes on and signs out. Returns what a password manager would have stored.
  static func setUp(_ browser: Browser, _ site: TestSite) async throws -> SetupURL {
    try await browser.signUp()
    let link = try await link(browser)
    try await browser.post("/account/code", ["code": link.parameters.code(at: site.time.now).text])
    #expect(browser.text(of: "code-state") == "On")
    #expect(browser.text(of: "flash") == "Verification code is on.")
    try await browser.signOut()
    return link
  }

  /// Reads the set-up link as a browser does, with entities decoded.
  static func link(_ browser: Browser) async throws -> SetupURL {
    try await browser.get("/account/code")
    let text = try #require(browser.html.firstMatch(of: /id="setup-link"[^>]*href="([^"]*)"/)).1
    return try SetupURL(parsing: String(text).replacing("&amp;", with: "&"))
  }

  @Test("the link names the site, the account and the domain, and the secret has 160 bits")
  func link() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      let link = try await Self.link(browser)
      #expect(browser.html.contains("href=\"apple-otpauth://totp/Shop%20Example:ada?secret="))
      #expect(link.label == "Shop Example")
      #expect(link.account == "ada")
      #expect(link.issuer == "shop.example")
      #expect(link.parameters.secret.byteCount == 20)
    }
  }

  @Test("reloading the set-up page keeps the secret, and after fifteen minutes and a confirmation there is a new one")
  func pending() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      try await browser.get("/account/code")
      let first = browser.text(of: "setup-secret")
      try await browser.get("/account/code")
      #expect(browser.text(of: "setup-secret") == first)
      site.time.advance(by: 15 * 60)
      try await browser.get("/account/code")
      #expect(browser.html.contains("<title>Confirm that it is you"))
      try await browser.post("/account/confirm", ["for": "code", "password": "correct horse"])
      #expect(browser.text(of: "setup-secret") != nil && browser.text(of: "setup-secret") != first)
    }
  }

  @Test("a wrong first code leaves codes off")
  func wrongConfirmation() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      let link = try await Self.link(browser)
      let wrong = link.parameters.code(at: site.time.now).text == "000000" ? "000001" : "000000"
      #expect(try await browser.post("/account/code", ["code": wrong]).status == .unprocessableContent)
      try await browser.get("/account")
      #expect(browser.text(of: "code-state") == "Off")
    }
  }

  @Test("if codes are on, the password leads only to the code page")
  func secondStep() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await Self.setUp(browser, site)
      _ = try await browser.signIn()
      #expect(browser.html.contains("autocomplete=\"one-time-code\""))
      try await browser.get("/account")
      #expect(browser.html.contains("<title>Sign in"))
      site.time.advance(by: 30)
      try await browser.get("/sign-in/code")
      try await browser.post("/sign-in/code", ["code": link.parameters.code(at: site.time.now).text])
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("the code that confirmed the set-up does not sign in as well")
  func once() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await Self.setUp(browser, site)
      _ = try await browser.signIn()
      let response = try await browser.post("/sign-in/code", ["code": link.parameters.code(at: site.time.now).text])
      #expect(response.status == .unprocessableContent)
    }
  }

  @Test("the code page without a preceding password leads back to the sign-in page")
  func neverAlone() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await Self.setUp(browser, site)
      site.time.advance(by: 30)
      try await browser.get("/sign-in/code")
      #expect(browser.html.contains("<title>Sign in"))
      try await browser.post("/sign-in/code", ["code": link.parameters.code(at: site.time.now).text])
      #expect(browser.html.contains("<title>Sign in"))
    }
  }

  @Test("after five wrong codes, a right one has to wait")
  func rateLimit() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await Self.setUp(browser, site)
      site.time.advance(by: 60)
      _ = try await browser.signIn()
      let right = link.parameters.code(at: site.time.now).text
      for _ in 0..<5 { try await browser.post("/sign-in/code", ["code": right == "000000" ? "000001" : "000000"]) }
      try await browser.post("/sign-in/code", ["code": right])
      #expect(browser.text(of: "flash")?.hasPrefix("Too many tries. Wait 3") == true)
      site.time.advance(by: 30)
      try await browser.post("/sign-in/code", ["code": link.parameters.code(at: site.time.now).text])
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("once codes are on, the set-up page no longer shows the secret")
  func noSecretLater() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await Self.setUp(browser, site)
      site.time.advance(by: 30)
      _ = try await browser.signIn()
      try await browser.post("/sign-in/code", ["code": link.parameters.code(at: site.time.now).text])
      try await browser.get("/account/code")
      #expect(browser.text(of: "setup-secret") == nil)
      #expect(browser.html.contains("<title>Account"))
    }
  }

  @Test("the secret is encrypted in the database and bound to its account")
  func atRest() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await Self.setUp(browser, site)
      try await browser.signUp("eve")
      let other = try await Self.link(browser)
      let sealed = try await site.database.read { try Data.fetchAll($0, sql: "SELECT sealed FROM one_time_code") }
      #expect(sealed.count == 2)
      for parameters in [link.parameters, other.parameters] {
        let secret = parameters.secret.withBytes { Data($0) }
        #expect(!sealed.contains { $0.range(of: secret) != nil })
      }
      // A secret moved to another account's row reveals nothing: it cannot be decrypted.
      try await site.database.write { database in
        try database.execute(
          sql: """
            UPDATE one_time_code SET sealed = (SELECT sealed FROM one_time_code WHERE active = 1)
            WHERE active = 0
            """)
      }
      #expect(try await browser.get("/account/code").status == .internalServerError)
    }
  }
}
