// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdTesting
import OneTimeCodes
import SignInSite
import Testing

@Suite("Sessions")
struct SessionTests {
  @Test("the list names each browser in the site's own words and marks the current one")
  func list() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      let other = Browser(client: browser.client)
      other.setUserAgent("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 <script>")
      _ = try await other.signIn()
      #expect(other.html.contains("Firefox on Linux") && other.html.contains("An unknown browser"))
      #expect(other.html.matches(of: /This one/).count == 1)
      #expect(!other.html.contains("&lt;script") && !other.html.contains("<script>"))
    }
  }

  @Test("one session or all others can be ended")
  func end() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      let others = (0..<3).map { _ in Browser(client: browser.client) }
      for other in others { _ = try await other.signIn() }
      try await browser.get("/account/sessions")
      let session = try #require(browser.html.firstMatch(of: /name="session" value="([^"]+)"/)).1
      try await browser.post("/account/sessions/end", ["session": String(session)])
      #expect(browser.html.matches(of: /name="session"/).count == 2)
      try await browser.post("/account/sessions/end-others", [:])
      #expect(!browser.html.contains("name=\"session\"") && browser.text(of: "signed-in-user") == "ada")
      for other in others {
        try await other.get("/account")
        #expect(other.html.contains("<title>Sign in"))
      }
    }
  }

  @Test("a user cannot end another user's session")
  func others() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      let second = Browser(client: browser.client)
      _ = try await second.signIn()
      try await second.get("/account/sessions")
      let session = try #require(second.html.firstMatch(of: /name="session" value="([^"]+)"/)).1
      let eve = Browser(client: browser.client)
      try await eve.signUp("eve")
      try await eve.post("/account/sessions/end", ["session": String(session)])
      try await browser.get("/account")
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("a new password requires a fresh factor and ends all other sessions")
  func password() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      let other = Browser(client: browser.client)
      _ = try await other.signIn()
      site.time.advance(by: 300)
      try await browser.post("/account/password", ["password": "battery staple"])
      #expect(browser.html.contains("<title>Confirm that it is you"))
      try await browser.post("/account/confirm", ["for": "password", "password": "correct horse"])
      #expect(try await browser.post("/account/password", ["password": "short"]).status == .unprocessableContent)
      try await browser.post("/account/password", ["password": "battery staple"])
      #expect(browser.text(of: "signed-in-user") == "ada")
      try await other.get("/account")
      #expect(other.html.contains("<title>Sign in"))
      #expect(try await other.signIn().status == .unprocessableContent)
      _ = try await other.signIn(password: "battery staple")
      #expect(other.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("if codes are on, the password alone does not confirm a change")
  func codes() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await FactorChangeTests.turnOn(browser, site)
      site.time.advance(by: 300)
      try await browser.get("/account/password")
      #expect(browser.html.contains("<title>Confirm that it is you") && !browser.html.contains("id=\"password\""))
      try await browser.post("/account/confirm", ["for": "password", "password": "correct horse"])
      #expect(browser.html.contains("<title>Confirm that it is you"))
      try await browser.post("/account/confirm", ["for": "password", "code": link.parameters.code(at: site.time.now).text])
      #expect(browser.html.contains("<h1>Change password</h1>"))
    }
  }

  @Test(
    "attempts are counted per IPv4 address and per IPv6 /64",
    arguments: [
      ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
      ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"), ("2001:db8::1", "2001:db8:0:0::/64"), ("::1", "0:0:0:0::/64"),
      ("fe80::1%eth0", "fe80:0:0:0::/64"),
    ])
  func addresses(_ address: String, _ network: String) {
    #expect(ClientAddress.network(of: address) == network)
  }

  @Test(
    "browsers are named briefly from their user agent",
    arguments: [
      ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36", "Chrome on Linux"),
      (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
        "Edge on Windows"
      ),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
        "Safari on iPhone"
      ),
      ("curl/8", "An unknown browser"), ("", "An unknown browser"),
    ])
  func browsers(_ header: String, _ name: String) {
    #expect(BrowserName.name(userAgent: header) == name)
  }
}
