// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import GRDB
import SecretMemory
import SyncModel
import Testing

extension CredentialVault {
  /// Attaches a complete file.
  @discardableResult
  func attach(
    _ content: [UInt8], named name: String, mediaType: String? = nil, to id: RecordIdentifier
  ) throws(CredentialVaultError) -> RecordAttachment {
    var draft = try draftAttachment(named: name, byteCount: content.count, mediaType: mediaType, for: id)
    var start = 0
    while draft.nextByteCount > 0 {
      let end = start + draft.nextByteCount
      try draft.append(SharedSecret(copying: content[start..<end]))
      start = end
    }
    return try attach(draft, to: id)
  }

  /// Returns a file's content.
  func content(of name: String, in id: RecordIdentifier) throws(CredentialVaultError) -> [UInt8] {
    var reading = try readAttachment(named: name, of: id)
    var content: [UInt8] = []
    while let part = try next(of: &reading) { content += part.withBytes { Array($0) } }
    return content
  }
}

/// Every vault costs a key derivation, so the tests run one after the other.
@Suite("An attached file", .serialized)
struct AttachmentTests {
  /// A closed vault with files of several lengths on its first record and one on its second.
  private struct FiledVault {
    static let long = (0..<150_000).map { UInt8($0 * 31 % 251) }

    let damaged: DamagedVault
    let blobs: [BlobName]
    var fixture: VaultFixture { damaged.fixture }
    var ids: [RecordIdentifier] { damaged.ids }

    init(fixture: VaultFixture = VaultFixture()) async throws {
      damaged = try await DamagedVault(records: 3, fixture: fixture)
      let vault = try await damaged.unlocked()
      let long = try vault.attach(Self.long, named: "long.bin", to: damaged.ids[0])
      let short = try vault.attach(Array("short".utf8), named: "short.txt", mediaType: "text/plain", to: damaged.ids[0])
      let other = try vault.attach(Array("other".utf8), named: "short.txt", to: damaged.ids[1])
      blobs = [long.blob, short.blob, other.blob]
    }

    /// Flips one bit of a chunk.
    func flip(_ blob: BlobName, chunk number: Int) throws {
      let queue = try DatabaseQueue(path: fixture.file("vault.sqlite").path)
      try queue.write { database in
        let place: StatementArguments = [Data(blob.bytes), number]
        var body = try #require(
          try Data.fetchOne(database, sql: "SELECT body FROM blob_chunk WHERE blob = ? AND number = ?", arguments: place))
        body[30] ^= 1
        try database.execute(sql: "UPDATE blob_chunk SET body = ? WHERE blob = ? AND number = ?", arguments: [body] + place)
      }
      try queue.close()
    }

    func chunkCount() throws -> Int {
      let queue = try DatabaseQueue(path: fixture.file("vault.sqlite").path)
      defer { try? queue.close() }
      return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM blob_chunk") ?? -1 }
    }

    /// Returns which of the three files can be read. The test fails if anything reads as other than what was stored.
    func readable(in vault: CredentialVault) -> [Bool] {
      [("long.bin", ids[0], Self.long), ("short.txt", ids[0], Array("short".utf8)), ("short.txt", ids[1], Array("other".utf8))].map {
        name, id, content in
        guard let found = try? vault.content(of: name, in: id) else { return false }
        #expect(found == content)
        return true
      }
    }
  }

  @Test("has the same content after a restart, a passphrase change and a new epoch, whatever its length")
  func lengths() async throws {
    let lengths = [0, 1, 1023, 65_535, 65_536, 65_537, 300_000]
    let fixture = VaultFixture()
    let id: RecordIdentifier
    do {
      let vault = try await fixture.create()
      let login = Sample.password()
      id = login.id
      try vault.add(.password(login))
      for length in lengths {
        try vault.attach((0..<length).map { UInt8($0 * 31 % 251) }, named: "\(length).bin", to: login.id)
        fixture.clock.advance(by: 1)
      }
      let change = try await vault.beginPassphraseChange(VaultFixture.secret())
      try await vault.finish(change, passphrase: VaultFixture.secret("another passphrase entirely"))
      _ = try await vault.replaceRecoveryKey(passphrase: VaultFixture.secret("another passphrase entirely"))
      // A change of the record leaves its files.
      try vault.replace(.password(Sample.password(login.id, password: "changed")))
    }
    let vault = try fixture.open()
    try await vault.unlock(passphrase: VaultFixture.secret("another passphrase entirely"))
    #expect(try vault.attachments(of: id).map(\.name) == lengths.map { "\($0).bin" })
    #expect(try vault.attachments(of: id).map(\.byteCount) == lengths)
    for length in lengths { #expect(try vault.content(of: "\(length).bin", in: id) == (0..<length).map { UInt8($0 * 31 % 251) }) }
    #expect(vault.check().told == [])
  }

  @Test("is stored with every kind of record, keeps its name, type and date, and moves to the trash and back with it")
  func kinds() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let records: [CredentialRecord] = [.password(Sample.password()), .oneTimeCode(try Sample.codes()), .passkey(Sample.passkey())]
    try vault.add(contentsOf: records)
    for record in records {
      try vault.attach([1, 2, 3], named: "Rückseite.png", mediaType: "image/png", to: record.id)
      let file = try #require(try vault.attachments(of: record.id).first)
      #expect(file.name == "Rückseite.png" && file.byteCount == 3 && file.mediaType == "image/png" && file.added == fixture.clock.now)
      try vault.moveToTrash(record.id)
      #expect(try vault.content(of: "Rückseite.png", in: record.id) == [1, 2, 3])
      #expect(code { try vault.attach([1], named: "more", to: record.id) } == .noSuchRecord)
      #expect(code { try vault.removeAttachment(named: "Rückseite.png", from: record.id) } == .noSuchRecord)
      try vault.restore(record.id)
      #expect(try vault.content(of: "Rückseite.png", in: record.id) == [1, 2, 3])
    }
    #expect(vault.check().told == [])
  }

  @Test("is removed permanently, key and bytes, and leaves nothing in the vault's files")
  func removal() async throws {
    let filed = try await FiledVault()
    var sealed: [Data] = []
    do {
      let vault = try await filed.damaged.unlocked()
      let queue = try DatabaseQueue(path: filed.fixture.file("vault.sqlite").path)
      sealed = try await queue.read { try Data.fetchAll($0, sql: "SELECT body FROM blob_chunk") }
      try queue.close()
      try vault.removeAttachment(named: "long.bin", from: filed.ids[0])
      #expect(try vault.attachments(of: filed.ids[0]).map(\.name) == ["short.txt"])
      #expect(code { try vault.removeAttachment(named: "long.bin", from: filed.ids[0]) } == .noSuchAttachment)
      #expect(filed.readable(in: vault) == [false, true, true])
      #expect(vault.check().told == [])
    }
    #expect(try filed.chunkCount() == 2)
    for name in ["vault.sqlite", "vault.sqlite-wal"] {
      guard let file = try? Data(contentsOf: filed.fixture.file(name)) else { continue }
      #expect(sealed.filter { $0.count > 60_000 }.allSatisfy { file.range(of: $0.dropFirst(100).prefix(200)) == nil })
    }
    // The name is free again.
    let vault = try await filed.damaged.unlocked()
    try vault.attach([9], named: "long.bin", to: filed.ids[0])
    #expect(try vault.content(of: "long.bin", in: filed.ids[0]) == [9])
  }

  @Test("is refused above 10 MiB, beyond 64 in a record, and under a name that is taken or unsafe")
  func limits() async throws {
    let vault = try await VaultFixture().create()
    let login = Sample.password()
    try vault.add(.password(login))
    func refusal(_ name: String, _ byteCount: Int = 1) -> CredentialVaultError.Code? {
      code { _ = try vault.draftAttachment(named: name, byteCount: byteCount, for: login.id) }
    }
    #expect(refusal("x", RecordAttachment.longest) == nil)
    #expect(refusal("x", RecordAttachment.longest + 1) == .attachmentTooLong)
    #expect(refusal("x", -1) == .attachmentTooLong)
    for name in ["", ".", "..", "a/b", "/etc/passwd", "a\u{1B}[2J", "a\nb", "a\0", String(repeating: "x", count: 256)] {
      #expect(refusal(name) == .badAttachmentName, "\(name.debugDescription)")
    }
    #expect(refusal(String(repeating: "x", count: 255)) == nil)
    #expect(code { _ = try vault.draftAttachment(named: "x", byteCount: 1, for: Sample.id()) } == .noSuchRecord)
    // This file is announced but not fully delivered.
    var draft = try vault.draftAttachment(named: "half", byteCount: 70_000, for: login.id)
    #expect(code { try draft.append(SharedSecret(copying: [1])) } == .attachmentIncomplete)
    try draft.append(SharedSecret(copying: [UInt8](repeating: 1, count: 65_536)))
    #expect(draft.missingByteCount == 4464)
    #expect(code { _ = try vault.attach(draft, to: login.id) } == .attachmentIncomplete)
    for number in 0..<RecordAttachment.most { try vault.attach([UInt8(number)], named: "\(number)", to: login.id) }
    #expect(refusal("one more") == .tooManyAttachments)
    // The name is checked again when the file is stored, because another may have been added meanwhile.
    try vault.removeAttachment(named: "0", from: login.id)
    var first = try vault.draftAttachment(named: "last", byteCount: 1, for: login.id)
    try first.append(SharedSecret(copying: [1]))
    try vault.attach([2], named: "last", to: login.id)
    #expect(code { _ = try vault.attach(first, to: login.id) } == .attachmentExists)
    #expect(try vault.content(of: "last", in: login.id) == [2])
    vault.lock()
    #expect(code { _ = try vault.attachments(of: login.id) } == .locked)
    #expect(code { _ = try vault.attach(first, to: login.id) } == .locked)
  }

  @Test("counts towards the limit of 100 MiB in its record")
  func total() async throws {
    let vault = try await VaultFixture(storageLimit: 256 << 20).create()
    let login = Sample.password()
    try vault.add(.password(login))
    let content = [UInt8](repeating: 0x55, count: RecordAttachment.longest)
    for number in 0..<10 { try vault.attach(content, named: "\(number)", to: login.id) }
    #expect(code { _ = try vault.draftAttachment(named: "x", byteCount: 1, for: login.id) } == .tooManyAttachments)
    #expect(try vault.content(of: "9", in: login.id) == content)
  }

  @Test("is stored completely or not at all if the vault is full, and the files already there stay")
  func full() async throws {
    let fixture = VaultFixture(storageLimit: 1 << 20)
    let vault = try await fixture.create()
    let login = Sample.password()
    try vault.add(.password(login))
    try vault.attach([1, 2, 3], named: "small", to: login.id)
    #expect(code { try vault.attach([UInt8](repeating: 1, count: 2 << 20), named: "large", to: login.id) } == .storageFull)
    #expect(try vault.attachments(of: login.id).map(\.name) == ["small"])
    #expect(try vault.content(of: "small", in: login.id) == [1, 2, 3])
    #expect(vault.check().told == [])
    try vault.attach([4], named: "other", to: login.id)
    #expect(try vault.content(of: "other", in: login.id) == [4])
  }

  @Test("leaves neither its content nor its name in plain text in any file")
  func sealed() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let login = Sample.password()
    try vault.add(.password(login))
    let planted = Array("a planted sentence that nobody else writes".utf8)
    try vault.attach(Array(repeating: planted, count: 3000).flatMap { $0 }, named: "planted-name.txt", to: login.id)
    _ = try vault.takeSnapshot(.backup)
    vault.retire()
    let places = [fixture.folder, URL(filePath: CredentialVault.snapshotFolder(of: fixture.folder))]
    for place in places {
      for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
        let file = try Data(contentsOf: place.appending(path: name))
        #expect(file.range(of: Data(planted.prefix(12))) == nil && file.range(of: Data("planted-name".utf8)) == nil, "\(name)")
      }
    }
  }

  @Test("with a flipped bit or a missing or swapped chunk is named with its record, and everything else stays readable")
  func damage() async throws {
    let filed = try await FiledVault()
    let good = try filed.damaged.files()
    let long = "attachment \(filed.ids[0])/long.bin Shop 0"
    try filed.flip(filed.blobs[0], chunk: 1)
    do {
      let vault = try filed.fixture.open()
      // A chunk can be checked only with its key.
      #expect(vault.check().told == [])
      try await vault.unlock(passphrase: VaultFixture.secret())
      #expect(vault.check().told == ["\(long) damaged"])
      #expect(filed.readable(in: vault) == [false, true, true])
      #expect(code { _ = try vault.content(of: "long.bin", in: filed.ids[0]) } == .attachmentDamaged)
      #expect(try filed.damaged.readable(in: vault) == Set(filed.ids))
    }
    let (blob, short) = (Data(filed.blobs[0].bytes), Data(filed.blobs[1].bytes))
    let alterations: [(String, StatementArguments, told: String)] = [
      ("DELETE FROM blob_chunk WHERE blob = ? AND number = 2", [blob], "\(long) damaged"),
      ("DELETE FROM blob_chunk WHERE blob = ?", [blob], "\(long) missing"),
      ("UPDATE blob_chunk SET body = substr(body, 1, 500) WHERE blob = ? AND number = 2", [blob], "\(long) damaged"),
      (
        "UPDATE blob_chunk SET body = (SELECT body FROM blob_chunk WHERE blob = ?) WHERE blob = ?", [short, Data(filed.blobs[2].bytes)],
        "attachment \(filed.ids[1])/short.txt Shop 1 damaged"
      ),
    ]
    for (sql, arguments, told) in alterations {
      try filed.damaged.put(good)
      try filed.damaged.alter(sql, arguments)
      let vault = try await filed.damaged.unlocked()
      #expect(vault.check().told == [told])
      #expect(filed.readable(in: vault).count { $0 } == 2)
      vault.retire()
    }
    try filed.damaged.put(good)
    try filed.damaged.alter("UPDATE blob_chunk SET number = 9 WHERE blob = ? AND number = 1", [blob])
    #expect(
      try filed.fixture.open().check().told == ["attachment \(try #require(RecordIdentifier(bytes: filed.blobs[0].bytes))) - damaged"])
  }

  @Test("that no record refers to any more is counted by a check and left out by a repair")
  func orphans() async throws {
    let filed = try await FiledVault()
    try filed.damaged.alter(
      "INSERT INTO blob_chunk (blob, number, body) VALUES (randomblob(16), 0, zeroblob(1040)), (randomblob(16), 0, zeroblob(1040))")
    #expect(try await filed.damaged.unlocked().check().told == ["orphans 2 - unused"])
    let (repair, _) = try await filed.damaged.repair()
    #expect(repair.records == [])
    #expect(try filed.chunkCount() == 5)
    let vault = try await filed.damaged.unlocked()
    #expect(vault.check().told == [] && filed.readable(in: vault) == [true, true, true])
  }

  @Test("is kept by a check and a repair if a record that may refer to it cannot be read")
  func unreadRecord() async throws {
    let filed = try await FiledVault()
    let queue = try DatabaseQueue(path: filed.fixture.file("vault.sqlite").path)
    // A record of a later schema: in the header, the schema follows magic, suite, purpose, names, revision and clock.
    try await queue.write { database in
      var body = try #require(
        try Data.fetchOne(database, sql: "SELECT body FROM record WHERE name = ?", arguments: [Data(filed.ids[0].bytes)]))
      body[71] = 9
      try database.execute(sql: "UPDATE record SET body = ? WHERE name = ?", arguments: [body, Data(filed.ids[0].bytes)])
    }
    try queue.close()
    let told = try await filed.damaged.unlocked().check().told
    #expect(told == ["record \(filed.ids[0]) Shop 0 tooNew"])
    let (repair, _) = try await filed.damaged.repair()
    #expect(repair.records == [])
    #expect(try filed.chunkCount() == 5)
  }

  @Test("that is damaged is restored from the newest snapshot with an intact copy, and otherwise stays damaged")
  func repaired() async throws {
    let filed = try await FiledVault()
    let copy: String
    do {
      let vault = try await filed.damaged.unlocked()
      copy = try vault.takeSnapshot(.daily).name
      try vault.attach([UInt8](repeating: 3, count: 100_000), named: "later.bin", to: filed.ids[2])
    }
    try filed.flip(filed.blobs[0], chunk: 2)
    try filed.damaged.alter("DELETE FROM blob_chunk WHERE blob = ?", [Data(filed.blobs[1].bytes)])
    let later = try #require(try await filed.damaged.unlocked().attachments(of: filed.ids[2]).first).blob
    try filed.flip(later, chunk: 0)
    let (repair, _) = try await filed.damaged.repair()
    let expected: Set<VaultRepair.Treated> = [
      VaultRepair.Treated(id: filed.ids[0], title: "Shop 0", attachment: "long.bin", outcome: .restored(from: copy)),
      VaultRepair.Treated(id: filed.ids[0], title: "Shop 0", attachment: "short.txt", outcome: .restored(from: copy)),
      VaultRepair.Treated(id: filed.ids[2], title: "Shop 2", attachment: "later.bin", outcome: .lost),
    ]
    #expect(Set(repair.records) == expected)
    let vault = try await filed.damaged.unlocked()
    #expect(filed.readable(in: vault) == [true, true, true])
    #expect(vault.check().told == ["attachment \(filed.ids[2])/later.bin Shop 2 damaged"])
    try vault.removeAttachment(named: "later.bin", from: filed.ids[2])
    #expect(vault.check().told == [])
  }

  @Test("comes back with its record from a snapshot and with the whole vault from a backup")
  func copies() async throws {
    let filed = try await FiledVault()
    let copy: String
    do {
      let vault = try await filed.damaged.unlocked()
      copy = try vault.takeSnapshot(.backup).name
      try vault.removeAttachment(named: "long.bin", from: filed.ids[0])
    }
    try filed.damaged.damage(filed.ids[0])
    let (repair, _) = try await filed.damaged.repair()
    #expect(Set(repair.records.map(\.outcome)) == [.restoredOlder(from: copy), .restored(from: copy)])
    #expect(filed.readable(in: try await filed.damaged.unlocked()) == [true, true, true])
    try await filed.damaged.unlocked().removeAttachment(named: "short.txt", from: filed.ids[0])
    let replacement = try await filed.damaged.restoring(copy)
    _ = try replacement.takePlace(of: nil)
    #expect(filed.readable(in: try await filed.damaged.unlocked()) == [true, true, true])
  }

  @Test("can be added to a vault of the earlier format, which is migrated to format 2 after a snapshot")
  func migration() async throws {
    let damaged = try await DamagedVault(records: 2)
    try damaged.alter("DROP TABLE blob_chunk; PRAGMA user_version = 1")
    let vault = try await damaged.unlocked()
    #expect(CredentialVault.snapshots(of: damaged.fixture.folder).map(\.reason) == [.beforeMigration])
    #expect(try damaged.readable(in: vault) == Set(damaged.ids))
    try vault.attach([1, 2, 3], named: "first", to: damaged.ids[0])
    #expect(vault.check().told == [])
    vault.retire()
    let header = try Data(contentsOf: damaged.fixture.file("vault.sqlite")).dropFirst(60).prefix(4)
    #expect(Array(header) == [0, 0, 0, 2])
    // A copy from before the migration has no table for files, so a repair restores none from it.
    try damaged.alter("DELETE FROM blob_chunk")
    let (repair, _) = try await damaged.repair()
    #expect(repair.records.map(\.outcome) == [.lost])
    // A later version's migration that would lose files changes nothing.
    try await damaged.unlocked().attach([4], named: "second", to: damaged.ids[0])
    var later = damaged.fixture.environment
    later.furtherMigrations = ["DELETE FROM blob_chunk"]
    #expect(code { _ = try CredentialVault.open(at: damaged.fixture.folder, environment: later) } == .migrationFailed)
    #expect(try await damaged.unlocked().content(of: "second", in: damaged.ids[0]) == [4])
  }

  @Test("cannot be added while a full disk prevents the migration of an older vault, which opens and migrates later")
  func migrationWithoutRoom() async throws {
    let damaged = try await DamagedVault(records: 2)
    try damaged.alter("DROP TABLE blob_chunk; PRAGMA user_version = 1")
    let queue = try DatabaseQueue(path: damaged.fixture.file("vault.sqlite").path)
    try await queue.vacuum()
    try queue.close()
    var full = damaged.fixture.environment
    full.storageLimit = 1
    do {
      let vault = try CredentialVault.open(at: damaged.fixture.folder, environment: full)
      try await vault.unlock(passphrase: VaultFixture.secret())
      #expect(try damaged.readable(in: vault) == Set(damaged.ids))
      #expect(try vault.attachments(of: damaged.ids[0]).isEmpty)
      #expect(code { try vault.attach([1], named: "first", to: damaged.ids[0]) } == .storageFull)
      #expect(vault.check().told == [])
    }
    let vault = try await damaged.unlocked()
    try vault.attach([1], named: "first", to: damaged.ids[0])
    #expect(try vault.content(of: "first", in: damaged.ids[0]) == [1])
  }

  @Test("added by two devices under one name appears under two names")
  func sameName() throws {
    let id = Sample.id()
    let vectors = try RecordContentTests.Case.load()
    let vector = try #require(vectors.first { $0.id == "same-name-twice" })
    let body = try RecordBody(decoding: SecretBytes(copying: vector.bytes))
    #expect(try body.attachments().map(\.name) == ["passport.pdf", "passport.pdf (2)"])
    #expect(body.blobNames.map { $0.bytes.first } == [0x20, 0x10])
    #expect(try body.record(id).summary.user.hasPrefix("ada"))
  }
}
