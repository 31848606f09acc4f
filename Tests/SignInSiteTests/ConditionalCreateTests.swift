// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdTesting
import OneTimeCodes
import Testing
import WebAuthnModel

@Suite("Passkeys: conditional creation after a password sign-in")
struct ConditionalCreateTests {
  private static let wish = Data(#"{"conditional":true}"#.utf8)

  /// An account that has just signed in with its password.
  private static func signIn(_ browser: Browser) async throws {
    try await browser.signUp()
    try await browser.signOut()
    _ = try await browser.signIn()
  }

  @Test("a passkey is created without user presence, and it signs in from then on")
  func upgrade() async throws {
    try await TestSite().visit { browser in
      try await Self.signIn(browser)
      #expect(browser.html.contains("data-passkey-upgrade"))
      let options: PublicKeyCredentialCreationOptionsJSON = try await browser.options("registration", wish: #"{"conditional":true}"#)
      #expect(options.authenticatorSelection?.residentKey == .required)
      var device = Device()
      (device.isConditional, device.verifiesPerson) = (true, false)
      #expect(try await browser.postJSON("/passkeys/registration", device.create(options)).status == .ok)
      try await browser.get("/account")
      #expect(browser.text(of: "flash") == "A passkey was made for next time. You can go on using your password.")
      #expect(!browser.html.contains("data-passkey-upgrade") && !browser.html.contains("asked for after your password"))
      try await browser.signOut()
      (device.isConditional, device.verifiesPerson) = (false, true)
      #expect(try await browser.signIn(with: &device) == "/account")
      try await browser.get("/account")
      try await browser.signOut()
      _ = try await browser.signIn()
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("creation is offered once per sign-in")
  func once() async throws {
    try await TestSite().visit { browser in
      try await Self.signIn(browser)
      #expect(try await browser.postJSON("/passkeys/registration/options", Self.wish).status == .ok)
      #expect(try await browser.postJSON("/passkeys/registration/options", Self.wish).status == .unprocessableContent)
      try await browser.get("/account")
      #expect(!browser.html.contains("data-passkey-upgrade"))
    }
  }

  @Test("creation is not offered after a sign-up, after a passkey sign-in or for an account with a passkey")
  func never() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      #expect(!browser.html.contains("data-passkey-upgrade"))
      #expect(try await browser.postJSON("/passkeys/registration/options", Self.wish).status == .unprocessableContent)
      var device = Device()
      try await browser.add(&device)
      try await browser.signOut()
      _ = try await browser.signIn(with: &device)
      try await browser.get("/account")
      #expect(!browser.html.contains("data-passkey-upgrade"))
      try await browser.signOut()
      _ = try await browser.signIn()
      #expect(!browser.html.contains("data-passkey-upgrade"))
    }
  }

  @Test("an ordinary registration still requires user presence")
  func usual() async throws {
    try await TestSite().visit { browser in
      try await Self.signIn(browser)
      let options: PublicKeyCredentialCreationOptionsJSON = try await browser.options("security-key")
      var device = Device()
      (device.isConditional, device.verifiesPerson) = (true, false)
      #expect(try await browser.postJSON("/passkeys/security-key", device.create(options)).status == .unprocessableContent)
    }
  }

  @Test("if codes are on, creation is offered only after the code")
  func codes() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await VerificationCodeTests.setUp(browser, site)
      site.time.advance(by: 60)
      _ = try await browser.signIn()
      #expect(try await browser.postJSON("/passkeys/registration/options", Self.wish).status == .unprocessableContent)
      _ = try await browser.signIn()
      try await browser.post("/sign-in/code", ["code": link.parameters.code(at: site.time.now).text])
      #expect(browser.html.contains("data-passkey-upgrade"))
      #expect(try await browser.postJSON("/passkeys/registration/options", Self.wish).status == .ok)
    }
  }
}
