// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import Crypto
import Foundation
import SecretMemory
import Testing

@Suite("The list of breached passwords")
struct BreachedPasswordsTests {
  private static func value(_ password: String) -> String {
    Insecure.SHA1.hash(data: Data(password.utf8)).map { String(format: "%02X", $0) }.joined()
  }

  private static func list(_ text: String, _ body: (BreachedPasswords) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "passfold-breached-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    try body(try #require(try BreachedPasswords(at: file.path)))
  }

  private static func has(_ list: BreachedPasswords, _ password: String) -> Bool? { list.contains(SecretBytes(copying: password.utf8)) }

  @Test(
    "finds each of a thousand values and no other, with counts, carriage returns, a missing final newline or shortened values")
  func lookUp() throws {
    let values = (0..<1000).map { Self.value("known \($0)") }.sorted()
    #expect(Self.value("123456") == "7C4A8D09CA3762AF61E59520943DC26494F8941B")
    let forms = [
      values.map { $0 + ":\($0.utf8.first ?? 0)\r\n" }.joined(), values.map { $0.lowercased() + "\n" }.joined(),
      values.joined(separator: "\n"), values.map { $0.prefix(BreachedPasswords.shortest) + "\n" }.joined(),
    ]
    for text in forms {
      try Self.list(text) { list in
        #expect((0..<1000).allSatisfy { Self.has(list, "known \($0)") == true })
        #expect((0..<1000).allSatisfy { Self.has(list, "unknown \($0)") == false })
      }
    }
  }

  @Test("contains nothing if it is empty, and does not exist if its file is missing")
  func empty() throws {
    try Self.list("") { #expect(Self.has($0, "123456") == false) }
    #expect(try BreachedPasswords(at: "/nowhere/at-all") == nil)
  }

  @Test("is refused if its path is a link or a folder")
  func unsafe() throws {
    let link = FileManager.default.temporaryDirectory.appending(path: "passfold-breached-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: link) }
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/etc/hostname")
    #expect(throws: CredentialVaultError.self) { _ = try BreachedPasswords(at: link.path) }
    #expect(throws: CredentialVaultError.self) { _ = try BreachedPasswords(at: "/tmp") }
  }

  @Test(
    "gives no answer if the file is not such a list",
    arguments: [
      "not a list\n", "\n\n\n", String(repeating: "A", count: 5000), "7C4A8D09CA3\n", String(repeating: "7", count: 41) + "\n",
      "7C4A8D09CA37x\n",
    ])
  func malformed(_ text: String) throws {
    try Self.list(text) { #expect(Self.has($0, "123456") == nil) }
  }

  @Test("handles arbitrary bytes without finding a password")
  func anyBytes() throws {
    var generator = SeededGenerator(seed: 7)
    let letters = Array("0123456789abcdefABCDEF:\r\n\n\n xé".utf8)
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)]
      }
      try Self.list(String(decoding: bytes, as: UTF8.self)) { list in
        #expect(Self.has(list, "123456") != true)
      }
    }
  }
}
