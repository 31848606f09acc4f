// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Hummingbird
import HummingbirdTesting
import SignInSite
import Testing
import WebAuthnAuthenticator
import WebAuthnModel

@Suite("Passkeys: management")
struct PasskeyManagementTests {
  @Test("each passkey is listed with its device's name, its backup state and the dates when it was added and used")
  func list() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      var first = Device()
      try await browser.add(&first)
      let second: PublicKeyCredentialCreationOptionsJSON = try await browser.options("registration")
      #expect(try await browser.postJSON("/passkeys/registration", first.another(second).response).status == .ok)
      try await browser.get("/account")
      for text in [">Passfold<", ">Passfold 2<", "Synced", "Added 2023-11-14, not used yet"] { #expect(browser.html.contains(text)) }
    }
  }

  @Test(
    "a new passkey is named after its provider, or else after its transports",
    arguments: [
      ("fdb141b2-5d84-443e-8a35-4698c205a502", ["internal"], "KeePassXC"),
      (AAGUID.zero.description, ["internal", "hybrid"], "Firefox on Linux"),
      (AAGUID.zero.description, ["nfc", "usb"], "Security key"), (AAGUID.zero.description, ["hybrid"], "Phone or tablet"),
      (AAGUID.zero.description, ["<b>"], "Passkey"),
    ])
  func deviceName(_ model: String, _ transports: [String], _ name: String) throws {
    let aaguid = try #require(AAGUID(parsing: model))
    #expect(DeviceName.suggest(aaguid: aaguid, transports: transports, browser: "Firefox on Linux", metadata: nil) == name)
  }

  @Test("a passkey can be renamed, to 1 to 40 characters, and the name is escaped")
  func rename() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      var device = Device()
      try await browser.add(&device)
      let path = "/account/passkeys/\(browser.passkeyNumber)/rename"
      try await browser.post(path, ["name": "  My <b>laptop</b> "])
      #expect(browser.html.contains("My &lt;b&gt;laptop&lt;/b&gt;"))
      for name in ["", "   ", String(repeating: "x", count: 41), "a\u{7}b"] {
        #expect(try await browser.post(path, ["name": name]).status == .unprocessableContent)
      }
    }
  }

  @Test("a removed passkey no longer signs in, and the browser is told which credential is unknown")
  func remove() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      var device = Device()
      try await browser.add(&device)
      try await browser.post("/account/passkeys/\(browser.passkeyNumber)/remove", [:])
      #expect(browser.text(of: "flash") == "The passkey “Passfold” was removed. It no longer signs in.")
      #expect(browser.html.contains("was removed.<span"))
      try await browser.signOut()
      let answer = try await browser.postJSON("/passkeys/authentication", device.assert(try await browser.options("authentication")))
      #expect(answer.status == .unprocessableContent)
      let id = try #require(device.source).id.text
      #expect(String(buffer: answer.body).contains(#""unknownCredential":{"credentialId":"\#(id)","rpId":"shop.example"}"#))
    }
  }

  @Test("the only way to sign in cannot be removed")
  func lastWay() async throws {
    try await TestSite().visit { browser in
      var device = Device()
      try await browser.signUp("ada", with: &device)
      let response = try await browser.post("/account/passkeys/\(browser.passkeyNumber)/remove", [:])
      #expect(response.status == .unprocessableContent)
      #expect(browser.text(of: "flash")?.hasPrefix("This is your only way to sign in.") == true)
    }
  }

  @Test("a replacement keeps the name, takes the old passkey's place in one step and invalidates the old key")
  func replace() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      var old = Device()
      try await browser.add(&old)
      let number = browser.passkeyNumber
      try await browser.post("/account/passkeys/\(number)/rename", ["name": "Laptop"])
      let options: PublicKeyCredentialCreationOptionsJSON = try await browser.options("\(number)/replacement")
      #expect(options.excludeCredentials?.isEmpty != false)
      var (new, response) = try old.another(options)
      #expect(try await browser.postJSON("/passkeys/\(number)/replacement", response).status == .ok)
      try await browser.get("/account")
      #expect(browser.text(of: "flash") == "The passkey “Laptop” was replaced. The old one no longer works.")
      #expect(browser.html.matches(of: /class="key">Laptop</).count == 1 && browser.passkeyNumber != number)
      try await browser.signOut()
      #expect(try await browser.signIn(with: &old) == nil)
      try await browser.get("/sign-in")
      #expect(try await browser.signIn(with: &new) == "/account")
    }
  }

  @Test("if the replacement fails, the old passkey stays")
  func replaceFails() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      var old = Device()
      try await browser.add(&old)
      let number = browser.passkeyNumber
      let options: PublicKeyCredentialCreationOptionsJSON = try await browser.options("\(number)/replacement")
      let (_, response) = try old.another(options)
      // A response for another passkey's replacement, and one that does not verify.
      #expect(try await browser.postJSON("/passkeys/\(number)1/replacement", response).status == .unprocessableContent)
      var broken = try JSONDecoder().decode(RegistrationResponseJSON.self, from: response)
      broken.response.clientDataJSON.bytes.removeLast()
      #expect(try await browser.postJSON("/passkeys/\(number)/replacement", JSONEncoder().encode(broken)).status == .unprocessableContent)
      try await browser.signOut()
      #expect(try await browser.signIn(with: &old) == "/account")
    }
  }

  @Test("another account's passkeys are not found", arguments: ["", "/rename", "/remove"])
  func others(_ action: String) async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      var device = Device()
      try await browser.add(&device)
      let path = "/account/passkeys/\(browser.passkeyNumber)"
      let eve = Browser(client: browser.client)
      try await eve.signUp("eve")
      let response = try await action.isEmpty ? eve.get(path) : eve.post(path + action, ["name": "mine"])
      #expect([.notFound].contains(response.status))
      try await browser.get("/account")
      #expect(browser.html.contains(">Passfold<"))
    }
  }

  @Test(
    "passkeys can be changed only within five minutes of showing a factor, and one is otherwise asked for again",
    arguments: ["/rename", "/remove", "add", "replace"])
  func freshness(_ change: String) async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      var device = Device()
      try await browser.add(&device)
      let number = browser.passkeyNumber
      site.time.advance(by: 300)
      let confirmation = "/account/confirm?for=passkey-\(number)"
      switch change {
      case "add", "replace":
        let path = change == "add" ? "registration" : "\(number)/replacement"
        let answer = try await browser.postJSON("/passkeys/\(path)/options", Data("{}".utf8))
        let next = change == "add" ? "/account/confirm?for=passkeys" : confirmation
        #expect(String(buffer: answer.body) == #"{"next":"\#(next)"}"#)
        try await browser.get(next)
      default: try await browser.post("/account/passkeys/\(number)\(change)", ["name": "x"])
      }
      #expect(browser.html.contains("<title>Confirm that it is you"))
      try await browser.post("/account/confirm", ["for": "passkey-\(number)", "password": "wrong horse"])
      #expect(browser.html.contains("<title>Confirm that it is you"))
      try await browser.post("/account/confirm", ["for": "passkey-\(number)", "password": "correct horse"])
      #expect(browser.html.contains("id=\"rename-passkey\""))
    }
  }

  @Test("a passkey also confirms, and the user then continues to the requested page")
  func confirmation() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      var device = Device()
      try await browser.signUp("ada", with: &device)
      site.time.advance(by: 300)
      try await browser.get("/account/password")
      #expect(browser.html.contains("data-for=\"password\"") && !browser.html.contains("id=\"password\""))
      let options: PublicKeyCredentialRequestOptionsJSON = try await browser.options("confirmation")
      let source = try #require(device.source)
      #expect(options.allowCredentials?.map(\.id.bytes) == [source.id.bytes])
      let answer = try await browser.postJSON("/passkeys/confirmation?for=password", device.assert(options))
      #expect(String(buffer: answer.body) == #"{"next":"/account/password"}"#)
      try await browser.get("/account/password")
      #expect(browser.html.contains("<h1>Set a password</h1>"))
    }
  }

  @Test(
    "the page after a confirmation is always one of the site's own", arguments: ["https://evil.example", "//evil.example", "passkey-x", ""])
  func targets(_ name: String) async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      site.time.advance(by: 300)
      try await browser.get("/account/confirm?for=passkeys")
      try await browser.post("/account/confirm", ["for": name, "password": "correct horse"])
      #expect(browser.text(of: "signed-in-user") == "ada")
    }
  }

  @Test("the browser is told which passkeys the account has and its current user name")
  func signals() async throws {
    try await TestSite().visit { browser in
      try await browser.signUp()
      var device = Device()
      try await browser.add(&device)
      let text = String(buffer: try await browser.get("/passkeys/signals").body)
      let id = try #require(device.source).id.text
      #expect(text.contains(#""allAcceptedCredentialIds":["\#(id)"]"#) && text.contains(#""name":"ada""#))
      try await browser.get("/account")
      try await browser.signOut()
      #expect(try await browser.get("/passkeys/signals").status == .forbidden)
    }
  }

  @Test("a signature counter that decreases still signs in and leaves a notice")
  func counter() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      var device = Device()
      try await browser.add(&device)
      try await browser.signOut()
      try await site.database.write { try $0.execute(sql: "UPDATE passkey SET sign_count = 7") }
      #expect(try await browser.signIn(with: &device) == "/account")
      try await browser.get("/account")
      #expect(browser.html.contains("The signature counter of the passkey “Passfold” went back."))
      #expect(browser.html.contains("Its key may have been copied. Replace it"))
    }
  }

  @Test("the backup state is updated with each use")
  func backup() async throws {
    let site = try await TestSite()
    try await site.visit { browser in
      try await browser.signUp()
      var device = Device()
      try await browser.add(&device)
      try await site.database.write { try $0.execute(sql: "UPDATE passkey SET backed_up = 0") }
      try await browser.get("/account")
      #expect(browser.html.contains("Can be synced, but is on this device only"))
      try await browser.signOut()
      #expect(try await browser.signIn(with: &device) == "/account")
      try await browser.get("/account")
      #expect(browser.html.contains(">Synced<"))
    }
  }
}
