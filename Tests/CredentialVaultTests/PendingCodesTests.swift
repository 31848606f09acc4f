// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory
import Testing

@Suite("Codes that wait for confirmation")
struct PendingCodesTests {
  private let fixture = VaultFixture()

  private static func parameters(_ secret: String) throws -> OneTimeCodeParameters {
    try OneTimeCodeParameters(secret: SharedSecret(copying: secret.utf8))
  }

  private func codes(_ secret: String, replacing: [RecordIdentifier]? = nil) throws -> OneTimeCodeRecord {
    OneTimeCodeRecord(
      id: Sample.id(), services: Sample.services, title: "Shop", account: "ada", parameters: try Self.parameters(secret),
      added: fixture.clock.now, pending: replacing.map { PendingSetup(since: fixture.clock.now, replaces: $0) })
  }

  private func stored(_ id: RecordIdentifier, in vault: CredentialVault) throws -> OneTimeCodeRecord {
    guard case .oneTimeCode(let record) = try vault.record(id) else { throw CancellationError() }
    return record
  }

  @Test("leave the codes that they will replace in use until they are confirmed, even after reopening")
  func waiting() async throws {
    let (old, new) = try {
      let old = try codes("old")
      return (old, try codes("new", replacing: [old.id]))
    }()
    do {
      let vault = try await fixture.create()
      try vault.add(.oneTimeCode(old))
      fixture.clock.advance(by: 60)
      try vault.add(.oneTimeCode(new))
      vault.lock()
    }
    // The first round reads the sealed index and the second the records.
    for isIndexThere in [true, false] {
      if !isIndexThere { try FileManager.default.removeItem(at: fixture.file("index.sealed")) }
      let vault = try fixture.open()
      try await vault.unlock(passphrase: VaultFixture.secret())
      let summaries = try vault.summaries()
      #expect(Set(summaries.map(\.id)) == [old.id, new.id])
      #expect(summaries.first { $0.id == old.id }?.pending == nil)
      #expect(summaries.first { $0.id == new.id }?.pending?.replaces == [old.id])
    }
  }

  @Test("move the replaced codes to the trash when confirmed, and add their parameters to the history, oldest first")
  func confirming() async throws {
    let vault = try await fixture.create()
    var old = try codes("second")
    old.history = [RetiredParameters(parameters: try Self.parameters("first"), retired: fixture.clock.now)]
    try vault.add(.oneTimeCode(old))
    let new = try codes("third", replacing: [old.id])
    try vault.add(.oneTimeCode(new))
    fixture.clock.advance(by: 3600)
    let confirmed = try vault.confirmCodes(new.id)
    let read = try stored(new.id, in: vault)
    for record in [confirmed, read] {
      #expect(record.pending == nil)
      #expect(record.history.map(\.parameters.secret.text) == ["first", "second"])
      #expect(record.history.last?.retired == fixture.clock.now)
    }
    #expect(try vault.summaries().map(\.id) == [new.id])
    #expect(try vault.trashedSummaries().map(\.id) == [old.id])
    #expect(try vault.trashedSummaries().first?.trashed == fixture.clock.now)
    #expect(code { try vault.confirmCodes(new.id) } == .notPending)
  }

  @Test("set up twice for the same codes keep all others in the history of the one confirmed last")
  func replacedTwice() async throws {
    let vault = try await fixture.create()
    let old = try codes("old")
    try vault.add(.oneTimeCode(old))
    fixture.clock.advance(by: 1)
    let first = try codes("first link", replacing: [old.id])
    try vault.add(.oneTimeCode(first))
    fixture.clock.advance(by: 1)
    let second = try codes("second link", replacing: [old.id, first.id])
    try vault.add(.oneTimeCode(second))
    try vault.confirmCodes(first.id)
    #expect(Set(try vault.summaries().map(\.id)) == [first.id, second.id])
    let last = try vault.confirmCodes(second.id)
    // The oldest codes are already in the trash and are included through those that replaced them.
    #expect(last.history.map(\.parameters.secret.text) == ["old", "first link"])
    #expect(try vault.summaries().map(\.id) == [second.id])
    #expect(Set(try vault.trashedSummaries().map(\.id)) == [old.id, first.id])
  }

  @Test("change nothing else when discarded, and can be confirmed even if the codes that they replace are gone")
  func discarding() async throws {
    let vault = try await fixture.create()
    let old = try codes("old")
    try vault.add(.oneTimeCode(old))
    let discarded = try codes("a", replacing: [old.id])
    let kept = try codes("b", replacing: [old.id, Sample.id()])
    try vault.add(.oneTimeCode(discarded))
    try vault.add(.oneTimeCode(kept))
    try vault.moveToTrash(discarded.id)
    #expect(code { try vault.confirmCodes(discarded.id) } == .noSuchRecord)
    try vault.moveToTrash(old.id)
    #expect(try vault.confirmCodes(kept.id).history.isEmpty)
    #expect(try vault.summaries().map(\.id) == [kept.id])
    // Nothing is erased.
    #expect(try stored(old.id, in: vault).parameters.secret.text == "old")
    try vault.restore(old.id)
    #expect(Set(try vault.summaries().map(\.id)) == [kept.id, old.id])
    #expect(try vault.summaries().allSatisfy { $0.trashed == nil })
  }

  @Test("are confirmed completely or not at all, wherever a crash cuts the write")
  func cutConfirmation() async throws {
    let vault = try await fixture.create()
    let old = try codes("old")
    let new = try codes("new", replacing: [old.id])
    try vault.add(.oneTimeCode(old))
    try vault.add(.oneTimeCode(new))
    let before = try Data(contentsOf: fixture.file("vault.sqlite-wal")).count
    try vault.confirmCodes(new.id)
    let log = try Data(contentsOf: fixture.file("vault.sqlite-wal"))
    var outcomes: Set<Bool> = []
    for step in 0...10 {
      let survivor = VaultFixture()
      try FileManager.default.createDirectory(at: survivor.folder, withIntermediateDirectories: true)
      for name in ["vault.keys", "vault.sqlite"] { try FileManager.default.copyItem(at: fixture.file(name), to: survivor.file(name)) }
      try log.prefix(before + (log.count - before) * step / 10).write(to: survivor.file("vault.sqlite-wal"))
      let next = try survivor.open()
      try await next.unlock(passphrase: VaultFixture.secret())
      let record = try stored(new.id, in: next)
      let isConfirmed = record.pending == nil
      #expect(record.history.isEmpty != isConfirmed)
      #expect(try next.trashedSummaries().map(\.id) == (isConfirmed ? [old.id] : []))
      outcomes.insert(isConfirmed)
    }
    #expect(outcomes == [false, true])
  }

  @Test("are confirmed once, and no use of a counter is lost, under concurrent calls")
  func together() async throws {
    let vault = try await fixture.create()
    let old = try codes("old")
    var new = try codes("new", replacing: [old.id])
    new.parameters = try OneTimeCodeParameters(secret: new.parameters.secret, form: .counterBased(counter: 0))
    try vault.add(.oneTimeCode(old))
    try vault.add(.oneTimeCode(new))
    let id = new.id
    let (used, confirmations) = await withTaskGroup(of: (String?, Bool).self) { group in
      for number in 0..<32 {
        group.addTask {
          if number.isMultiple(of: 2) { return (try? vault.useCodes(id).parameters.code(at: Date()).text, false) }
          return (nil, (try? vault.confirmCodes(id)) != nil)
        }
      }
      return await group.reduce(into: ([String](), 0)) { result, one in
        if let code = one.0 { result.0.append(code) }
        if one.1 { result.1 += 1 }
      }
    }
    #expect(Set(used).count == 16)
    #expect(confirmations == 1)
    let last = try stored(id, in: vault)
    #expect(last.parameters.form == .counterBased(counter: 16))
    #expect(last.pending == nil && last.history.count == 1)
  }

  @Test("keep the parameters that an edit replaces")
  func edits() async throws {
    let vault = try await fixture.create()
    let record = try codes("old")
    try vault.add(.oneTimeCode(record))
    let now = fixture.clock.now
    let successor = try Self.parameters("new")
    try vault.updateCodes(record.id) { $0.retireParameters(for: successor, at: now) }
    let read = try stored(record.id, in: vault)
    #expect(read.parameters.secret.text == "new" && read.history.map(\.parameters.secret.text) == ["old"])

    let login = Sample.password()
    try vault.add(.password(login))
    #expect(code { try vault.updatePassword(record.id) { _ in } } == .writeOnce)
    #expect(code { try vault.updateCodes(login.id) { _ in } } == .writeOnce)
    #expect(code { try vault.updateCodes(Sample.id()) { _ in } } == .noSuchRecord)
  }

  @Test("are added together or not at all")
  func addingSeveral() async throws {
    let vault = try await fixture.create()
    let first = try codes("a")
    try vault.add(.oneTimeCode(first))
    let others = try (0..<3).map { try codes("\($0)") }
    #expect(code { try vault.add(contentsOf: (others + [first]).map(CredentialRecord.oneTimeCode)) } == .recordExists)
    #expect(try vault.summaries().count == 1)
    try vault.add(contentsOf: others.map(CredentialRecord.oneTimeCode))
    #expect(try vault.summaries().count == 4)
  }
}
