// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation
import Testing

@Suite("The folder shared by a provider and its app", .timeLimit(.minutes(1)))
final class CredentialProviderFolderTests {
  private let home: URL

  init() throws {
    home = FileManager.default.temporaryDirectory.appending(path: "passfold-folder-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: home) }

  private func folder(_ variables: [String: String], of identifier: String = "org.example.shop") throws -> CredentialProviderFolder {
    try CredentialProviderFolder(ofProvider: identifier) { variables[$0] }
  }

  @Test("an app finds it by the bundle identifier and creates it with access for the user only")
  func app() throws {
    let found = try folder(["HOME": home.path])
    #expect(found.url.path == home.path + "/.local/share/passfold/provider-data/org.example.shop")
    #expect(try FileManager.default.attributesOfItem(atPath: found.url.path)[.posixPermissions] as? Int == 0o700)
    #expect(try folder(["HOME": home.path, "XDG_DATA_HOME": home.path + "/data"]).url.path.hasPrefix(home.path + "/data/passfold/"))
  }

  @Test("in the provider's own process it is the home folder that the sandbox provides")
  func provider() throws {
    #expect(try folder(["HOME": home.path, "PASSFOLD_PROVIDER_DESCRIPTOR": "3"]).url.path == home.path)
  }

  @Test(
    "an identifier that would lead to another folder is refused",
    arguments: ["", "..", ".hidden", "a/b", "../x", "a b", "é", String(repeating: "a", count: 156)])
  func identifiers(identifier: String) {
    #expect(throws: CredentialProviderHostError(.folderUnusable)) { try folder(["HOME": "/nowhere"], of: identifier) }
  }

  @Test("without an absolute home folder it cannot be used")
  func homeless() {
    #expect(throws: CredentialProviderHostError(.folderUnusable)) { try folder([:]) }
    #expect(throws: CredentialProviderHostError(.folderUnusable)) { try folder(["HOME": "relative"]) }
  }

  @Test("a file is replaced atomically with access for the user only, and a failed replacement throws an error")
  func replacing() throws {
    let found = try folder(["HOME": home.path])
    let file = found.url.appending(path: "accounts.json")
    for content in ["old", "new"] { try CredentialProviderFolder.replaceFile(at: file, with: Data(content.utf8)) }
    #expect(try Data(contentsOf: file) == Data("new".utf8))
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: found.url.path) == ["accounts.json"])
    #expect(throws: CredentialProviderHostError(.fileNotReplaced)) {
      try CredentialProviderFolder.replaceFile(at: found.url.appending(path: "missing/file"), with: Data())
    }
  }

  @Test("replacing or removing a file in it is reported as a change")
  func changes() async throws {
    let found = try folder(["HOME": home.path])
    var changes = found.changes.makeAsyncIterator()
    try Data("new".utf8).write(to: found.url.appending(path: "accounts.json"), options: .atomic)
    await changes.next()
    try FileManager.default.removeItem(at: found.url.appending(path: "accounts.json"))
    await changes.next()
  }
}
