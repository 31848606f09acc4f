// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import GRDB
import Testing

@Suite("A check of the vault")
struct VaultCheckTests {
  @Test("finds nothing wrong with an intact vault, locked or unlocked, and changes none of its files")
  func whole() async throws {
    let damaged = try await DamagedVault(records: 3)
    let before = try damaged.files()
    let vault = try damaged.fixture.open()
    let locked = vault.check()
    #expect(locked.told == [] && locked.recordCount == 3 && !locked.isComplete)
    #expect(try damaged.files().filter { !$0.key.hasPrefix("vault.sqlite-") } == before.filter { !$0.key.hasPrefix("vault.sqlite-") })
    try await vault.unlock(passphrase: VaultFixture.secret())
    let unlocked = vault.check()
    #expect(unlocked.told == [] && unlocked.recordCount == 3 && unlocked.isComplete)
  }

  @Test("no longer counts erased records once the vault is unlocked")
  func erased() async throws {
    let damaged = try await DamagedVault(records: 2)
    let vault = try await damaged.unlocked()
    try vault.store(ImportBatch(additions: [ImportBatch.Addition(record: .note(Sample.note()))]))
    #expect(try vault.undoImport()?.removed == 1)
    // It is in the trash.
    #expect(vault.check().recordCount == 3)
    try vault.erase(try vault.trashedSummaries().map(\.id))
    #expect(vault.check().recordCount == 2 && vault.check().told == [])
    vault.lock()
    #expect(vault.check().recordCount == 3)
  }

  @Test("names a damaged record by its identifier, and by its title if the index has it; the others stay readable")
  func record() async throws {
    let damaged = try await DamagedVault(records: 3)
    try damaged.damage(damaged.ids[1])
    let vault = try damaged.fixture.open()
    // A body can be checked only with its key.
    #expect(vault.check().told == [])
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(vault.check().told == ["record \(damaged.ids[1]) Shop 1 damaged"])
    #expect(try damaged.readable(in: vault) == [damaged.ids[0], damaged.ids[2]])
  }

  @Test("names structural damage while the vault is locked")
  func structure() async throws {
    let damaged = try await DamagedVault(records: 3)
    let other = Sample.id()
    try damaged.alter("UPDATE record SET body = substr(body, 1, 40) WHERE name = ?", [Data(damaged.ids[0].bytes)])
    try damaged.alter("UPDATE record SET revision = 9 WHERE name = ?", [Data(damaged.ids[1].bytes)])
    try damaged.alter("UPDATE record SET name = ? WHERE name = ?", [Data(other.bytes), Data(damaged.ids[2].bytes)])
    try Data([1, 2, 3]).write(to: damaged.fixture.file("releases.sealed"))
    let told = try damaged.fixture.open().check().told
    #expect(
      Set(told) == [
        "record \(damaged.ids[0]) - damaged", "record \(damaged.ids[1]) - damaged", "record \(other) - damaged",
        "file releases.sealed - damaged",
      ])
  }

  @Test("names the entry of the membership log that is damaged or missing")
  func log() async throws {
    let damaged = try await DamagedVault(records: 1)
    let good = try damaged.files()
    try damaged.alter(
      "UPDATE log SET entry = CAST(substr(entry, 1, length(entry) - 1) || CASE substr(entry, -1) WHEN x'00' THEN x'01' ELSE x'00' END AS BLOB) WHERE sequence = 1"
    )
    let told = try damaged.fixture.open().check().told
    #expect(told == ["logEntry 1 - damaged"])
    try damaged.put(good)
    try damaged.alter("DELETE FROM log WHERE sequence = 1")
    #expect(try damaged.fixture.open().check().told == ["logEntry 0 - missing"])
  }

  @Test("names files that prevent the vault from opening")
  func unopened() async throws {
    let damaged = try await DamagedVault(records: 1)
    let good = try damaged.files()
    try Data(repeating: 0x41, count: 8192).write(to: damaged.fixture.file("vault.sqlite"))
    try Data("no map".utf8).write(to: damaged.fixture.file("vault.keys"))
    #expect(code { _ = try damaged.fixture.open() } == .damaged)
    #expect(try CredentialVault.check(at: damaged.fixture.folder).told == ["file vault.keys - damaged", "file vault.sqlite - damaged"])
    try damaged.put(good)
    try FileManager.default.removeItem(at: damaged.fixture.file("vault.sqlite"))
    #expect(try CredentialVault.check(at: damaged.fixture.folder).told == ["file vault.sqlite - missing"])
    #expect(code { _ = try CredentialVault.check(at: damaged.fixture.base.appending(path: "nothing")) } == .missing)
  }

  @Test("of a vault with a damaged page reads every record of the other pages and names the unreadable ones")
  func page() async throws {
    let damaged = try await DamagedVault(records: 40)
    var content = try Data(contentsOf: damaged.fixture.file("vault.sqlite"))
    // A leaf of the record table: pages begin with 0x0D, and records contain their magic.
    let page = try #require(
      stride(from: 4096, to: content.count, by: 4096).first {
        content[$0] == 0x0D && content[$0..<$0 + 4096].range(of: Data("PFD1".utf8)) != nil
      })
    content.replaceSubrange(page..<page + 64, with: Data(repeating: 0xA5, count: 64))
    try content.write(to: damaged.fixture.file("vault.sqlite"))
    try FileManager.default.removeItem(at: damaged.fixture.file("index.sealed"))
    let vault = try await damaged.unlocked()
    let check = vault.check()
    let readable = try damaged.readable(in: vault)
    #expect(readable.count < 40 && readable.count > 30)
    let named = Set(check.findings.filter { $0.subject == .record }.map(\.name))
    #expect(named == Set(Set(damaged.ids).subtracting(readable).map(\.description)))
    #expect(check.findings.contains { $0.subject == .database })
  }
}
