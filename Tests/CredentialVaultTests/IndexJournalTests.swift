// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import GRDB
import SecretMemory
import Testing

@Suite("The journal of the index")
struct IndexJournalTests {
  /// Makes every stored record unreadable: what is listed afterwards comes from the index.
  private static func spoilRecords(_ folder: URL) throws {
    let queue = try DatabaseQueue(path: folder.appending(path: "vault.sqlite").path)
    try queue.write { try $0.execute(sql: "UPDATE record SET body = x'00'") }
  }

  private static func titles(_ vault: CredentialVault) throws -> [String] { try vault.summaries().map(\.title) }

  @Test("takes each change, so that the whole index is not written again and the records need not be read")
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

  @Test("has what a process that was killed had written")
  func kill() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    for title in ["Shop", "Bank"] { try vault.add(.password(Sample.password(title: title))) }
    // The files as they are while the vault is open: nobody locks it any more.
    let left = VaultFixture()
    try FileManager.default.createDirectory(at: left.folder.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: fixture.folder, to: left.folder)
    try Self.spoilRecords(left.folder)
    let found = try left.open()
    try await found.unlock(passphrase: VaultFixture.secret())
    #expect(try Self.titles(found) == ["Bank", "Shop"])
  }

  @Test("that was cut, altered, replaced by an older one or taken away is noticed, and the records are read")
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
      // The whole index is older than what is damaged here, so only the journal can know of the change.
      try damage.write(to: journal)
      try await vault.unlock(passphrase: VaultFixture.secret())
      #expect(try Self.titles(vault) == ["Renamed"])
      try vault.updatePassword(shop.id) { $0.title = "Shop" }
      try vault.updatePassword(shop.id) { $0.title = "Renamed" }
      vault.lock()
    }
  }

  @Test("holds nothing in clear, is private, and goes on behind what an interrupted process wrote by halves")
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

  @Test("gives way to a whole index once it is long")
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

  @Test("tells what changed since a transaction, until so much has changed that the whole has to be read")
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
