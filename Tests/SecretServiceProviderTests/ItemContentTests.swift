// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import SecretServiceProvider
import Testing

@Suite("What the secret of a web login says")
struct ItemContentTests {
  private func content(_ text: String, _ attributes: [String: String]) throws -> ItemContent {
    try ItemContent(SharedSecret(copying: text.utf8), of: try #require(WebLogin(attributes: attributes)))
  }

  private func password(_ content: ItemContent) -> String { content.password.withBytes { String(decoding: $0, as: UTF8.self) } }

  private let gnomeWeb = ["xdg:schema": "org.epiphany.FormPassword", "uri": "https://shop.example", "username": "anne"]
  private let git = ["xdg:schema": "org.git.Password", "server": "forge.example", "protocol": "https"]
  private let kwallet = ["xdg:schema": "org.qt.keychain", "server": "Form Data", "type": "map", "user": "https://shop.example/#f"]

  @Test("a browser's is the password, to the last byte")
  func plain() throws { #expect(password(try content(" päss\nword ", gnomeWeb)) == " päss\nword ") }

  @Test("git's is the first line; what follows is when it ends, and by what it is renewed")
  func firstLine() throws { #expect(password(try content("ghp_1\noauth_refresh_token=ghr_2", git)) == "ghp_1") }

  @Test("a form of KWallet's has one field that is called like a password, and perhaps one that is called like a user")
  func form() throws {
    let found = try content(#"{"email": "anne", "passwd": "hunter2", "token": "1"}"#, kwallet)
    #expect(password(found) == "hunter2" && found.user == "anne")
    #expect(try content(#"{"a": "1", "pwd": "2"}"#, kwallet).user == nil)
  }

  @Test(
    "what is no password is none: nothing, bytes that are no text, a form that could be read in two ways",
    arguments: [
      ("", true), ("a\0b", true), (String(repeating: "x", count: 4097), true), (#"{"password": "1", "password2": "2"}"#, false),
      (#"{"user": "anne"}"#, false), (#"{"password": 1}"#, false), ("[]", false), ("{", false), ("", false),
    ])
  func refused(text: String, isPlain: Bool) {
    #expect(throws: SecretServiceError(.noPassword)) { try content(text, isPlain ? gnomeWeb : kwallet) }
  }

  @Test("bytes that are no UTF-8 are no password")
  func noText() throws {
    let login = try #require(WebLogin(attributes: gnomeWeb))
    #expect(throws: SecretServiceError(.noPassword)) { try ItemContent(SharedSecret(copying: [0xff, 0xfe]), of: login) }
  }
}
