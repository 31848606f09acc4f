// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import OneTimeCodes
import Testing
import WebAuthnAuthenticator
import WebAuthnModel

@Suite("Passkeys: ceremonies with a software authenticator")
struct PasskeyCeremonyTests {
  @Test("an added passkey signs in, is listed and shows its last use")
  func roundTrip() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      var device = try await Self.deviceWithPasskey(browser)
      try await browser.get("/account")
      #expect(browser.html.contains("<span class=\"key\">Passfold</span>"))
      try await browser.signOut()
      site.time.advance(by: 24 * 60 * 60)
      try await browser.get("/sign-in")
      let before = browser.cookieValue
      #expect(try await browser.signIn(with: &device) == "/account")
      #expect(browser.cookieValue != before)
      try await browser.get("/account")
      #expect(browser.text(of: "signed-in-user") == "ada")
      #expect(browser.html.contains("last used 2023-11-15"))
    }
  }

  @Test("a response works once")
  func replay() async throws {
    try await TestSite().visit { browser in
      let device = try await Self.deviceWithPasskey(browser)
      try await browser.signOut()
      let response = try device.assert(try await browser.options("authentication"))
      #expect(try await browser.postJSON("/passkeys/authentication", response).status == .ok)
      try await browser.get("/account")
      try await browser.signOut()
      #expect(try await browser.postJSON("/passkeys/authentication", response).status == .unprocessableContent)
    }
  }

  @Test("a challenge is bound to its session")
  func otherSession() async throws {
    try await TestSite().visit { browser in
      let device = try await Self.deviceWithPasskey(browser)
      try await browser.signOut()
      let response = try device.assert(try await browser.options("authentication"))
      browser.setCookie(nil)
      try await browser.get("/sign-in")
      #expect(try await browser.postJSON("/passkeys/authentication", response).status == .unprocessableContent)
    }
  }

  @Test("a challenge expires after ten minutes")
  func expiry() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let device = try await Self.deviceWithPasskey(browser)
      try await browser.signOut()
      let response = try device.assert(try await browser.options("authentication"))
      site.time.advance(by: 10 * 60)
      #expect(try await browser.postJSON("/passkeys/authentication", response).status == .unprocessableContent)
    }
  }

  @Test("of several concurrent responses to one challenge, one signs in")
  func parallel() async throws {
    try await TestSite().visit { browser in
      let device = try await Self.deviceWithPasskey(browser)
      try await browser.signOut()
      let response = try device.assert(try await browser.options("authentication"))
      let tabs = (0..<4).map { _ in Browser(copying: browser) }
      let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
        for tab in tabs {
          group.addTask {
            try await tab.postJSON("/passkeys/authentication", response).status == .ok
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(accepted == 1)
    }
  }

  @Test("a response made at another origin is refused", arguments: ["https://shop.example", "https://evil.shop.example"])
  func origin(_ origin: String) async throws {
    try await TestSite().visit { browser in
      let device = try await Self.deviceWithPasskey(browser)
      try await browser.signOut()
      let response = try device.assert(try await browser.options("authentication"), at: origin)
      #expect(try await browser.postJSON("/passkeys/authentication", response).status == .unprocessableContent)
    }
  }

  @Test("a response with a changed bit is refused, and the page does not learn why")
  func tampered() async throws {
    try await TestSite().visit { browser in
      let device = try await Self.deviceWithPasskey(browser)
      try await browser.signOut()
      var response = try JSONDecoder().decode(
        AuthenticationResponseJSON.self, from: device.assert(try await browser.options("authentication")))
      response.response.signature.bytes[10] ^= 1
      let answer = try await browser.postJSON("/passkeys/authentication", JSONEncoder().encode(response))
      #expect(answer.status == .unprocessableContent)
      #expect(String(buffer: answer.body) == #"{"problem":"This passkey was not accepted. Try again or use your password."}"#)
    }
  }

  @Test("registration excludes the account's existing passkeys")
  func excluded() async throws {
    try await TestSite().visit { browser in
      let device = try await Self.deviceWithPasskey(browser)
      let options: PublicKeyCredentialCreationOptionsJSON = try await browser.options("registration")
      let id = try #require(device.source).id
      #expect(options.excludeCredentials?.map(\.id.bytes) == [id.bytes])
    }
  }

  @Test("a registration response works once")
  func registrationReplay() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      var device = Device()
      let registration = try device.create(try await browser.options("registration"))
      #expect(try await browser.postJSON("/passkeys/registration", registration).status == .ok)
      #expect(try await browser.postJSON("/passkeys/registration", registration).status == .unprocessableContent)
    }
  }

  @Test("a passkey replaces password and code if it verified the user, and is refused otherwise")
  func secondFactor() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      let link = try await VerificationCodeTests.setUp(browser, site)
      site.time.advance(by: 60)
      _ = try await browser.signIn()
      try await browser.post("/sign-in/code", ["code": link.parameters.code(at: site.time.now).text])
      var device = Device()
      #expect(try await browser.postJSON("/passkeys/registration", device.create(try await browser.options("registration"))).status == .ok)
      try await browser.signOut()
      #expect(try await browser.signIn(with: &device) == "/account")
      try await browser.get("/account")
      try await browser.signOut()
      device.verifiesPerson = false
      let response = try device.assert(try await browser.options("authentication"))
      #expect(try await browser.postJSON("/passkeys/authentication", response).status == .unprocessableContent)
      try await browser.get("/account")
      #expect(browser.html.contains("<title>Sign in"))
    }
  }

  @Test(
    "a malformed response is refused", arguments: ["", "[]", "{}", "null", #"{"id":"AA","rawId":"AA","type":"public-key","response":{}}"#])
  func malformed(_ body: String) async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      for ceremony in ["registration", "authentication"] {
        #expect(try await browser.postJSON("/passkeys/" + ceremony, Data(body.utf8)).status == .unprocessableContent)
      }
    }
  }

  /// Signs up and adds a passkey.
  static func deviceWithPasskey(_ browser: Browser) async throws -> Device {
    try await browser.signUp()
    var device = Device()
    let response = try await browser.postJSON("/passkeys/registration", device.create(try await browser.options("registration")))
    #expect(response.status == .ok)
    return device
  }
}
