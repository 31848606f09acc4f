// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import Testing

@Suite("Passwords: signing up, in and out")
struct PasswordTests {
  @Test("signing up signs in and shows the welcome once")
  func signUp() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      #expect(browser.text(of: "flash") == "Welcome, ada. Your account is ready.")
      try await browser.get("/account")
      #expect(browser.text(of: "flash") == "")
    }
  }

  @Test("signing out ends the session on the server")
  func signOut() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      let cookie = browser.cookieValue
      try await browser.signOut()
      #expect(browser.text(of: "flash") == "You are signed out.")
      browser.setCookie(cookie)
      try await browser.get("/account")
      #expect(browser.html.contains("<title>Sign in"))
    }
  }

  @Test("signing in changes the cookie, so a planted one is useless")
  func fixation() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      try await browser.signOut()
      let before = browser.cookieValue
      _ = try await browser.signIn()
      #expect(browser.text(of: "signed-in-user") == "ada")
      #expect(browser.cookieValue != before)
    }
  }

  @Test("an unknown user and a wrong password give the same message")
  func sameWords() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      try await browser.signOut()
      let wrong = try await browser.signIn(password: "wrong horse")
      let wrongWords = browser.text(of: "flash")
      let unknown = try await browser.signIn("eve")
      #expect(wrong.status == unknown.status)
      #expect(wrongWords == "Not accepted. Check user name, password and code; each code works once.")
      #expect(browser.text(of: "flash") == wrongWords)
    }
  }

  @Test("user names are unique regardless of case, and surrounding spaces are ignored")
  func userNames() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp("Ada")
      try await browser.signOut()
      try await browser.get("/sign-up")
      #expect(try await browser.post("/sign-up", ["username": " ada ", "password": "another horse"]).status == .unprocessableContent)
      #expect(browser.text(of: "flash")?.hasPrefix("This user name is taken") == true)
      _ = try await browser.signIn(" ada ")
      #expect(browser.text(of: "signed-in-user") == "Ada")
    }
  }

  @Test(
    "the page says what is wrong with a user name or password",
    arguments: [("", "long enough"), ("a", "long enough"), ("a b", "long enough"), ("<b>", "long enough"), ("ada", "short"), ("ada", "")])
  func refusals(_ userName: String, _ password: String) async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-up")
      let response = try await browser.post("/sign-up", ["username": userName, "password": password])
      #expect(response.status == .unprocessableContent)
      #expect(browser.text(of: "flash")?.isEmpty == false)
      #expect(!browser.html.contains("<b>"))
    }
  }

  @Test("a session expires")
  func expiry() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      site.time.advance(by: 8 * 60 * 60)
      try await browser.get("/account")
      #expect(browser.html.contains("<title>Sign in"))
    }
  }

  @Test("the database contains neither password nor cookie in plain text")
  func atRest() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp(password: "correct horse")
      let cookie = try #require(browser.cookieValue?.split(separator: "=").last)
      let rows = try await site.database.read { database in
        try ["account", "session"].flatMap { try Row.fetchAll(database, sql: "SELECT * FROM \($0)") }.map { "\($0)" }.joined()
      }
      #expect(rows.contains("ada"))
      #expect(!rows.contains("correct horse"))
      #expect(!rows.contains(cookie))
    }
  }
}
