// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalTransport
import SecretMemory
import Testing

@Suite("Folders of pass")
struct PasswordStoreFolderTests {
  private func withFolder(_ files: [String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files {
      let place = folder.appendingPathComponent(file)
      try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("x".utf8).write(to: place)
    }
    try body(folder.path)
  }

  @Test("a folder that names no key is no store")
  func noStore() throws {
    try withFolder(["mail.gpg"]) { #expect(PasswordStoreFolder(path: $0) == nil) }
  }

  @Test("its entries are all files for GnuPG in their order, but those of other programs")
  func entries() throws {
    let files = [".gpg-id", "web/b.gpg", "web/.hidden.gpg", "a.gpg", "._a.gpg", "readme.txt", ".git/c.gpg", ".extensions/d.gpg"]
    try withFolder(files) {
      let store = try #require(PasswordStoreFolder(path: $0))
      #expect(try store.entries() == ["a.gpg", "web/.hidden.gpg", "web/b.gpg"])
    }
  }

  @Test("an entry that GnuPG does not decrypt is named")
  func notOpened() throws {
    try withFolder([".gpg-id", "a.gpg"]) {
      let store = try #require(PasswordStoreFolder(path: $0))
      #expect(throws: PasswordStoreFolder.Failure.notOpened(entry: "a.gpg")) { _ = try store.decrypt("a.gpg") }
    }
  }

  @Test("what is collected comes out as it went in, in parts of any length")
  func collected() {
    let collected = PasswordStoreFolder.begin()
    PasswordStoreFolder.append("a.gpg", SharedSecret(copying: "word".utf8), to: collected)
    var parts: [UInt8] = []
    for _ in 0..<8 { collected.take(5).withBytes { parts += $0 } }
    #expect(collected.byteCount == 33)
    #expect(
      parts == Array("PFPS0001".utf8) + [0, 0, 0, 0, 0, 0, 0, 5] + Array("a.gpg".utf8) + [0, 0, 0, 0, 0, 0, 0, 4] + Array("word".utf8))
  }
}
