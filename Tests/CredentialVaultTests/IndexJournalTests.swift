// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import GRDB
import SecretMemory
import Testing

@Suite("The index journal")
struct IndexJournalTests {
  /// Makes every stored record unreadable, so that whatever is listed afterwards comes from the index.
  private static func spoilRecords(_ folder: URL) throws {
    let queue = try DatabaseQueue(path: folder.appending(path: "vault.sqlite").path)
    try queue.write { try $0.execute(sql: "UPDATE record SET body = x'00'") }
  }

  private static func titles(_ vault: CredentialVault) throws -> [String] { try vault.summaries().map(\.title) }

  @Test("receives each change, so that neither the whole index is rewritten nor the records are read")
  func changes() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let shop = Sample.password()
    try vault.add(.password(shop))
    vault.lock()
    let index = try Data(contentsOf: fixture.file("index.sealed"))
    try await vault.unlock(passphrase: VaultFixture.secret())
    try vault.add(.password(Sample.password(title: "Bank")))
    try vault.moveToTrash(shop.id)
    try vault.add(.password(Sample.password(title: "Archive")))
    vault.lock()
    #expect(try Data(contentsOf: fixture.file("index.sealed")) == index)
    try Self.spoilRecords(fixture.folder)
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try Self.titles(vault) == ["Archive", "Bank"])
    #expect(try vault.trashedSummaries().map(\.id) == [shop.id])
    #expect(try vault.unavailableRecords() == (tooNew: 0, damaged: 0))
  }

  @Test("contains everything that a killed process had written")
  func kill() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    for title in ["Shop", "Bank"] { try vault.add(.password(Sample.password(title: title))) }
    // These are the files of an open vault that is never locked.
    let left = VaultFixture()
    try FileManager.default.createDirectory(at: left.folder.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: fixture.folder, to: left.folder)
    try Self.spoilRecords(left.folder)
    let found = try left.open()
    try await found.unlock(passphrase: VaultFixture.secret())
    #expect(try Self.titles(found) == ["Bank", "Shop"])
  }

  @Test("that is truncated, altered, replaced by an older one or missing is detected, and the records are read instead")
  func damage() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let journal = fixture.file("index.journal")
    let shop = Sample.password()
    try vault.add(.password(shop))
    let former = try Data(contentsOf: journal)
    try vault.updatePassword(shop.id) { $0.title = "Renamed" }
    let current = try Data(contentsOf: journal)
    vault.lock()
    var altered = current
    altered[altered.count - 1] ^= 1
    for damage in [former, altered, current.dropLast(), current.prefix(20), Data(), Data(current.reversed())] {
      // The whole index is older than the damage here, so only the journal knows of the change.
      try damage.write(to: journal)
      try await vault.unlock(passphrase: VaultFixture.secret())
      #expect(try Self.titles(vault) == ["Renamed"])
      try vault.updatePassword(shop.id) { $0.title = "Shop" }
      try vault.updatePassword(shop.id) { $0.title = "Renamed" }
      vault.lock()
    }
  }

  @Test("contains no plain text, is private, and continues after a partial write of an interrupted process")
  func form() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let journal = fixture.file("index.journal")
    try vault.add(.password(Sample.password(title: "Planted title 9f3c")))
    #expect(try FileManager.default.attributesOfItem(atPath: journal.path)[.posixPermissions] as? Int == 0o600)
    var bytes = try Data(contentsOf: journal)
    #expect(bytes.range(of: Data("Planted".utf8)) == nil && bytes.range(of: Data("planted".utf8)) == nil)
    vault.lock()
    bytes.append(contentsOf: [0, 0, 1])
    try bytes.write(to: journal)
    try await vault.unlock(passphrase: VaultFixture.secret())
    try vault.add(.password(Sample.password(title: "Next")))
    vault.lock()
    try Self.spoilRecords(fixture.folder)
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try Self.titles(vault) == ["Next", "Planted title 9f3c"])
  }

  @Test("is replaced by a whole index once it is long")
  func length() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let record = Sample.password()
    try vault.add(.password(record))
    for number in 0..<1030 {
      try vault.updatePassword(record.id) { $0.title = "Title \(number)" }
    }
    let before = try Data(contentsOf: fixture.file("index.sealed"))
    vault.lock()
    #expect(try Data(contentsOf: fixture.file("index.sealed")) != before)
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try Self.titles(vault) == ["Title 1029"])
  }

  @Test("returns the changes since a transaction, until there are so many that everything has to be read")
  func changesSince() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let record = Sample.password()
    let start = try vault.lastTransaction()
    try vault.add(.password(record))
    let added = try vault.lastTransaction()
    try vault.moveToTrash(record.id)
    var told = try vault.changes(since: start)
    let summary = CredentialRecord.password(record).summary
    #expect(told.changes == [RecordChange(former: nil, current: summary), RecordChange(former: summary, current: nil)])
    told = try vault.changes(since: added)
    #expect(told.changes == [RecordChange(former: summary, current: nil)])
    #expect(try vault.changes(since: told.transaction).changes == [])
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.changes(since: told.transaction).changes == [])
    #expect(try vault.changes(since: start).changes == nil)
    for _ in 0..<300 { try vault.add(.password(Sample.password())) }
    #expect(try vault.changes(since: told.transaction).changes == nil)
  }
}
