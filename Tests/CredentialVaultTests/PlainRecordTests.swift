// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import GRDB
import SecretMemory
import SyncModel
import Testing

/// Every vault costs a key derivation, so the tests run one after the other.
@Suite("Notes, cards and identities in the vault", .serialized)
struct PlainRecordTests {
  private let fixture = VaultFixture()

  private static func secret(_ text: String) -> SharedSecret { SharedSecret(copying: text.utf8) }

  private static let records: [CredentialRecord] = [
    .note(Sample.note()), .card(Sample.card()), .identity(Sample.person()),
  ]

  @Test("survive unlocking, from the index and from the records, and are found by their visible details but not by secrets")
  func finding() async throws {
    let vault = try await fixture.create()
    try vault.add(contentsOf: Self.records)
    try vault.annotate(Self.records[1].id) { $0.add(tag: "holidays") }
    for isRebuilt in [false, true] {
      vault.lock()
      if isRebuilt { try FileManager.default.removeItem(at: fixture.file("index.sealed")) }
      try await vault.unlock(passphrase: VaultFixture.secret())
      func found(_ text: String) throws -> [CredentialKind] {
        try vault.search(CredentialSearch(text, forgives: false)).summaries(atMost: 9).map(\.kind)
      }
      #expect(try vault.summaries().map(\.kind) == [.note, .identity, .card])
      #expect(try vault.summaries().map(\.user) == ["", "ada Lovelace", "ada lovelace"])
      #expect(try vault.summary(of: Self.records[1].id)?.about == ["Visa", "Example Bank"])
      #expect(try found("visa") == [.card] && found("example bank") == [.card] && found("holidays") == [.card])
      #expect(try found("engines.example") == [.identity] && found("heizung") == [.note])
      #expect(try Set(found("lovelace")) == [.card, .identity])
      for secret in ["4111", "1111", "737", "2580", "533380006", "zeile"] { #expect(try found(secret) == []) }
      #expect(try vault.counts() == [.note: 1, .card: 1, .identity: 1])
      #expect(try vault.search(CredentialSearch("", among: .fillable)).count == 0)
      #expect(try vault.search(CredentialSearch("lovelace", kind: .card)).count == 1)
      #expect(try vault.search(CredentialSearch("lovelace", kind: .card, among: .fillable)).count == 0)
    }
    guard case .note(let note) = try vault.record(Self.records[0].id), case .card(let card) = try vault.record(Self.records[1].id),
      case .identity(let person) = try vault.record(Self.records[2].id)
    else { throw CancellationError() }
    #expect(note.text.text == "Zeile 1\nZeile 2")
    #expect([card.number, card.securityCode, card.pin].map(\.?.text) == ["4111111111111111", "737", "2580"])
    #expect(card.expires == CardMonth(year: 2029, month: 8) && card.validFrom == CardMonth(year: 2024, month: 9))
    #expect(person.emails == Sample.person().emails && person.addresses == Sample.person().addresses)
    #expect(person.documents.map(\.label) == ["Passport", "ID card"] && person.documents.map(\.number.text) == ["533380006", "L01X00T47"])
    #expect(person.birthday == CalendarDay(year: 1815, month: 12, day: 10))
  }

  @Test("move to the trash and back, can be replaced, and keep their kind")
  func keeping() async throws {
    let vault = try await fixture.create()
    try vault.add(contentsOf: Self.records)
    for record in Self.records {
      try vault.moveToTrash(record.id)
      #expect(try vault.trashedSummaries().map(\.id) == [record.id])
      #expect(code { try vault.updatePlain(record.id) { _ in } } == .noSuchRecord)
      try vault.restore(record.id)
      #expect(try vault.summaries().count == 3)
    }
    var card = Sample.card(Self.records[1].id)
    (card.pin, card.expires, card.bank) = (nil, nil, "Other Bank")
    try vault.replace(.card(card))
    guard case .card(let replaced) = try vault.record(card.id) else { throw CancellationError() }
    #expect(replaced.pin == nil && replaced.expires == nil && replaced.securityCode?.text == "737")
    #expect(try vault.search(CredentialSearch("other bank")).count == 1)
    #expect(code { try vault.replace(.note(Sample.note(card.id))) } == .writeOnce)
    #expect(code { try vault.updatePlain(card.id) { $0 = .note(Sample.note(card.id)) } } == .writeOnce)
    let login = Sample.password()
    try vault.add(.password(login))
    #expect(code { try vault.updatePlain(login.id) { _ in } } == .writeOnce)
  }

  @Test("keep a note's previous texts, at most the newest twenty and only as many as fit")
  func history() throws {
    var note = Sample.note()
    note.replaceText(with: note.text, at: .now)
    #expect(note.history.isEmpty)
    for number in 0..<25 { note.replaceText(with: Self.secret("text \(number)"), at: Date(timeIntervalSince1970: Double(number))) }
    #expect(note.history.count == NoteRecord.mostHistory)
    #expect(note.history.first?.text.text == "text 4" && note.history.last?.text.text == "text 23" && note.text.text == "text 24")
    note.replaceText(with: Self.secret(String(repeating: "x", count: NoteRecord.mostHistoryBytes)), at: .now)
    note.replaceText(with: Self.secret("short"), at: .now)
    #expect(note.history.count == 1 && note.history.first?.text.byteCount == NoteRecord.mostHistoryBytes)
    note.replaceText(with: Self.secret("shorter"), at: .now)
    #expect(note.history.map(\.text.text) == ["short"])
  }

  @Test("change one value without a new stamp for the others, so that two devices can each change one")
  func stamps() throws {
    let device = try #require(DeviceIdentifier([UInt8](repeating: 1, count: 16)))
    let (first, second) = (FieldStamp(time: 1, device: device), FieldStamp(time: 2, device: device))
    var card = Sample.card()
    var body = RecordBody(kind: CredentialKind.card.rawValue)
    body.write(.card(card), stamp: first)
    card.pin = Self.secret("1379")
    body.write(.card(card), stamp: second)
    #expect(body.fields.filter { $0.value.stamp == second }.map(\.key) == [45])
    var person = Sample.person()
    body = RecordBody(kind: CredentialKind.identity.rawValue)
    body.write(.identity(person), stamp: first)
    person.emails.removeFirst()
    body.write(.identity(person), stamp: second)
    #expect(body.fields.filter { $0.value.stamp == second }.map(\.key) == [64])
    guard case .identity(let read) = try body.record(person.id) else { throw CancellationError() }
    #expect(read.emails.map(\.label) == ["work"])
  }

  @Test("of an unknown kind keep their bytes and are reported as newer, not as damaged")
  func newerKind() async throws {
    let damaged = try await DamagedVault(records: 1)
    let name = Sample.id()
    let stored = try Self.storeUnknownKind(as: name, in: damaged)
    let vault = try await damaged.unlocked()
    #expect(try vault.unavailableRecords() == (tooNew: 1, damaged: 0))
    #expect(try vault.summaries().count == 1)
    #expect(code { _ = try vault.record(name) } == .recordTooNew)
    #expect(code { try vault.annotate(name) { _ in } } == .recordTooNew)
    #expect(code { try vault.updatePlain(name) { _ in } } == .recordTooNew)
    #expect(vault.check().findings.map(\.problem) == [.tooNew])
    try vault.add(.note(Sample.note()))
    vault.retire()
    #expect(try damaged.row(of: name) == stored)
  }

  /// Stores what a newer version would, with the vault's own keys.
  private static func storeUnknownKind(as name: RecordIdentifier, in vault: DamagedVault) throws -> [UInt8] {
    let vector = try #require(try RecordContentTests.Case.load().first { $0.id == "unknown-kind" })
    let encoded = [UInt8](try Data(contentsOf: vault.fixture.file("vault.keys")))
    guard case .map(let keys) = try CBORDecoder(profile: .rfc8949).decode(encoded), case .bytes(let account)? = keys[.unsigned(2)],
      case .bytes(let device)? = keys[.unsigned(3)], case .map(let slot)? = keys[.unsigned(4)],
      case .array(let epochs)? = keys[.unsigned(7)], case .array(let epoch)? = epochs.first, case .bytes(let wrapped) = epoch[1]
    else { throw CancellationError() }
    let (ownAccount, ownDevice) = (try #require(AccountIdentifier(account)), try #require(DeviceIdentifier(device)))
    let root = try PassphraseSlot(fields: slot).open(passphrase: VaultFixture.secret(), device: ownDevice)
    let key = try root.unwrapEpochKey(wrapped, epoch: 1, account: ownAccount, device: ownDevice)
    var generator = SystemRandomNumberGenerator()
    let facts = RecordFacts(
      purpose: .record, account: ownAccount, record: try #require(RecordName(name.bytes)), revision: 1, author: ownDevice, clock: 1 << 16,
      schema: 1)
    let envelope = try key.seal(SecretBytes(copying: vector.bytes), as: facts, using: &generator)
    try vault.alter(
      "INSERT INTO record (name, revision, wrap, body) VALUES (?, 1, ?, ?)", [Data(name.bytes), Data(envelope.wrap), Data(envelope.body)])
    try FileManager.default.removeItem(at: vault.fixture.file("index.sealed"))
    return envelope.body
  }
}

extension DamagedVault {
  /// The stored body of a record in the closed vault's database.
  fileprivate func row(of id: RecordIdentifier) throws -> [UInt8] {
    let queue = try DatabaseQueue(path: fixture.file("vault.sqlite").path)
    let body = try queue.read { try Data.fetchOne($0, sql: "SELECT body FROM record WHERE name = ?", arguments: [Data(id.bytes)]) }
    try queue.close()
    return [UInt8](try #require(body))
  }
}
