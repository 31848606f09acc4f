// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import Testing

@Suite("A rolled-back vault")
struct RollbackTests {
  /// A vault whose files are from before its last two changes: one record is outdated and one is missing.
  private func setBack(_ restore: (DamagedVault, [String: Data]) throws -> Void) async throws -> DamagedVault {
    let damaged = try await DamagedVault(records: 2)
    let before = try damaged.files()
    do {
      let vault = try await damaged.unlocked()
      try vault.replace(.password(Sample.password(damaged.ids[0], title: "Shop 0", password: "changed")))
      try vault.add(.password(Sample.password(title: "New")))
    }
    try restore(damaged, before)
    return damaged
  }

  @Test("is detected if the database is an older one, with or without its index")
  func database() async throws {
    for names in [["vault.sqlite"], ["vault.sqlite", "index.sealed"]] {
      let damaged = try await setBack { damaged, before in
        for name in names { try before[name]?.write(to: damaged.fixture.file(name)) }
      }
      let vault = try await damaged.unlocked()
      #expect(vault.setBackCount == 2)
      #expect(code { _ = try vault.record(damaged.ids[0]) } == .recordOutdated)
      #expect(try damaged.readable(in: vault) == [damaged.ids[1]])
      let check = vault.check()
      #expect(check.told.contains("record \(damaged.ids[0]) Shop 0 outdated"))
      #expect(check.findings.count { $0.problem == .missing } == 1)
      // It stays so until it is repaired.
      vault.lock()
      try await vault.unlock(passphrase: VaultFixture.secret())
      #expect(vault.setBackCount == 2)
    }
  }

  @Test("has a witness, which a check reports as outdated until it can be written")
  func unwrittenWitness() async throws {
    let damaged = try await DamagedVault(records: 2)
    let vault = try await damaged.unlocked()
    try vault.replace(.password(Sample.password(damaged.ids[0], title: "Shop 0", password: "changed")))
    // A folder at the path where the new witness is drafted.
    let obstacle = URL(filePath: damaged.fixture.folder.path + ".snapshots/witness.sealed.draft")
    try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(vault.check().told.contains("file witness.sealed - outdated"))
    try FileManager.default.removeItem(at: obstacle)
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(vault.check().told.isEmpty)
  }

  @Test("is detected if the whole folder is an older one, even if index or witness were removed")
  func folder() async throws {
    for removed in [[], ["index.sealed"], ["index.sealed", "witness.sealed"]] {
      let damaged = try await setBack { damaged, before in
        try damaged.put(before.filter { !removed.contains($0.key) })
      }
      #expect(try await damaged.unlocked().setBackCount == 2)
    }
  }

  @Test("cannot be hidden by an older or a forged witness")
  func witness() async throws {
    let damaged = try await setBack { damaged, before in
      try damaged.put(before)
      let beside = URL(filePath: damaged.fixture.folder.path + ".snapshots/witness.sealed")
      var forged = try Data(contentsOf: beside)
      forged[4] = 0x7F  // A number above all others.
      try forged.write(to: damaged.fixture.file("witness.sealed"))
    }
    #expect(try await damaged.unlocked().setBackCount == 2)
  }

  @Test("is not reported if the process merely ended or the user restored a snapshot")
  func noRollback() async throws {
    let damaged = try await DamagedVault(records: 1)
    var vault: CredentialVault? = try await damaged.unlocked()
    let copy = try #require(try vault?.takeSnapshot(.backup))
    try vault?.replace(.password(Sample.password(damaged.ids[0], title: "Shop 0", password: "changed")))
    try vault?.add(.password(Sample.password(title: "New")))
    vault = nil
    vault = try await damaged.unlocked()
    #expect(vault?.setBackCount == nil)
    let replacement = try await damaged.restoring(copy.name)
    guard case .snapshot(let former) = try replacement.takePlace(of: vault) else { throw CocoaError(.coderInvalidValue) }
    vault = nil
    vault = try await damaged.unlocked()
    #expect(vault?.setBackCount == nil && vault?.check().told == [])
    #expect(try damaged.readable(in: #require(vault)) == Set(damaged.ids))
    // The snapshot from before leads back.
    let back = try await damaged.restoring(former)
    _ = try back.takePlace(of: vault)
    vault = nil
    vault = try await damaged.unlocked()
    #expect(try vault?.summaries().count == 2 && vault?.setBackCount == nil)
  }
}
