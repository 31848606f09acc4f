// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import GRDB
import SecretMemory
import Testing

@Suite("Erasing a record in the trash")
struct ErasingTests {
  /// Returns the stored version of a record, still encrypted.
  private func stored(_ id: RecordIdentifier, in fixture: VaultFixture) throws -> Data? {
    let queue = try DatabaseQueue(path: fixture.file("vault.sqlite").path)
    defer { try? queue.close() }
    return try queue.read { try Data.fetchOne($0, sql: "SELECT body FROM record WHERE name = ?", arguments: [Data(id.bytes)]) }
  }

  /// Returns the names of the vault's files that contain the given bytes.
  private func files(holding bytes: Data, in damaged: DamagedVault) throws -> [String] {
    try damaged.files().filter { $0.value.range(of: bytes) != nil }.map(\.key).sorted()
  }

  @Test("leaves nothing but its identifier, even after the vault is unlocked again and its index is lost")
  func nothingIsLeft() async throws {
    let damaged = try await DamagedVault(records: 3)
    let id = damaged.ids[1]
    let vault = try await damaged.unlocked()
    try vault.moveToTrash(id)
    try vault.erase([id])
    func look(_ vault: CredentialVault) throws {
      #expect(try vault.trashedSummaries() == [] && vault.summaries().count == 2 && vault.recordCount() == 2)
      #expect(code { _ = try vault.record(id) } == .noSuchRecord)
      #expect(code { try vault.restore(id) } == .noSuchRecord)
      #expect(code { try vault.add(.password(Sample.password(id))) } == .recordExists)
      #expect(code { try vault.erase([id]) } == .noSuchRecord)
      #expect(vault.check().told == [] && vault.setBackCount == nil)
    }
    try look(vault)
    for lost in [[], ["index.sealed"], ["index.sealed", "witness.sealed"]] {
      vault.lock()
      for name in lost { try FileManager.default.removeItem(at: damaged.fixture.file(name)) }
      try await vault.unlock(passphrase: VaultFixture.secret())
      try look(vault)
    }
  }

  @Test("removes every stored version of the record from the vault's files")
  func noVersionStays() async throws {
    // With this many records, the record's bytes are on pages of their own.
    let damaged = try await DamagedVault(records: 40)
    let id = damaged.ids[20]
    let vault = try await damaged.unlocked()
    var versions: [Data] = [try #require(try stored(id, in: damaged.fixture))]
    for password in [String(repeating: "long", count: 2000), "short"] {
      try vault.replace(.password(Sample.password(id, title: "Shop 20", password: password)))
      versions.append(try #require(try stored(id, in: damaged.fixture)))
    }
    try vault.moveToTrash(id)
    versions.append(try #require(try stored(id, in: damaged.fixture)))
    // Any part of the encrypted body identifies a version. The header before it is plain text and contains only names.
    let pieces = versions.map { $0.dropFirst(93 + 300).prefix(48) }
    #expect(try files(holding: pieces[3], in: damaged) != [])
    try vault.erase([id])
    for piece in pieces { #expect(try files(holding: piece, in: damaged) == []) }
    let left = try #require(try stored(id, in: damaged.fixture))
    #expect(left.count == 93 + 256 + 16 && left[5] == 2)
  }

  @Test("removes the chunks of the record's files")
  func files() async throws {
    let damaged = try await DamagedVault(records: 2)
    let vault = try await damaged.unlocked()
    for id in damaged.ids {
      var draft = try vault.draftAttachment(named: "a.bin", byteCount: 100_000, for: id)
      for part in [65_536, 34_464] { try draft.append(SharedSecret(copying: [UInt8](repeating: 7, count: part))) }
      _ = try vault.attach(draft, to: id)
    }
    func chunkCount() throws -> Int {
      let queue = try DatabaseQueue(path: damaged.fixture.file("vault.sqlite").path)
      defer { try? queue.close() }
      return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM blob_chunk") ?? 0 }
    }
    #expect(try chunkCount() == 4)
    try vault.moveToTrash(damaged.ids[0])
    #expect(try chunkCount() == 4)
    try vault.erase([damaged.ids[0]])
    #expect(try chunkCount() == 2 && vault.attachments(of: damaged.ids[1]).count == 1)
    #expect(vault.check().told == [])
  }

  @Test("erases all the given records or none: one outside the trash prevents it")
  func allOrNothing() async throws {
    let damaged = try await DamagedVault(records: 2)
    let vault = try await damaged.unlocked()
    try vault.moveToTrash(damaged.ids[0])
    #expect(code { try vault.erase([damaged.ids[0], damaged.ids[1]]) } == .noSuchRecord)
    try vault.restore(damaged.ids[0])
    #expect(try damaged.readable(in: vault) == Set(damaged.ids))
  }

  @Test("is not undone by restoring an older database: the change is reported, and the erased record stays away")
  func olderVersion() async throws {
    let damaged = try await DamagedVault(records: 2)
    let id = damaged.ids[0]
    let vault = try await damaged.unlocked()
    try vault.moveToTrash(id)
    vault.lock()
    let before = try damaged.files()
    try await vault.unlock(passphrase: VaultFixture.secret())
    try vault.erase([id])
    vault.retire()
    try before["vault.sqlite"]?.write(to: damaged.fixture.file("vault.sqlite"))
    let again = try await damaged.unlocked()
    #expect(again.setBackCount == 1)
    #expect(code { _ = try again.record(id) } == .recordOutdated)
  }

  @Test("survives a repair: an earlier snapshot does not bring the record back")
  func repair() async throws {
    let damaged = try await DamagedVault(records: 3)
    do {
      let vault = try await damaged.unlocked()
      try vault.moveToTrash(damaged.ids[0])
      _ = try vault.takeSnapshot(.backup)
      try vault.erase([damaged.ids[0]])
    }
    try damaged.damage(damaged.ids[1])
    let (repair, _) = try await damaged.repair()
    #expect(repair.records.map(\.id) == [damaged.ids[1]])
    let vault = try await damaged.unlocked()
    #expect(try vault.trashedSummaries() == [] && damaged.readable(in: vault) == [damaged.ids[1], damaged.ids[2]])
    #expect(vault.check().told == [])
  }

  @Test("happens automatically after thirty days in the trash if the vault was written to in the meantime, and not earlier")
  func expiry() async throws {
    let damaged = try await DamagedVault(records: 4)
    let day: TimeInterval = 86_400
    let vault = try await damaged.unlocked()
    try vault.moveToTrash(damaged.ids[0])
    damaged.fixture.clock.advance(by: 20 * day)
    try vault.moveToTrash(damaged.ids[1])
    #expect(try vault.eraseExpired() == 0)
    damaged.fixture.clock.advance(by: 10 * day)
    #expect(try vault.eraseExpired() == 0)
    damaged.fixture.clock.advance(by: 1)
    #expect(try vault.eraseExpired() == 1)
    #expect(try vault.trashedSummaries().map(\.id) == [damaged.ids[1]])
  }

  @Test(
    "does not happen automatically after the clock jumped ahead, until a week has passed, or after it jumped back",
    arguments: [400.0, -400.0])
  func jumpingClock(days: Double) async throws {
    let damaged = try await DamagedVault(records: 2)
    let vault = try await damaged.unlocked()
    try vault.moveToTrash(damaged.ids[0])
    damaged.fixture.clock.advance(by: days * 86_400)
    #expect(try vault.eraseExpired() == 0)
    #expect(try vault.trashedSummaries().count == 1)
    try vault.add(.password(Sample.password()))
    #expect(try vault.eraseExpired() == 0)
    damaged.fixture.clock.advance(by: 6 * 86_400)
    try vault.add(.password(Sample.password()))
    #expect(try vault.eraseExpired() == 0)
    damaged.fixture.clock.advance(by: 86_400 + 1)
    #expect(try vault.eraseExpired() == (days > 0 ? 1 : 0))
  }

  @Test("does not happen automatically for a passkey that a service hid")
  func hidden() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let passkey = Sample.passkey()
    try vault.add(.passkey(passkey))
    let report = AccountReport.unknownPasskey(relyingPartyID: "shop.example", credentialID: [UInt8](0..<32))
    try vault.follow(AccountChanges(report, present: vault.summaries(), trashed: []) { $0.text == $1 })
    fixture.clock.advance(by: 20 * 86_400)
    try vault.add(.password(Sample.password()))
    fixture.clock.advance(by: 20 * 86_400)
    #expect(try vault.eraseExpired() == 0)
    try vault.restore(passkey.id)
    #expect(try vault.record(passkey.id).kind == .passkey)
  }

  @Test("does not happen automatically in a damaged vault")
  func damage() async throws {
    let damaged = try await DamagedVault(records: 2)
    do {
      let vault = try await damaged.unlocked()
      try vault.moveToTrash(damaged.ids[0])
    }
    try damaged.damage(damaged.ids[1])
    try FileManager.default.removeItem(at: damaged.fixture.file("index.sealed"))
    let vault = try await damaged.unlocked()
    damaged.fixture.clock.advance(by: 20 * 86_400)
    try vault.add(.password(Sample.password()))
    damaged.fixture.clock.advance(by: 20 * 86_400)
    #expect(try vault.eraseExpired() == 0)
  }
}
