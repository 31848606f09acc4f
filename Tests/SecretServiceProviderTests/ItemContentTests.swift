// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SecretMemory
import SecretServiceProvider
import Testing

@Suite("The secret of a web login")
struct ItemContentTests {
  private func content(_ text: String, _ attributes: [String: String]) throws -> ItemContent {
    try ItemContent(SharedSecret(copying: text.utf8), of: try #require(WebLogin(attributes: attributes)))
  }

  private func password(_ content: ItemContent) -> String { content.password.withBytes { String(decoding: $0, as: UTF8.self) } }

  private let gnomeWeb = ["xdg:schema": "org.epiphany.FormPassword", "uri": "https://shop.example", "username": "anne"]
  private let git = ["xdg:schema": "org.git.Password", "server": "forge.example", "protocol": "https"]
  private let kwallet = ["xdg:schema": "org.qt.keychain", "server": "Form Data", "type": "map", "user": "https://shop.example/#f"]

  @Test("of a browser is the password, to the last byte")
  func plain() throws { #expect(password(try content(" päss\nword ", gnomeWeb)) == " päss\nword ") }

  @Test("of git is the first line; expiry and refresh token follow it")
  func firstLine() throws { #expect(password(try content("ghp_1\noauth_refresh_token=ghr_2", git)) == "ghp_1") }

  @Test("of a KWallet form has one field named like a password, and at most one named like a user")
  func form() throws {
    let found = try content(#"{"email": "anne", "passwd": "hunter2", "token": "1"}"#, kwallet)
    #expect(password(found) == "hunter2" && found.user == "anne")
    #expect(try content(#"{"a": "1", "pwd": "2"}"#, kwallet).user == nil)
  }

  /// A form as kwalletd5 5.103 of Debian 12 returns it, or parts of one.
  private static func stream(_ count: Int, _ texts: [String], missing: Int = 0) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    let pairs = texts.flatMap { text in number(text.utf16.count * 2) + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] } }
    return (number(count) + pairs).dropLast(missing)
  }

  private func content(ofMap bytes: [UInt8]) throws -> ItemContent {
    let login = try #require(WebLogin(attributes: [:], label: "Form Data/https://shop.example/login#signin"))
    return try ItemContent(SharedSecret(copying: bytes), of: login)
  }

  @Test("of a KWallet 5 form is a map of texts")
  func map() throws {
    let found = try content(ofMap: Self.stream(2, ["user", "anne", "password", "hünter2😀"]))
    #expect(password(found) == "hünter2😀" && found.user == "anne")
    // A field without a text.
    #expect(try content(ofMap: Self.stream(2, ["pwd", "1", "user"]) + [0xff, 0xff, 0xff, 0xff]).user == "")
  }

  @Test(
    "of KWallet 5 has no password if the map is truncated, too long, ambiguous or not text",
    arguments: [
      stream(2, ["user", "anne", "password", "x"], missing: 1), stream(2, ["user", "anne", "password", "x"]) + [0],
      stream(3, ["password", "x", "a", "b"]),
      stream(1, ["password", "x", "a", "b"]), stream(2, ["password", "x", "password", "y"]), stream(0, []), [], [0, 0, 0],
      [0, 0, 0, 1, 0, 0, 0, 3, 0, 0x70, 0], stream(1, ["password"]) + [0, 0, 0, 2, 0xd8, 0],
      [0xff, 0xff, 0xff, 0xff], [0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe],
    ])
  func notMap(bytes: [UInt8]) {
    #expect(throws: SecretServiceError(.noPassword)) { try content(ofMap: bytes) }
  }

  @Test(
    "has no password if it is empty, not text, or a form that could be read in two ways",
    arguments: [
      ("", true), ("a\0b", true), (String(repeating: "x", count: 4097), true), (#"{"password": "1", "password2": "2"}"#, false),
      (#"{"user": "anne"}"#, false), (#"{"password": 1}"#, false), ("[]", false), ("{", false), ("", false),
    ])
  func refused(text: String, isPlain: Bool) {
    #expect(throws: SecretServiceError(.noPassword)) { try content(text, isPlain ? gnomeWeb : kwallet) }
  }

  @Test("has no password if its bytes are not UTF-8")
  func noText() throws {
    let login = try #require(WebLogin(attributes: gnomeWeb))
    #expect(throws: SecretServiceError(.noPassword)) { try ItemContent(SharedSecret(copying: [0xff, 0xfe]), of: login) }
  }
}
