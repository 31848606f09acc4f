// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import Testing

@Suite("The place of a vault")
struct VaultPlaceTests {
  private let files = FileManager.default

  /// Leaves what an interrupted restore would: a complete copy of the vault, with a file of the user's.
  private func leave(_ name: String, beside damaged: DamagedVault) throws -> URL {
    let folder = damaged.fixture.folder.deletingLastPathComponent().appending(path: name)
    try files.copyItem(at: damaged.fixture.folder, to: folder)
    return folder
  }

  @Test("is not used any more by a vault that was retired, whatever still refers to it and however late it asks")
  func retired() async throws {
    let damaged = try await DamagedVault(records: 2)
    let vault = try await damaged.unlocked()
    vault.retire()
    #expect(!vault.isReplica && vault.pendingCount == 0)
    await #expect(throws: CredentialVaultError.self) { try await vault.unlock(passphrase: VaultFixture.secret()) }
    #expect(throws: CredentialVaultError.self) { try vault.beginRecovery(VaultFixture.secret()) }
    #expect(throws: CredentialVaultError.self) { try vault.endReplica() }
    #expect(try await damaged.readable(in: damaged.unlocked()) == Set(damaged.ids))
  }

  @Test("contains no prepared copy before its passphrase was typed or after a wrong one")
  func nothingBeforehand() async throws {
    let damaged = try await DamagedVault(records: 1)
    let copy = try await damaged.unlocked().takeSnapshot(.backup)
    let restorable = try RestorableCopy(named: copy.name, for: damaged.fixture.folder, environment: damaged.fixture.environment)
    #expect(try damaged.namesBeside() == ["vault", "vault.snapshots"])
    #expect(await code { _ = try await restorable.prepared(passphrase: VaultFixture.secret("another")) } == .wrongPassphrase)
    #expect(try damaged.namesBeside() == ["vault", "vault.snapshots"])
    let prepared = try await restorable.prepared(passphrase: VaultFixture.secret())
    #expect(try damaged.namesBeside().count == 3 && prepared.vault.isUnlocked)
    // A copy that is being prepared is not cleaned up.
    #expect(try await damaged.readable(in: damaged.unlocked()) == Set(damaged.ids))
    #expect(try damaged.namesBeside().count == 3)
    _ = try prepared.takePlace(of: nil)
    #expect(try damaged.namesBeside() == ["vault", "vault.snapshots"])
  }

  @Test("is cleared of an interrupted restore when the vault opens, and the user's own files in it move to the vault's folder")
  func cleared() async throws {
    let damaged = try await DamagedVault(records: 1)
    let left = try leave("vault.new-000000000000001f", beside: damaged)
    try Data("mine".utf8).write(to: left.appending(path: "breached-passwords"))
    _ = try leave("vault.new-2", beside: damaged)
    _ = try damaged.fixture.open()
    #expect(try damaged.namesBeside() == ["vault", "vault.new-2", "vault.snapshots"])
    #expect(try Data(contentsOf: damaged.fixture.file("breached-passwords")) == Data("mine".utf8))
    // If a name is taken, the file stays, and so does its folder.
    try files.createDirectory(at: left, withIntermediateDirectories: false)
    try Data("other".utf8).write(to: left.appending(path: "breached-passwords"))
    try Data().write(to: left.appending(path: "vault.keys"))
    _ = try damaged.fixture.open()
    #expect(try files.contentsOfDirectory(atPath: left.path) == ["breached-passwords"])
  }

  @Test("is reported by a check if an interrupted restore left its copy next to a vault that cannot be opened")
  func named() async throws {
    let damaged = try await DamagedVault(records: 1)
    _ = try leave("vault.new-000000000000001f", beside: damaged)
    try Data("nothing".utf8).write(to: damaged.fixture.file("vault.sqlite"))
    #expect(try CredentialVault.check(at: damaged.fixture.folder).told.contains("file vault.new-000000000000001f - leftBehind"))
  }

  @Test("keeps the copies of a vault that is gone, however many another vault makes")
  func copiesOfAnother() async throws {
    let damaged = try await DamagedVault(records: 1)
    let fixture = damaged.fixture
    do {
      let vault = try await damaged.unlocked()
      #expect(try vault.takeDailySnapshot() != nil)
      _ = try vault.takeSnapshot(.backup)
    }
    let lost = CredentialVault.snapshots(of: fixture.folder).map(\.name)
    try files.removeItem(at: fixture.folder)
    let another = try await fixture.create()
    for _ in 0..<3 { _ = try another.takeSnapshot(.backup) }
    try another.add(.password(Sample.password()))
    // Another vault's copy does not count as this vault's daily one.
    #expect(try another.takeDailySnapshot() != nil)
    let names = CredentialVault.snapshots(of: fixture.folder).map(\.name)
    #expect(names.filter(lost.contains) == lost && names.count == lost.count + 2)
  }

  @Test(
    "with half a vault counts as damaged: no vault is created over it, and a copy can be restored",
    arguments: ["vault.keys", "vault.sqlite"])
  func half(missing: String) async throws {
    let damaged = try await DamagedVault(records: 2)
    let copy = try await damaged.unlocked().takeSnapshot(.backup)
    try files.removeItem(at: damaged.fixture.file(missing))
    #expect(code { _ = try damaged.fixture.open() } == .damaged)
    #expect(await code { _ = try await damaged.fixture.create() } == .alreadyExists)
    guard case .folder(let aside) = try await damaged.restoring(copy.name).takePlace(of: nil) else { throw CocoaError(.coderInvalidValue) }
    #expect(aside.contains(".set-aside-") && files.fileExists(atPath: aside))
    #expect(try await damaged.readable(in: damaged.unlocked()) == Set(damaged.ids))
  }

  @Test("with other programs' files but no vault accepts a new or restored vault, and the files stay")
  func foreignFiles() async throws {
    let damaged = try await DamagedVault(records: 1)
    let fixture = damaged.fixture
    let copy = try await damaged.unlocked().takeSnapshot(.backup).name
    func putFilesAlone() throws {
      try? files.removeItem(at: fixture.folder)
      try files.createDirectory(at: fixture.file(".stfolder"), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: fixture.file("breached-passwords"))
    }
    func stay() throws -> Bool {
      try files.fileExists(atPath: fixture.file(".stfolder").path)
        && Data(contentsOf: fixture.file("breached-passwords")) == Data("mine".utf8)
    }
    try putFilesAlone()
    #expect(code { _ = try fixture.open() } == .missing)
    #expect(try await fixture.create().isUnlocked && stay())
    try putFilesAlone()
    #expect(try await damaged.restoring(copy).takePlace(of: nil) == .none)
    #expect(try await damaged.readable(in: damaged.unlocked()) == Set(damaged.ids) && stay())
    // The folder is replaced when a copy takes its place, but these files stay.
    _ = try await damaged.restoring(copy).takePlace(of: nil)
    #expect(try await damaged.readable(in: damaged.unlocked()) == Set(damaged.ids) && stay())
    #expect(try damaged.namesBeside() == ["vault", "vault.snapshots"])
  }

  @Test("is lost once the folder was moved away, and a vault that closes then writes nothing to the new folder")
  func moved() async throws {
    let damaged = try await DamagedVault(records: 1)
    let vault = try await damaged.unlocked()
    #expect(vault.isInPlace)
    try vault.add(.password(Sample.password()))
    let away = damaged.fixture.base.appending(path: "away")
    try files.moveItem(at: damaged.fixture.folder, to: away)
    #expect(!vault.isInPlace)
    try files.createDirectory(at: damaged.fixture.folder, withIntermediateDirectories: false)
    #expect(!vault.isInPlace)
    vault.lock()
    #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret()) } == .unreadable)
    vault.retire()
    #expect(try files.contentsOfDirectory(atPath: damaged.fixture.folder.path) == [])
    try files.removeItem(at: damaged.fixture.folder)
    try files.moveItem(at: away, to: damaged.fixture.folder)
    #expect(try await damaged.unlocked().summaries().count == 2)
  }
}
