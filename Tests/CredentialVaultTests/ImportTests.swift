// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Synchronization
import Testing

/// Every vault costs a key derivation, so the tests run one after the other.
@Suite("An import", .serialized)
struct ImportTests {
  private func file(_ name: String, _ content: String) -> ImportBatch.File {
    ImportBatch.File(name: name, mediaType: "text/plain", content: SharedSecret(copying: content.utf8))
  }

  private func passwords(_ vault: CredentialVault) throws -> [String] {
    try vault.summaries().compactMap { summary in
      guard case .password(let record) = try vault.record(summary.id) else { return nil }
      return record.password.withBytes { String(decoding: $0, as: UTF8.self) }
    }.sorted()
  }

  @Test func `an import is stored and undone as a whole`() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let own = Sample.password(title: "Own", password: "mine")
    try vault.add(.password(own))
    try vault.annotate(own.id) { $0.note = SharedSecret(copying: "own note".utf8) }
    try vault.attach(Array("own file".utf8), named: "own.txt", to: own.id)
    let before = try vault.summaries()
    var merged = own
    merged.retire(own.password, at: fixture.clock.now)
    merged.password = SharedSecret(copying: "theirs".utf8)
    let batch = ImportBatch(
      additions: [
        ImportBatch.Addition(
          record: .password(Sample.password(title: "New", password: "new")), annotations: RecordAnnotations(isFavourite: true, tags: ["t"]),
          files: [file("a.txt", "first"), file("b.txt", String(repeating: "x", count: 200_000))]),
        ImportBatch.Addition(record: .note(Sample.note()), isTrashed: true),
      ],
      mergings: [
        ImportBatch.Merging(
          record: .password(merged), annotations: RecordAnnotations(tags: ["theirs"], note: SharedSecret(copying: "other".utf8)),
          files: [file("their.txt", "their file"), file("long.txt", String(repeating: "y", count: 200_000))])
      ])
    try vault.store(batch)
    #expect(try passwords(vault) == ["new", "theirs"])
    #expect(try vault.attachments(of: batch.additions[0].record.id).map(\.name).sorted() == ["a.txt", "b.txt"])
    #expect(try vault.attachments(of: own.id).count == 3)
    #expect(try vault.trashedSummaries().count == 1)
    #expect(try vault.lastImport()?.recordCount == 3)
    // This works after a lock and another unlock.
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.undoImport() == ImportUndoing(removed: 2, restored: 1, kept: 0, files: 2))
    #expect(try vault.summaries() == before)
    #expect(try passwords(vault) == ["mine"])
    #expect(try vault.annotations(of: own.id).tags.isEmpty)
    #expect(try vault.annotations(of: own.id).note?.withBytes { Array($0) } == Array("own note".utf8))
    #expect(try vault.attachments(of: own.id).map(\.name) == ["own.txt"])
    #expect(try vault.content(of: "own.txt", in: own.id) == Array("own file".utf8))
    #expect(try vault.undoImport() == nil && vault.lastImport() == nil)
    #expect(!FileManager.default.fileExists(atPath: fixture.file("import.undo").path))
    // The entries that it added are in the trash and can be restored completely. So can the files it had added to an entry, under the
    // entry's title.
    let trashed = try vault.trashedSummaries()
    let notes = trashed.filter { summary in !batch.additions.contains { $0.record.id == summary.id } }
    #expect(trashed.count == 3 && notes.map(\.title) == ["Own"])
    for note in notes {
      try vault.restore(note.id)
      #expect(try vault.attachments(of: note.id).map(\.name).sorted() == ["long.txt", "their.txt"])
      #expect(try vault.content(of: "their.txt", in: note.id) == Array("their file".utf8))
      #expect(try vault.content(of: "long.txt", in: note.id) == Array(repeating: UInt8(ascii: "y"), count: 200_000))
    }
    let new = batch.additions[0].record.id
    try vault.restore(new)
    #expect(try passwords(vault) == ["mine", "new"])
    #expect(try vault.annotations(of: new).tags == ["t"])
    #expect(try vault.content(of: "a.txt", in: new) == Array("first".utf8))
    #expect(vault.check(KeepingWork()).findings.isEmpty)
  }

  @Test func `undoing an import leaves entries that it added to the trash there, with their dates`() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    try vault.store(ImportBatch(additions: [ImportBatch.Addition(record: .note(Sample.note()), isTrashed: true)]))
    let before = try vault.trashedSummaries()
    fixture.clock.advance(by: 86_400)
    #expect(try vault.undoImport() == ImportUndoing(removed: 1, restored: 0, kept: 0))
    #expect(try vault.trashedSummaries() == before)
  }

  @Test func `an import encrypts and stores one record at a time`() async throws {
    let fixture = VaultFixture()
    let draws = SealingDraws()
    var environment = fixture.environment
    environment.makeGenerator = { draws.makeGenerator() }
    let vault = try await CredentialVault.create(at: fixture.folder, passphrase: VaultFixture.secret(), environment: environment).vault
    let records = (0..<20).map { Sample.password(title: "Shop \($0)") }
    try vault.add(contentsOf: records.map { .password($0) })
    let batch = ImportBatch(
      additions: (0..<20).map { ImportBatch.Addition(record: .password(Sample.password(title: "New \($0)"))) },
      mergings: records.map { ImportBatch.Merging(record: .password($0), annotations: RecordAnnotations(tags: ["theirs"])) })
    draws.begin()
    try vault.store(batch)
    // Each record is encrypted with its own generator, after one more draw for the record before it.
    let seen = draws.seen
    #expect(seen.count == 41)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `undoing an import keeps entries that were changed after it`() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let (kept, gone) = (Sample.password(title: "Kept", password: "kept"), Sample.password(title: "Gone", password: "gone"))
    try vault.store(ImportBatch(additions: [kept, gone].map { ImportBatch.Addition(record: .password($0)) }))
    try vault.annotate(kept.id) { $0.isFavourite = true }
    #expect(try vault.undoImport() == ImportUndoing(removed: 1, restored: 0, kept: 1))
    #expect(try vault.summaries().map(\.title) == ["Kept"])
  }

  @Test func `undoing an import keeps a record whose previous content is unreadable`() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let own = Sample.password(title: "Own")
    try vault.store(ImportBatch(additions: [ImportBatch.Addition(record: .password(own))]))
    // One entry, whose previous content was not written by any version of this vault.
    let numbers: [UInt64] = [0, 1]
    let former = Array("of a newer version".utf8)
    let bytes =
      numbers.flatMap(Self.bytes) + Array(own.id.bytes) + Self.bytes(1) + Self.bytes(UInt64(former.count)) + former
    let journal = try #require(ImportJournal(decoding: SharedSecret(copying: bytes)))
    #expect(try vault.undoImport(by: journal) == ImportUndoing(removed: 0, restored: 0, kept: 1))
    #expect(try vault.summaries().map(\.title) == ["Own"])
  }

  private static func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  @Test func `an import that cannot be stored changes nothing, and the previous one can still be undone`() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    try vault.store(ImportBatch(additions: [ImportBatch.Addition(record: .password(Sample.password(title: "First")))]))
    let long = NoteRecord(id: Sample.id(), title: "Long", text: SharedSecret(SecretBytes(byteCount: 70_000)))
    let batch = ImportBatch(additions: [
      ImportBatch.Addition(record: .password(Sample.password(title: "Second"))), ImportBatch.Addition(record: .note(long)),
    ])
    #expect(throws: CredentialVaultError(.recordTooLong)) { try vault.store(batch) }
    #expect(try vault.summaries().map(\.title) == ["First"])
    #expect(try vault.undoImport() == ImportUndoing(removed: 1, restored: 0, kept: 0))
  }

  @Test func `only the last import can be undone, and only with an unaltered journal`() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    for title in ["First", "Second"] {
      try vault.store(ImportBatch(additions: [ImportBatch.Addition(record: .password(Sample.password(title: title)))]))
    }
    let journal = try Data(contentsOf: fixture.file("import.undo"))
    #expect(journal.range(of: Data("Second".utf8)) == nil && journal.range(of: Data("open sesame".utf8)) == nil)
    var altered = journal
    altered[altered.count - 1] ^= 1
    try altered.write(to: fixture.file("import.undo"))
    #expect(try vault.undoImport() == nil)
    try journal.write(to: fixture.file("import.undo"))
    #expect(try vault.undoImport() == ImportUndoing(removed: 1, restored: 0, kept: 0))
    #expect(try vault.summaries().map(\.title) == ["First"])
  }
}

/// Counts the draws from the transaction's generator, which is made first, whenever another generator is made.
private final class SealingDraws: Sendable {
  private struct Generator: RandomNumberGenerator {
    let draws: SealingDraws

    func next() -> UInt64 {
      draws.state.withLock { $0.count += 1 }
      var system = SystemRandomNumberGenerator()
      return system.next()
    }
  }

  private let state = Mutex((isWanted: false, count: 0, seen: [Int]()))

  /// The number of draws from it when each of the others was made.
  var seen: [Int] { state.withLock { $0.seen } }

  func begin() { state.withLock { $0 = (true, 0, []) } }

  func makeGenerator() -> any RandomNumberGenerator {
    let isFirst = state.withLock { state in
      if state.isWanted {
        state.isWanted = false
        return true
      }
      state.seen.append(state.count)
      return false
    }
    return isFirst ? Generator(draws: self) : SystemRandomNumberGenerator()
  }
}
