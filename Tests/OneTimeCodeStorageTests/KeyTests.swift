// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodeStorage
import SecretMemory
import Testing

@Suite("The key file outside the database")
struct KeyTests {
  let world: StorageWorld
  var file: URL { world.folder.appending(path: "codes.key") }

  init() throws { world = try StorageWorld() }

  @Test("is created with access for its owner only if it is missing, and read unchanged afterwards")
  func make() throws {
    var generator = SystemRandomNumberGenerator()
    _ = try OneTimeCodeStorageKey(file: file, using: &generator)
    let made = try Data(contentsOf: file)
    _ = try OneTimeCodeStorageKey(file: file, using: &generator)
    #expect(try Data(contentsOf: file) == made && made.count == 32)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path) == ["codes.key"])
  }

  @Test(
    "is refused if it has another length or others may read it", arguments: [(31, 0o600), (33, 0o600), (32, 0o640), (32, 0o604)])
  func refusals(_ byteCount: Int, _ mode: Int) throws {
    #expect(
      FileManager.default.createFile(
        atPath: file.path, contents: Data(repeating: 7, count: byteCount), attributes: [.posixPermissions: mode]))
    var generator = SystemRandomNumberGenerator()
    #expect(throws: OneTimeCodeStorageError(byteCount == 32 ? .keyFileExposed : .keyLength)) {
      try OneTimeCodeStorageKey(file: file, using: &generator)
    }
  }

  @Test("is reported if it cannot be created")
  func notWritable() {
    var generator = SystemRandomNumberGenerator()
    #expect(throws: OneTimeCodeStorageError(.keyFileNotWritable)) {
      try OneTimeCodeStorageKey(file: world.folder.appending(path: "missing/codes.key"), using: &generator)
    }
  }
}
