// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import WebAuthnModel

@Suite("Passkeys: accounts that begin with a passkey")
struct PasskeySignUpTests {
  @Test("a passkey on its own creates an account and signs in to it")
  func signUp() async throws {
    try await TestSite().visit { browser in
      var device = Device()
      try await browser.signUp("ada", with: &device)
      #expect(browser.text(of: "flash") == "Welcome, ada. Your account is ready.")
      #expect(browser.html.contains("This account has no password"))
      try await browser.signOut()
      #expect(try await browser.signIn(with: &device) == "/account")
    }
  }

  @Test("an account without a password accepts none, not even an empty one", arguments: ["", "correct horse"])
  func noPassword(_ password: String) async throws {
    try await TestSite().visit { browser in
      var device = Device()
      try await browser.signUp("ada", with: &device)
      try await browser.signOut()
      #expect(try await browser.signIn(password: password).status == .unprocessableContent)
      #expect(browser.text(of: "flash") == "Not accepted. Check user name, password and code; each code works once.")
    }
  }

  @Test("user verification is required, because the passkey is the whole sign-in")
  func verification() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-up")
      let options: PublicKeyCredentialCreationOptionsJSON = try await browser.options("sign-up", wish: #"{"userName":"ada"}"#)
      #expect(options.authenticatorSelection?.userVerification == .required)
      var device = Device()
      device.verifiesPerson = false
      #expect(try await browser.postJSON("/passkeys/sign-up", device.create(options)).status == .unprocessableContent)
      try await browser.get("/account")
      #expect(browser.html.contains("<title>Sign in"))
    }
  }

  @Test("an abandoned ceremony leaves no account behind")
  func givenUp() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-up")
      let _: PublicKeyCredentialCreationOptionsJSON = try await browser.options("sign-up", wish: #"{"userName":"ada"}"#)
      try await browser.signUp("ada")
    }
  }

  @Test("if two sign-ups want the same name, the first to finish gets it")
  func race() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-up")
      let options: PublicKeyCredentialCreationOptionsJSON = try await browser.options("sign-up", wish: #"{"userName":"ada"}"#)
      let other = Browser(client: browser.client)
      try await other.signUp("Ada")
      var device = Device()
      let response = try await browser.postJSON("/passkeys/sign-up", device.create(options))
      #expect(String(buffer: response.body).contains("This user name is taken"))
    }
  }

  @Test("a malformed or taken name is refused before a passkey is created", arguments: ["", "a", "a b", "ada"])
  func names(_ name: String) async throws {
    try await TestSite().visit { browser in
      try await browser.signUp("ada")
      try await browser.signOut()
      let response = try await browser.postJSON("/passkeys/sign-up/options", Data(#"{"userName":"\#(name)"}"#.utf8))
      #expect(response.status == .unprocessableContent)
      #expect(String(buffer: response.body).contains("user name"))
    }
  }

  @Test("a response to one kind of ceremony is refused in another")
  func purpose() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-up")
      let options: PublicKeyCredentialCreationOptionsJSON = try await browser.options("sign-up", wish: #"{"userName":"ada"}"#)
      var device = Device()
      let response = try device.create(options)
      #expect(try await browser.postJSON("/passkeys/registration", response).status == .unprocessableContent)
      #expect(try await browser.postJSON("/passkeys/sign-up", response).status == .ok)
    }
  }

  @Test("a password can be set later and then signs in too")
  func setPassword() async throws {
    try await TestSite().visit { browser in
      var device = Device()
      try await browser.signUp("ada", with: &device)
      try await browser.get("/account/password")
      #expect(browser.html.contains("<h1>Set a password</h1>"))
      try await browser.post("/account/password", ["password": "correct horse"])
      #expect(browser.text(of: "flash")?.hasPrefix("Your new password is set.") == true)
      try await browser.signOut()
      _ = try await browser.signIn()
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }
}
