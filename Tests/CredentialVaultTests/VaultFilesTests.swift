// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import Glibc
import SecretMemory
import Testing

@Suite("The vault's files")
struct VaultFilesTests {
  /// The names of the files that contain one of the texts unencrypted.
  private func filesInClear(_ folder: URL, _ texts: [String]) throws -> Set<String> {
    var found: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let content = try Data(contentsOf: folder.appending(path: name))
      if texts.contains(where: { content.range(of: Data($0.utf8)) != nil }) { found.insert(name) }
    }
    return found
  }

  @Test("contain no plain secrets, sites or accounts: not the database, its log, the index or the keys")
  func nothingInClear() async throws {
    let fixture = VaultFixture()
    let planted = ["planted-secret-9f3c", "planted-user-9f3c", "planted-site-9f3c.example", "Planted title 9f3c", VaultFixture.passphrase]
    let vault = try await fixture.create()
    let id = Sample.id()
    try vault.add(
      .password(
        PasswordRecord(
          id: id, services: [ServiceIdentifier(kind: .domain, text: planted[2])], title: planted[3], user: planted[1],
          password: SharedSecret(copying: Array(planted[0].utf8)))))
    try vault.moveToTrash(id)
    try vault.restore(id)
    // While the vault is open, the latest changes are in the write-ahead log.
    #expect(FileManager.default.fileExists(atPath: fixture.file("vault.sqlite-wal").path))
    #expect(try filesInClear(fixture.folder, planted).isEmpty)
    vault.lock()
    #expect(FileManager.default.fileExists(atPath: fixture.file("index.sealed").path))
    #expect(try filesInClear(fixture.folder, planted).isEmpty)
    // The search itself works: it finds the same string in a file of the same folder.
    try Data("x\(planted[1])y".utf8).write(to: fixture.file("planted"))
    #expect(try filesInClear(fixture.folder, planted) == ["planted"])
  }

  @Test("are private to their owner, and made private if they are not")
  func modes() async throws {
    let fixture = VaultFixture()
    func mode(_ url: URL) throws -> Int { try #require(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int) }
    do {
      let vault = try await fixture.create()
      try vault.add(.password(Sample.password()))
      for name in ["vault.keys", "vault.sqlite", "vault.sqlite-wal", "vault.sqlite-shm", "vault.lock"] {
        #expect(try mode(fixture.file(name)) == 0o600)
      }
      vault.lock()
      #expect(try mode(fixture.file("index.sealed")) == 0o600)
      #expect(try mode(fixture.folder) == 0o700)
    }
    chmod(fixture.file("vault.keys").path, 0o644)
    chmod(fixture.folder.path, 0o755)
    _ = try fixture.open()
    #expect(try mode(fixture.file("vault.keys")) == 0o600)
    #expect(try mode(fixture.folder) == 0o700)
  }

  @Test("are not opened through symbolic links", arguments: ["vault.keys", "vault.sqlite", "index.sealed", "vault.lock", ""])
  func symbolicLinks(name: String) async throws {
    let fixture = VaultFixture()
    try await fixture.create().lock()
    let place = name.isEmpty ? fixture.folder : fixture.file(name)
    let moved = fixture.base.appending(path: "moved")
    try FileManager.default.moveItem(at: place, to: moved)
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: moved)
    #expect(code { _ = try fixture.open() } == .unsafeLocation)
    if name.isEmpty { #expect(await code { _ = try await fixture.create() } == .unsafeLocation) }
  }

  @Test("distinguish a missing vault from one that exists")
  func missing() async throws {
    let fixture = VaultFixture()
    #expect(code { _ = try fixture.open() } == .missing)
    try FileManager.default.createDirectory(at: fixture.folder, withIntermediateDirectories: true)
    #expect(code { _ = try fixture.open() } == .missing)
    #expect(
      await code {
        _ = try await CredentialVault.create(at: fixture.folder, passphrase: SecretBytes(byteCount: 0), environment: fixture.environment)
      } == .passphraseEmpty)
    try await fixture.create().lock()
    #expect(await code { _ = try await fixture.create() } == .alreadyExists)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.deletingLastPathComponent().path) == ["vault"])
  }

  @Test("are not created if a file is in the way, and nothing is left there")
  func noPlace() async throws {
    let fixture = VaultFixture()
    try FileManager.default.createDirectory(at: fixture.base, withIntermediateDirectories: true)
    try Data([1]).write(to: fixture.base.appending(path: "data"))
    #expect(await code { _ = try await fixture.create() } == .unsafeLocation)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.base.path) == ["data"])
  }

  @Test("serve one opener at a time, and the next one once it is gone")
  func inUse() async throws {
    let fixture = VaultFixture()
    do {
      let vault = try await fixture.create()
      do {
        _ = try fixture.open()
        Issue.record("the vault was opened a second time")
      } catch {
        #expect((error as? CredentialVaultError)?.code == .inUse)
        #expect((error as? CredentialVaultError)?.holder == getpid())
      }
      #expect(vault.isUnlocked)
    }
    _ = try fixture.open()
  }

  @Test("that are damaged are distinguished from missing and newer ones")
  func damaged() async throws {
    let fixture = VaultFixture()
    try await fixture.create().lock()
    let database = fixture.file("vault.sqlite")
    let good = try Data(contentsOf: database)
    func outcome(_ content: Data) throws -> CredentialVaultError.Code? {
      try content.write(to: database)
      return code { _ = try fixture.open() }
    }
    #expect(try outcome(Data()) == .damaged)
    #expect(try outcome(Data(repeating: 0x41, count: good.count)) == .damaged)
    #expect(try outcome(good.prefix(100)) == .damaged)
    var newer = good
    newer[63] = 99  // the last byte of user_version in SQLite's header
    #expect(try outcome(newer) == .tooNew)
    var foreign = good
    foreign[71] ^= 1  // application_id
    #expect(try outcome(foreign) == .damaged)
    #expect(try outcome(good) == nil)
    try FileManager.default.removeItem(at: database)
    #expect(code { _ = try fixture.open() } == .damaged)
    try good.write(to: database)
    var keys = try Data(contentsOf: fixture.file("vault.keys"))
    try keys.dropLast().write(to: fixture.file("vault.keys"))
    #expect(code { _ = try fixture.open() } == .damaged)
    keys[2] = 9  // the version
    try keys.write(to: fixture.file("vault.keys"))
    #expect(code { _ = try fixture.open() } == .tooNew)
  }

  @Test("that cannot be read are reported as unreadable", arguments: ["vault.keys", "vault.sqlite", "vault.lock"])
  func unreadable(name: String) async throws {
    let fixture = VaultFixture()
    try await fixture.create().lock()
    // A folder in the file's place is unreadable even for root, whom permissions do not stop.
    try FileManager.default.removeItem(at: fixture.file(name))
    try FileManager.default.createDirectory(at: fixture.file(name), withIntermediateDirectories: false)
    #expect(code { _ = try fixture.open() } == .unreadable)
  }

  @Test("keep every record if there is no room for another")
  func full() async throws {
    let fixture = VaultFixture(storageLimit: 200_000)
    var stored: [RecordIdentifier] = []
    do {
      let vault = try await fixture.create()
      var refusal: CredentialVaultError.Code?
      while refusal == nil, stored.count < 1000 {
        let record = Sample.password()
        refusal = code { try vault.add(.password(record)) }
        if refusal == nil { stored.append(record.id) }
      }
      #expect(refusal == .storageFull)
      #expect(stored.count > 10)
      #expect(Set(try vault.summaries().map(\.id)) == Set(stored))
    }
    let vault = try fixture.open()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(Set(try vault.summaries().map(\.id)) == Set(stored))
    for id in stored { #expect(try vault.record(id).id == id) }
  }

  @Test("with one altered record still return all the others")
  func alteredRecord() async throws {
    let fixture = VaultFixture()
    let good = Sample.password()
    do {
      let vault = try await fixture.create()
      try vault.add(.password(good))
      try vault.add(.password(Sample.password(title: "Altered")))
    }
    try FileManager.default.removeItem(at: fixture.file("index.sealed"))
    var content = try Data(contentsOf: fixture.file("vault.sqlite"))
    // Records begin with their magic. The last byte of a body's header commits to its key.
    let magic = try #require(content.range(of: Data("PFD1".utf8)))
    content[magic.lowerBound + 92] ^= 1
    try content.write(to: fixture.file("vault.sqlite"))
    let vault = try fixture.open()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.summaries().count == 1)
    #expect(try vault.unavailableRecords() == (tooNew: 0, damaged: 1))
  }
}
