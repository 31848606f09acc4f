// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import WebAuthnModel

@Suite("Passkeys: options")
struct PasskeyOptionTests {
  @Test("registration uses the site's RP ID, a random user handle, and asks for a discoverable credential with PRF if possible")
  func creation() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      let options: PublicKeyCredentialCreationOptionsJSON = try await browser.options("registration")
      #expect(options.rp.id == "shop.example")
      #expect(options.user.name == "ada")
      #expect(options.user.id.bytes.count == 16)
      #expect(options.authenticatorSelection?.residentKey == .preferred)
      #expect(options.extensions?.prf != nil && options.extensions?.credProps == true)
      #expect(options.challenge.bytes.count == 32)
    }
  }

  @Test("authentication lists no credentials, and every challenge is different")
  func request() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-in")
      let first: PublicKeyCredentialRequestOptionsJSON = try await browser.options("authentication")
      let second: PublicKeyCredentialRequestOptionsJSON = try await browser.options("authentication")
      #expect(first.rpId == "shop.example")
      #expect(first.allowCredentials?.isEmpty != false)
      #expect(first.challenge != second.challenge)
    }
  }

  @Test("registration options need a signed-in session")
  func signedInOnly() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-in")
      #expect(try await browser.postJSON("/passkeys/registration/options", Data("{}".utf8)).status == .unprocessableContent)
    }
  }

  @Test(
    "ceremonies require the session's token",
    arguments: ["registration/options", "authentication/options", "registration", "authentication"])
  func token(_ path: String) async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      #expect(try await browser.postJSON("/passkeys/" + path, Data("{}".utf8), token: "AAAA").status == .forbidden)
    }
  }
}
