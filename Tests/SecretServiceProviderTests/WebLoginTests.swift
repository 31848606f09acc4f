// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import SecretServiceProvider
import Testing

/// Attributes as the programs write them; the names are those of their sources (ephy-password-manager.h, secret-schemas.c,
/// git-credential-libsecret.c, native_backend_libsecret.cc, kwallet's secretserviceclient.cpp, KeePassXC's Item.cpp).
@Suite("Keyring items that are web logins")
struct WebLoginTests {
  private static let gnomeWeb = [
    "xdg:schema": "org.epiphany.FormPassword", "id": "{6ad7}", "uri": "https://shop.example", "target_origin": "https://pay.example",
    "form_username": "user", "form_password": "pw", "username": "anne", "server_time_modified": "0",
  ]
  private static let network = [
    "xdg:schema": "org.gnome.keyring.NetworkPassword", "user": "anne", "server": "shop.example", "protocol": "https", "port": "8443",
  ]
  private static let git = [
    "xdg:schema": "org.git.Password", "user": "anne", "server": "forge.example", "protocol": "https", "object": "a.git",
  ]
  private static let chrome = [
    "xdg:schema": "chrome_libsecret_password_schema", "application": "chrome-1", "origin_url": "https://shop.example/login?next=1",
    "action_url": "https://shop.example/do", "signon_realm": "https://shop.example/", "username_value": "anne", "blacklisted_by_user": "0",
  ]
  private static let kwallet = [
    "xdg:schema": "org.qt.keychain", "server": "Form Data", "user": "https://shop.example/login#form1", "type": "map",
  ]
  private static let keepassxc = [
    "Title": "Shop", "UserName": "anne", "URL": "shop.example/login", "Notes": "", "Uuid": "00112233445566778899aabbccddeeff",
    "Path": "/Shop",
  ]

  @Test(
    "include those of browsers, libsecret for web servers, git, KWallet and KeePassXC, with site and user",
    arguments: [
      (gnomeWeb, .gnomeWeb, "https://shop.example", "anne"), (network, .network, "https://shop.example:8443", "anne"),
      (git, .git, "https://forge.example", "anne"), (chrome, .chrome, "https://shop.example", "anne"),
      (chrome.merging(["xdg:schema": "org.freedesktop.Secret.Generic"]) { $1 }, .chrome, "https://shop.example", "anne"),
      (kwallet, .kwallet, "https://shop.example", nil), (keepassxc, .keepassxc, "shop.example", "anne"),
    ] as [([String: String], WebLogin.Origin, String, String?)])
  func recognised(attributes: [String: String], origin: WebLogin.Origin, service: String, user: String?) throws {
    let login = try #require(WebLogin(attributes: attributes))
    #expect(login.origin == origin && login.service == service && login.user == user)
    #expect(login.identity(of: "/x").user == user ?? "")
  }

  @Test(
    "do not include any other items, whatever their attributes",
    arguments: [
      // The key of a browser's own store, and the items with which it unlocks keyrings.
      ["xdg:schema": "chrome_libsecret_os_crypt_password_v2", "application": "chromium"],
      ["xdg:schema": "_chrome_dummy_schema_for_unlocking", "explanation": "x"],
      ["xdg:schema": "org.freedesktop.Secret.Generic", "application": "chrome"],
      // Protocols other than the web's, and none.
      network.merging(["protocol": "smb"]) { $1 }, network.merging(["protocol": "ftp"]) { $1 }, network.filter { $0.key != "protocol" },
      network.merging(["server": ""]) { $1 }, git.merging(["protocol": "ssh"]) { $1 },
      // Items that look like a login but have another schema or none.
      gnomeWeb.merging(["xdg:schema": "org.example.Form"]) { $1 }, gnomeWeb.filter { $0.key != "xdg:schema" },
      keepassxc.merging(["xdg:schema": "org.freedesktop.NetworkManager.Connection"]) { $1 },
      // Forms that the user told the browser not to save, and those without a usable address.
      chrome.merging(["blacklisted_by_user": "1"]) { $1 }, chrome.merging(["application": "firefox"]) { $1 },
      gnomeWeb.merging(["uri": "file:///etc/passwd"]) { $1 }, gnomeWeb.merging(["uri": "shop.example"]) { $1 },
      gnomeWeb.merging(["uri": "https://anne@shop.example"]) { $1 }, gnomeWeb.merging(["uri": ""]) { $1 },
      keepassxc.merging(["URL": ""]) { $1 }, keepassxc.merging(["URL": "ssh://host.example"]) { $1 },
      kwallet.merging(["server": "Passwords"]) { $1 }, kwallet.merging(["type": "plaintext"]) { $1 },
      kwallet.merging(["user": "mail#form"]) { $1 }, [:], ["xdg:schema": ""],
    ] as [[String: String]])
  func passedOver(attributes: [String: String]) { #expect(WebLogin(attributes: attributes) == nil) }

  @Test("include KWallet 5 forms, which are recognised by their label because they have no attributes")
  func named() throws {
    let login = try #require(WebLogin(attributes: [:], label: "Form Data/https://shop.example/login#signin"))
    #expect(login.origin == .kwallet5 && login.service == "https://shop.example" && login.user == nil)
  }

  @Test(
    "do not include other items without attributes, nor items with attributes by their label",
    arguments: [
      ([:], "Passwords/https://shop.example"), ([:], "Form Data/mail#form"), ([:], "Form Data/"), ([:], "https://shop.example"), ([:], ""),
      ([:], "Form Data/file:///etc/passwd#f"), (["a": "b"], "Form Data/https://shop.example/#f"),
    ] as [([String: String], String)])
  func notNamed(attributes: [String: String], label: String) { #expect(WebLogin(attributes: attributes, label: label) == nil) }

  @Test("saved over TLS fit their own site and others under the same domain, but no page without TLS")
  func ranks() throws {
    let login = try #require(WebLogin(attributes: Self.gnomeWeb))
    #expect(login.rank(for: ["https://shop.example"]) == 0)
    #expect(login.rank(for: ["https://login.shop.example"]) != nil)
    #expect(login.rank(for: ["http://shop.example"]) == nil && login.rank(for: ["https://pay.example"]) == nil)
  }
}
