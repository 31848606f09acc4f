// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import GRDB
import SecretMemory
import Testing

@Suite("Erasing what is in the trash")
struct ErasingTests {
  /// The stored version of a record, sealed as it is.
  private func stored(_ id: RecordIdentifier, in fixture: VaultFixture) throws -> Data? {
    let queue = try DatabaseQueue(path: fixture.file("vault.sqlite").path)
    defer { try? queue.close() }
    return try queue.read { try Data.fetchOne($0, sql: "SELECT body FROM record WHERE name = ?", arguments: [Data(id.bytes)]) }
  }

  /// The vault's files that hold some bytes.
  private func files(holding bytes: Data, in damaged: DamagedVault) throws -> [String] {
    try damaged.files().filter { $0.value.range(of: bytes) != nil }.map(\.key).sorted()
  }

  @Test("leaves a name and nothing else, also after the vault was opened anew and its index was lost")
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

  @Test("takes every stored version of the record out of the vault's files")
  func noVersionStays() async throws {
    // More than fits beside others on a page, so that its bytes lie in pages of their own.
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
    // Any part of what is encrypted tells; the header before it is in clear and says names alone.
    let pieces = versions.map { $0.dropFirst(93 + 300).prefix(48) }
    #expect(try files(holding: pieces[3], in: damaged) != [])
    try vault.erase([id])
    for piece in pieces { #expect(try files(holding: piece, in: damaged) == []) }
    let left = try #require(try stored(id, in: damaged.fixture))
    #expect(left.count == 93 + 256 + 16 && left[5] == 2)
  }

  @Test("takes the bytes of the record's files with it")
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

  @Test("does all or nothing: a record outside the trash keeps the others")
  func allOrNothing() async throws {
    let damaged = try await DamagedVault(records: 2)
    let vault = try await damaged.unlocked()
    try vault.moveToTrash(damaged.ids[0])
    #expect(code { try vault.erase([damaged.ids[0], damaged.ids[1]]) } == .noSuchRecord)
    try vault.restore(damaged.ids[0])
    #expect(try damaged.readable(in: vault) == Set(damaged.ids))
  }

  @Test("is not undone by an older version that is put back: it is named, and what was erased stays away")
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

  @Test("goes by a record with the same name in a repair: a snapshot of before does not bring it back")
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

  @Test("comes by itself after thirty days in the trash and not before, where the vault was written to since")
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

  @Test("does not come by itself where the clock has jumped ahead, until it has gone on for a week, or back", arguments: [400.0, -400.0])
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

  @Test("does not come by itself for what a service hid")
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

  @Test("does not come by itself in a vault that was set back or knows of damage")
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
