// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import WebAuthnAuthenticator
import WebAuthnModel

@Suite("Security keys as a second step, and passkeys found by user name")
struct SecondStepKeyTests {
  /// An account with a password and a security key, signed out.
  private static func keyHolder(_ browser: Browser) async throws -> Device {
    try await browser.signUp()
    var key = Device()
    key.verifiesPerson = false
    try await browser.add(&key, as: "security-key")
    #expect(browser.html.contains("asked for after your password"))
    try await browser.signOut()
    return key
  }

  @Test("the password alone no longer signs in, but password and key do")
  func secondStep() async throws {
    try await TestSite().visit { browser in
      let key = try await Self.keyHolder(browser)
      _ = try await browser.signIn()
      #expect(browser.html.contains("id=\"use-security-key\"") && !browser.html.contains("id=\"code\""))
      let options: PublicKeyCredentialRequestOptionsJSON = try await browser.options("second-step")
      let answer = try await browser.postJSON("/passkeys/second-step", key.assert(options))
      #expect(String(buffer: answer.body) == #"{"next":"/account"}"#)
      try await browser.get("/account")
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("user verification and a resident key are required for a passkey and discouraged for a security key")
  func verification() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      var device = Device()
      device.verifiesPerson = false
      let passkey: PublicKeyCredentialCreationOptionsJSON = try await browser.options("registration")
      #expect(passkey.authenticatorSelection?.userVerification == .required)
      #expect(try await browser.postJSON("/passkeys/registration", device.create(passkey)).status == .unprocessableContent)
      let key: PublicKeyCredentialCreationOptionsJSON = try await browser.options("security-key")
      #expect(key.authenticatorSelection?.userVerification == .discouraged && key.authenticatorSelection?.residentKey == .discouraged)
    }
  }

  @Test("a response for one kind of key is refused for the other")
  func kinds() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      var device = Device()
      device.verifiesPerson = false
      let response = try device.create(try await browser.options("security-key"))
      #expect(try await browser.postJSON("/passkeys/registration", response).status == .unprocessableContent)
      #expect(try await browser.postJSON("/passkeys/security-key", response).status == .ok)
    }
  }

  @Test("an account without a password cannot add a security key as a second step")
  func noPassword() async throws {
    try await TestSite().visit { browser in
      var device = Device()
      try await browser.signUp("ada", with: &device)
      #expect(try await browser.postJSON("/passkeys/security-key/options", Data("{}".utf8)).status == .unprocessableContent)
    }
  }

  @Test("the replacement of a security key is a security key too")
  func replacement() async throws {
    try await TestSite().visit { browser in
      let key = try await Self.keyHolder(browser)
      _ = try await browser.signIn()
      #expect(try await browser.postJSON("/passkeys/second-step", key.assert(try await browser.options("second-step"))).status == .ok)
      try await browser.get("/account")
      let number = browser.passkeyNumber
      let (_, response) = try key.another(try await browser.options("\(number)/replacement"))
      #expect(try await browser.postJSON("/passkeys/\(number)/replacement", response).status == .ok)
      try await browser.get("/account")
      #expect(browser.html.contains("asked for after your password"))
    }
  }

  @Test("the key without the password signs nobody in")
  func alone() async throws {
    try await TestSite().visit { browser in
      let key = try await Self.keyHolder(browser)
      #expect(try await browser.postJSON("/passkeys/second-step/options", Data("{}".utf8)).status == .unprocessableContent)
      var verifying = key
      verifying.verifiesPerson = true
      for device in [key, verifying] {
        let answer = try await browser.postJSON("/passkeys/authentication", device.assert(try await browser.options("authentication")))
        #expect(answer.status == .unprocessableContent)
      }
    }
  }

  @Test("another account's key does not complete the second step")
  func others() async throws {
    try await TestSite().visit { browser in
      _ = try await Self.keyHolder(browser)
      var theirs = Device()
      let eve = Browser(client: browser.client)
      try await eve.signUp("eve")
      try await eve.add(&theirs)
      _ = try await browser.signIn()
      var options: PublicKeyCredentialRequestOptionsJSON = try await browser.options("second-step")
      options.allowCredentials = nil
      #expect(try await browser.postJSON("/passkeys/second-step", theirs.assert(options)).status == .unprocessableContent)
      try await browser.get("/account")
      #expect(browser.html.contains("<title>Sign in"))
    }
  }

  @Test("recovery codes are available with a security key and complete the second step if it is lost")
  func recovery() async throws {
    try await TestSite().visit { browser in
      let key = try await Self.keyHolder(browser)
      _ = try await browser.signIn()
      #expect(try await browser.postJSON("/passkeys/second-step", key.assert(try await browser.options("second-step"))).status == .ok)
      let codes = try await FactorChangeTests.makeCodes(browser)
      #expect(codes.count == 10)
      try await browser.get("/account")
      try await browser.signOut()
      _ = try await browser.signIn()
      try await browser.post("/sign-in/recovery", ["recovery-code": codes[0]])
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("options for a user name list its passkeys, and a response without a user handle signs in")
  func userName() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      var device = Device()
      try await browser.add(&device)
      try await browser.signOut()
      let options: PublicKeyCredentialRequestOptionsJSON = try await browser.options("authentication", wish: #"{"userName":" ADA "}"#)
      let source = try #require(device.source)
      #expect(options.allowCredentials?.map(\.id.bytes) == [source.id.bytes])
      var response = try JSONDecoder().decode(AuthenticationResponseJSON.self, from: device.assert(options))
      response.response.userHandle = nil
      #expect(try await browser.postJSON("/passkeys/authentication", JSONEncoder().encode(response)).status == .ok)
    }
  }

  @Test("a name without a passkey gets one decoy credential, always the same, whether the account exists or not")
  func decoy() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp("ada")
      try await browser.signOut()
      var seen: Set<[[UInt8]]> = []
      for name in ["eve", "EVE", " eve", "ada"] {
        let options: PublicKeyCredentialRequestOptionsJSON = try await browser.options(
          "authentication", wish: #"{"userName":"\#(name)"}"#)
        seen.insert(options.allowCredentials?.map(\.id.bytes) ?? [])
      }
      #expect(seen.count == 2)
      #expect(seen.allSatisfy { $0.count == 1 && $0.first?.count == 20 })
    }
  }
}
