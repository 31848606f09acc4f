// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import SignInSite
import Testing

@Suite("Password guessing")
struct GuessingTests {
  private static let wrong = "wrong horse"

  @Test("five wrong passwords are free, and each further one costs a wait that doubles up to an hour", arguments: [true, false])
  func growingWait(_ isKnownDevice: Bool) async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      try await browser.signOut()
      if !isKnownDevice { browser.forgetEverything() }
      for _ in 0..<5 { #expect(try await browser.signIn(password: Self.wrong).status == .unprocessableContent) }
      for wait in [30, 60, 120, 240, 480, 960, 1920, 3600, 3600] {
        // An attempt that comes too early is not checked and does not extend the wait.
        site.time.advance(by: TimeInterval(wait - 1))
        #expect(try await browser.signIn().status == .tooManyRequests)
        site.time.advance(by: 1)
        #expect(try await browser.signIn(password: Self.wrong).status == .unprocessableContent)
      }
      #expect(try await browser.signIn().status == .tooManyRequests)
      #expect(browser.text(of: "flash") == "Too many tries. Wait 60 minutes.")
      site.time.advance(by: 3600)
      _ = try await browser.signIn()
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("a stranger's wrong passwords, however many, do not lock the owner out of a known browser")
  func owner() async throws {
    let site = try await TestSite()
    try await site.visit { owner in
      try await owner.signUp()
      try await owner.signOut()
      // All attempts come from one network, so the address does not distinguish owner and stranger.
      let stranger = Browser(client: owner.client)
      try await stranger.signUp("eve")
      try await stranger.signOut()
      for _ in 0..<12 { _ = try await stranger.signIn(password: Self.wrong) }
      #expect(try await stranger.signIn().status == .tooManyRequests)
      _ = try await owner.signIn()
      #expect(owner.text(of: "signed-in-user") == "ada")
      try await owner.signOut()
      // The same holds once the hundred attempts of all strangers, and those of their network, are used up.
      for _ in 0..<120 {
        _ = try await stranger.signIn(password: Self.wrong)
        site.time.advance(by: 3600)
      }
      for name in 0..<110 { _ = try await stranger.signIn("nobody\(name)", password: Self.wrong) }
      #expect(try await stranger.signIn("somebody", password: Self.wrong).status == .tooManyRequests)
      _ = try await owner.signIn()
      #expect(owner.text(of: "signed-in-user") == "ada")
      // A device known to another account counts as a stranger here.
      #expect(try await stranger.signIn().status == .tooManyRequests)
    }
  }

  @Test("strangers from all networks together have a hundred wrong passwords a day for one name, whether it exists or not")
  func allNetworks() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      browser.forgetEverything()
      for name in ["ada", "nobody"] {
        // In process, all requests come from one network; deleting the counts stands for another network.
        for _ in 0..<100 {
          #expect(try await browser.signIn(name, password: Self.wrong).status == .unprocessableContent)
          try await site.database.write {
            try $0.execute(sql: "DELETE FROM password_guess; DELETE FROM one_time_code_attempts WHERE kind = 'sign-in/network'")
          }
        }
        #expect(try await browser.signIn(name, password: Self.wrong).status == .tooManyRequests)
        #expect(browser.text(of: "flash") == "Too many tries. Wait 60 minutes.")
        site.time.advance(by: 24 * 3600)
        #expect(try await browser.signIn(name, password: Self.wrong).status == .unprocessableContent)
      }
    }
  }

  @Test("spaces and case around a name give no further attempts", arguments: [" ada", "ADA", "ada\u{3000}"])
  func spelling(_ name: String) async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      browser.forgetEverything()
      for _ in 0..<5 { _ = try await browser.signIn(password: Self.wrong) }
      #expect(try await browser.signIn(name).status == .tooManyRequests)
    }
  }

  @Test("wrong passwords on the sign-in page do not count when a signed-in user is asked again")
  func confirmation() async throws {
    let site = try await TestSite()
    try await site.visit { owner in
      try await owner.signUp()
      let stranger = Browser(client: owner.client)
      for _ in 0..<12 { _ = try await stranger.signIn(password: Self.wrong) }
      site.time.advance(by: 300)
      try await owner.get("/account/confirm?for=password")
      try await owner.post("/account/confirm", ["for": "password", "password": "correct horse"])
      #expect(owner.html.contains("<h1>Change password</h1>"))
    }
  }

  @Test("a new password removes the separate attempts of all other browsers")
  func newPassword() async throws {
    try await TestSite().visit { owner in
      try await owner.signUp()
      let other = Browser(client: owner.client)
      _ = try await other.signIn()
      try await owner.post("/account/password", ["password": "battery staple"])
      let stranger = Browser(client: owner.client)
      for _ in 0..<6 { _ = try await stranger.signIn(password: Self.wrong) }
      #expect(try await other.signIn(password: "battery staple").status == .tooManyRequests)
      try await owner.signOut()
      _ = try await owner.signIn(password: "battery staple")
      #expect(owner.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("a device's cookie signs nobody in, is not stored in plain text, and a planted one is ignored")
  func cookie() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.get("/sign-up")
      let response = try await browser.client.execute(uri: "/sign-in", method: .get, headers: [.cookie: "__Host-device=planted"])
      #expect(!response.headers[values: .setCookie].contains { $0.hasPrefix("__Host-device") })
      try await browser.signUp()
      let devices = try await site.database.read { try Data.fetchAll($0, sql: "SELECT id FROM known_device") }
      #expect(devices.count == 1)
      #expect(devices.first?.count == 32)
      browser.setCookie(nil)
      try await browser.get("/account")
      #expect(browser.html.contains("<title>Sign in"))
    }
  }
}
