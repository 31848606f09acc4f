// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecretMemory
import Testing
import VaultProtocol

@Suite("A file exported from the vault")
struct TransferredFileTests {
  private let folder: URL
  private var path: String { folder.appendingPathComponent("export.json").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("transferred-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }

  @Test("has no name until it is complete, and then only its owner may read it")
  func whole() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try TransferredFile(at: path, replaces: false)
    try file.append(SharedSecret(copying: "one ".utf8))
    try file.append(SharedSecret(copying: "two".utf8))
    #expect(try names() == [], "an incomplete file has no name")
    try file.finish()
    #expect(try names() == ["export.json"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one two")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
  }

  @Test("leaves nothing if it is abandoned, and the existing file unchanged")
  func givenUp() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("before".utf8).write(to: URL(fileURLWithPath: path))
    do {
      let file = try TransferredFile(at: path, replaces: true)
      try file.append(SharedSecret(copying: "half".utf8))
    }
    #expect(try names() == ["export.json"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    let file = try TransferredFile(at: path, replaces: true)
    try file.append(SharedSecret(copying: "after".utf8))
    try file.finish()
    #expect(try names() == ["export.json"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "after")
  }

  @Test("does not replace an existing file unless allowed, even one created in the meantime")
  func taken() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try TransferredFile(at: path, replaces: false)
    try file.append(SharedSecret(copying: "late".utf8))
    try Data("first".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: TransferredFile.Fault.self) { try file.finish() }
    #expect(throws: TransferredFile.Fault.self) { try TransferredFile(at: path, replaces: false) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
    #expect(try names() == ["export.json"])
  }
}
