// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import WebAuthnModel

@Suite("Passkeys: options")
struct PasskeyOptionTests {
  @Test("registration asks for a passkey of the account under the site's RP ID, discoverable and with a PRF where that can be")
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

  @Test("authentication names no credential, and every challenge is another one")
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

  @Test("registration options are for the signed-in only")
  func signedInOnly() async throws {
    try await TestSite().visit { browser in
      try await browser.get("/sign-in")
      #expect(try await browser.postJSON("/passkeys/registration/options", Data("{}".utf8)).status == .unprocessableContent)
    }
  }

  @Test(
    "ceremonies need the session's token", arguments: ["registration/options", "authentication/options", "registration", "authentication"])
  func token(_ path: String) async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      #expect(try await browser.postJSON("/passkeys/" + path, Data("{}".utf8), token: "AAAA").status == .forbidden)
    }
  }
}
