// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LocalFiles
import Testing

@Suite("Durable replacement of files")
struct DurableFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("files-\(UUID().uuidString.prefix(8))").path
  private var path: String { folder + "/choices.json" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  @Test("A replaced file has the new content and access for its owner only, and no draft remains")
  func replacement() throws {
    try DurableFile.replace(path, with: Array("old".utf8))
    try DurableFile.replace(path, with: Array("new".utf8))
    #expect(FileManager.default.contents(atPath: path) == Data("new".utf8))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["choices.json"])
  }

  @Test("A draft that a killed process left behind does not stop the next replacement")
  func leftover() throws {
    try Data("half".utf8).write(to: URL(fileURLWithPath: path + ".draft"))
    try DurableFile.replace(path, with: [1])
    #expect(FileManager.default.contents(atPath: path) == Data([1]))
  }

  @Test("A draft that is a link to another file leaves that file unchanged")
  func link() throws {
    let other = folder + "/other"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
    #expect(symlink(other, path + ".draft") == 0)
    try DurableFile.replace(path, with: [1])
    #expect(FileManager.default.contents(atPath: other) == Data("mine".utf8))
  }

  @Test("A file that cannot be replaced keeps its content, and the error gives the reason")
  func refusal() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: FileFault(errorNumber: EISDIR)) { try DurableFile.replace(path, with: [1]) }
    #expect(throws: FileFault(errorNumber: ENOENT)) { try DurableFile.replace(folder + "/missing/file", with: [1]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["choices.json"])
  }

  @Test("Missing parent folders are created with access for the owner only")
  func folders() throws {
    let deep = folder + "/a/b/file"
    DurableFile.makeFolder(of: deep)
    try DurableFile.replace(deep, with: [1])
    var status = stat()
    #expect(stat(folder + "/a", &status) == 0 && status.st_mode & 0o077 == 0)
  }
}
