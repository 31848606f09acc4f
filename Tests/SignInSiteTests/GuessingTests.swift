// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import SignInSite
import Testing

@Suite("Guessing passwords: slowed down for whoever guesses, and for nobody else")
struct GuessingTests {
  private static let wrong = "wrong horse"

  @Test("five wrong passwords are free, then each costs a wait that doubles up to an hour", arguments: [true, false])
  func growingWait(_ isKnownDevice: Bool) async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      try await browser.signOut()
      if !isKnownDevice { browser.forgetEverything() }
      for _ in 0..<5 { #expect(try await browser.signIn(password: Self.wrong).status == .unprocessableContent) }
      for wait in [30, 60, 120, 240, 480, 960, 1920, 3600, 3600] {
        // A try that comes too early is not looked at and makes nothing worse.
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

  @Test("a stranger's wrong passwords, as many as there may be, do not keep the owner out of a browser that was signed in before")
  func owner() async throws {
    let site = try await TestSite()
    try await site.visit { owner in
      try await owner.signUp()
      try await owner.signOut()
      // All come from one network: the address does not tell owner and stranger apart.
      let stranger = Browser(client: owner.client)
      try await stranger.signUp("eve")
      try await stranger.signOut()
      for _ in 0..<12 { _ = try await stranger.signIn(password: Self.wrong) }
      #expect(try await stranger.signIn().status == .tooManyRequests)
      _ = try await owner.signIn()
      #expect(owner.text(of: "signed-in-user") == "ada")
      try await owner.signOut()
      // Nor when the hundred tries of all strangers together are used up, and those of their network.
      for _ in 0..<120 {
        _ = try await stranger.signIn(password: Self.wrong)
        site.time.advance(by: 3600)
      }
      for name in 0..<110 { _ = try await stranger.signIn("nobody\(name)", password: Self.wrong) }
      #expect(try await stranger.signIn("somebody", password: Self.wrong).status == .tooManyRequests)
      _ = try await owner.signIn()
      #expect(owner.text(of: "signed-in-user") == "ada")
      // Another account's device is a stranger here.
      #expect(try await stranger.signIn().status == .tooManyRequests)
    }
  }

  @Test("strangers of all networks together have a hundred wrong passwords a day for one name, whether anybody has it or not")
  func allNetworks() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      browser.forgetEverything()
      for name in ["ada", "nobody"] {
        // In process all come from one network; each other network begins with nothing counted.
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

  @Test("spaces and case around a name give no new tries", arguments: [" ada", "ADA", "ada\u{3000}"])
  func spelling(_ name: String) async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      browser.forgetEverything()
      for _ in 0..<5 { _ = try await browser.signIn(password: Self.wrong) }
      #expect(try await browser.signIn(name).status == .tooManyRequests)
    }
  }

  @Test("wrong passwords at the sign-in page do not count where a signed-in person is asked again")
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

  @Test("a new password takes their own tries from all other browsers")
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

  @Test("a device's cookie signs nobody in, is not in the database, and one that we did not give is worth nothing")
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
