// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import HummingbirdTesting
import Testing

@Suite("Every page: headers, cookies and request forgery")
struct WebTests {
  @Test("pages load only the site's own files, cannot be framed and are not cached", arguments: ["/", "/sign-in", "/sign-up", "/nowhere"])
  func headers(_ path: String) async throws {
    try await TestSite().visit { browser in
      let response = try await browser.get(path)
      let policy = try #require(response.headers[.contentSecurityPolicy])
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(response.headers[.xContentTypeOptions] == "nosniff")
      #expect(response.headers[.cacheControl] == "no-store")
      #expect(!browser.html.contains("style=") && !browser.html.contains("<script>") && !browser.html.contains("onclick"))
    }
  }

  @Test("the session cookie is for this host only, secure and inaccessible to scripts")
  func cookie() async throws {
    try await TestSite().visit { browser in
      let cookie = try #require(try await browser.get("/sign-in").headers[.setCookie])
      #expect(cookie.hasPrefix("__Host-session="))
      for property in ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"] { #expect(cookie.contains(property)) }
      #expect(!cookie.contains("Domain"))
    }
  }

  @Test(
    "a form without the session's token is refused", arguments: ["/sign-up", "/sign-in", "/sign-in/code", "/sign-out", "/account/code"])
  func token(_ path: String) async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      #expect(try await browser.post(path, ["username": "eve", "password": "long enough"], token: "AAAA").status == .forbidden)
      #expect(try await browser.post(path, [:], token: "").status == .forbidden)
    }
  }

  @Test(
    "a request from another origin is refused even with the token", arguments: ["https://shop.example", "https://evil.example", "null"])
  func origin(_ origin: String) async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-up")
      let response = try await browser.post("/sign-up", ["username": "eve", "password": "long enough"], origin: origin)
      #expect(response.status == .forbidden)
    }
  }

  @Test("user input is escaped")
  func escaping() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-in")
      try await browser.post("/sign-in", ["username": "\"><script>alert(1)</script>", "password": "x"])
      #expect(!browser.html.contains("<script>alert"))
      #expect(browser.html.contains("&lt;script&gt;"))
    }
  }

  @Test("a form that is too long is refused, and the site keeps running")
  func tooLong() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-in")
      let response = try await browser.post("/sign-in", ["username": String(repeating: "a", count: 20_000), "password": "x"])
      #expect(response.status == .contentTooLarge)
      #expect(try await browser.get("/sign-in").status == .ok)
    }
  }

  @Test(
    "static files are served by name, and others are not found",
    arguments: [("site.css", true), ("..%2Flayout.mustache", false), ("x.css", false)])
  func files(_ name: String, _ found: Bool) async throws {
    try await TestSite().visit { browser in
      let response = try await browser.get("/static/\(name)")
      #expect(response.status == (found ? .ok : .notFound))
    }
  }

  @Test("fields have autocomplete tokens for password managers")
  func autocomplete() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-in")
      #expect(browser.html.contains("autocomplete=\"username webauthn\"") && browser.html.contains("autocomplete=\"current-password\""))
      try await browser.get("/sign-up")
      #expect(browser.html.contains("autocomplete=\"username\"") && browser.html.contains("autocomplete=\"new-password\""))
    }
  }
}
