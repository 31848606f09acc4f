// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import SignInSite
import Testing
import WebAuthnModel

@Suite("Visitors who are not signed in")
struct VisitorTests {
  private static func sessions(_ site: TestSite, _ condition: String = "1") async throws -> Int {
    try await site.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM session WHERE \(condition)") } ?? -1
  }

  @Test("pages, forms and refusals store nothing, with or without a cookie")
  func nothing() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      for _ in 0..<50 {
        let visitor = Browser(client: browser.client)
        for path in ["/", "/sign-in", "/sign-up", "/sign-in/code", "/account", "/nowhere"] { try await visitor.get(path) }
        visitor.forgetEverything()
        _ = try await visitor.signIn("nobody\(UInt64.random(in: 0 ... .max))", password: "wrong horse")
        try await visitor.post("/sign-up", ["username": "x", "password": ""])
        try await visitor.signOut()
      }
      #expect(try await Self.sessions(site) == 0)
    }
  }

  @Test("a form token is bound to its cookie")
  func tokens() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-up")
      let token = browser.token
      #expect(token.count == 43)
      try await browser.get("/sign-in")
      #expect(browser.token == token)
      let other = Browser(client: browser.client)
      try await other.get("/sign-up")
      #expect(other.token != token)
      #expect(try await other.post("/sign-up", ["username": "ada", "password": "correct horse"], token: token).status == .forbidden)
      other.setCookie("__Host-session=chosen")
      try await other.get("/sign-up")
      #expect(other.cookieValue != "__Host-session=chosen")
    }
  }

  @Test("a ceremony is stored for ten minutes, up to a limit for each network")
  func ceremonies() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      for _ in 0..<310 {
        let visitor = Browser(client: browser.client)
        try await visitor.get("/sign-in")
        let _: PublicKeyCredentialRequestOptionsJSON = try await visitor.options("authentication")
      }
      #expect(try await Self.sessions(site) == 300)
      #expect(try await site.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM challenge") } == 300)
      site.time.advance(by: 600)
      try await browser.get("/sign-in")
      let _: PublicKeyCredentialRequestOptionsJSON = try await browser.options("authentication")
      #expect(try await Self.sessions(site) == 1)
    }
  }

  @Test("an account has at most a hundred sessions, and the least recently used one is dropped")
  func places() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      for _ in 0..<101 {
        site.time.advance(by: 1)
        _ = try await Browser(client: browser.client).signIn()
      }
      #expect(try await Self.sessions(site, "stage = 'signedIn'") == 100)
      try await browser.get("/account")
      #expect(browser.html.contains("<title>Sign in"))
    }
  }
}
