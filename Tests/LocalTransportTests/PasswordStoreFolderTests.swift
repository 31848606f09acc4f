// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LocalTransport
import SecretMemory
import Testing

@Suite("A folder of pass")
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

  @Test("is not a store if it names no key")
  func noStore() throws {
    try withFolder(["mail.gpg"]) { #expect(PasswordStoreFolder(path: $0) == nil) }
  }

  @Test("has all its GnuPG files as entries, in order, except those of other programs")
  func entries() throws {
    let files = [".gpg-id", "web/b.gpg", "web/.hidden.gpg", "a.gpg", "._a.gpg", "readme.txt", ".git/c.gpg", ".extensions/d.gpg"]
    try withFolder(files) {
      let store = try #require(PasswordStoreFolder(path: $0))
      #expect(try store.entries().map(\.name) == ["a.gpg", "web/.hidden.gpg", "web/b.gpg"])
    }
  }

  @Test("is read through linked folders, each folder once under its own name, and circular links end")
  func links() throws {
    try withFolder(["store/.gpg-id", "store/own/a.gpg", "team/b.gpg"]) { folder in
      for (link, target) in [("team", "../team"), ("again", "own"), ("own/circle", ".."), ("lost.gpg", "nothing"), ("gone", "nothing")] {
        try FileManager.default.createSymbolicLink(atPath: folder + "/store/" + link, withDestinationPath: target)
      }
      let store = try #require(PasswordStoreFolder(path: folder + "/store"))
      #expect(try store.entries().map(\.name) == ["lost.gpg", "own/a.gpg", "team/b.gpg"])
    }
  }

  @Test("may contain an entry whose name is not UTF-8")
  func namedInBytes() throws {
    try withFolder([".gpg-id"]) { folder in
      let path = Array((folder + "/caf").utf8) + [0xe9] + Array(".gpg".utf8) + [0]
      let file = creat(path.map(CChar.init(bitPattern:)), 0o600)
      close(try #require(file >= 0 ? file : nil))
      let store = try #require(PasswordStoreFolder(path: folder))
      #expect(try store.entries().map(\.name) == ["caf\u{fffd}.gpg"])
    }
  }

  @Test("reports an entry that GnuPG cannot decrypt next to the others, and fails with its name if it decrypts none")
  func notDecrypted() throws {
    try withFolder([".gpg-id", "a.gpg", "b.gpg"]) {
      let store = try #require(PasswordStoreFolder(path: $0))
      let entries = try store.entries()
      let opened = OpenedStore()
      for entry in entries { opened.append(entry, try store.decrypt(entry)) }
      #expect(throws: PasswordStoreFolder.Failure.notOpened(entry: "a.gpg")) { _ = try opened.finished() }
      opened.append(try #require(entries.last), .text(SharedSecret(copying: "word".utf8)))
      #expect(try opened.finished().byteCount > 0)
    }
  }

  @Test("is collected into a stream whose content does not depend on the part size")
  func collected() throws {
    try withFolder([".gpg-id", "a.gpg"]) {
      let entry = try #require(try PasswordStoreFolder(path: $0)?.entries().first)
      let opened = OpenedStore()
      opened.append(entry, .text(SharedSecret(copying: "word".utf8)))
      opened.append(entry, .tooLong)
      let collected = try opened.finished()
      var parts: [UInt8] = []
      for _ in 0..<13 { collected.take(5).withBytes { parts += $0 } }
      let name = [0, 0, 0, 0, 0, 0, 0, 5] + Array("a.gpg".utf8)
      #expect(
        parts == Array("PFPS0002".utf8) + name + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 4] + Array("word".utf8) + name
          + [0, 0, 0, 0, 0, 0, 0, 2])
    }
  }
}
