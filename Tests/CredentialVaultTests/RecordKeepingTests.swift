// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import OneTimeCodes
import SecretMemory
import Testing

@Suite("The vault's records")
struct RecordKeepingTests {
  @Test("of every kind are returned as they were stored, even after locking and reopening")
  func roundTrip() async throws {
    let fixture = VaultFixture()
    let login = Sample.password()
    let codes = try Sample.codes(login: login.id)
    let counter = try Sample.codes(form: .counterBased(counter: 41))
    let steam = try Sample.codes(form: .steam)
    let passkey = Sample.passkey()
    do {
      let vault = try await fixture.create()
      #expect(vault.isUnlocked)
      for record: CredentialRecord in [
        .password(login), .oneTimeCode(codes), .oneTimeCode(counter), .oneTimeCode(steam), .passkey(passkey),
      ] {
        try vault.add(record)
      }
      vault.lock()
      #expect(!vault.isUnlocked)
      #expect(code { _ = try vault.summaries() } == .locked)
      #expect(code { _ = try vault.record(login.id) } == .locked)
      #expect(code { try vault.add(.password(Sample.password())) } == .locked)
    }
    let vault = try fixture.open()
    #expect(!vault.isUnlocked)
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(Set(try vault.summaries().map(\.id)) == [login.id, codes.id, counter.id, steam.id, passkey.id])

    guard case .password(let readLogin) = try vault.record(login.id) else { throw CancellationError() }
    #expect(readLogin.password.text == "open sesame")
    #expect(CredentialRecord.password(readLogin).summary == CredentialRecord.password(login).summary)
    for original in [codes, counter, steam] {
      guard case .oneTimeCode(let read) = try vault.record(original.id) else { throw CancellationError() }
      #expect(constantTimeEquals(read.parameters.secret, original.parameters.secret))
      #expect(read.parameters.form == original.parameters.form)
      #expect(read.parameters.algorithm == original.parameters.algorithm)
      #expect(read.parameters.digits == original.parameters.digits)
      #expect(CredentialRecord.oneTimeCode(read).summary == CredentialRecord.oneTimeCode(original).summary)
    }
    guard case .passkey(let readPasskey) = try vault.record(passkey.id) else { throw CancellationError() }
    #expect(constantTimeEquals(readPasskey.privateKey, passkey.privateKey))
    #expect(readPasskey.displayName == "Ada L.")
    #expect(readPasskey.algorithm == -7)
    #expect(readPasskey.backupEligible)
    #expect(!readPasskey.backupState)
    #expect(readPasskey.created == passkey.created)
    #expect(CredentialRecord.passkey(readPasskey).summary == CredentialRecord.passkey(passkey).summary)
  }

  @Test("can be replaced, moved to the trash and restored")
  func lifeOfARecord() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let id = Sample.id()
    try vault.add(.password(Sample.password(id)))
    #expect(code { try vault.add(.password(Sample.password(id))) } == .recordExists)
    var changed = Sample.password(id, title: "New shop", password: "changed")
    changed.services = Array(Sample.services.reversed().dropLast()) + [ServiceIdentifier(kind: .app, text: "org.example.Shop")]
    try vault.replace(.password(changed))
    #expect(try vault.summaries() == [CredentialRecord.password(changed).summary])
    guard case .password(let read) = try vault.record(id) else { throw CancellationError() }
    #expect(read.password.text == "changed")
    #expect(read.services == changed.services)

    try vault.moveToTrash(id)
    #expect(try vault.summaries().isEmpty)
    #expect(try vault.trashedSummaries().map(\.id) == [id])
    #expect(try vault.record(id).id == id)
    try vault.restore(id)
    #expect(try vault.summaries().map(\.id) == [id])
    #expect(try vault.trashedSummaries().isEmpty)

    #expect(code { try vault.replace(.password(Sample.password())) } == .noSuchRecord)
    #expect(code { try vault.moveToTrash(Sample.id()) } == .noSuchRecord)
    #expect(code { _ = try vault.record(Sample.id()) } == .noSuchRecord)
    #expect(code { try vault.replace(.passkey(Sample.passkey(id))) } == .writeOnce)
  }

  @Test("of passkeys keep their PRF and protection and gain neither later")
  func passkeyExtensionsAreWriteOnce() async throws {
    let vault = try await VaultFixture().create()
    let (plain, extended) = (Sample.id(), Sample.id())
    try vault.add(.passkey(Sample.passkey(plain)))
    try vault.add(.passkey(Sample.passkey(extended, protection: 2, prf: true)))
    #expect(code { try vault.replace(.passkey(Sample.passkey(plain, prf: true))) } == .writeOnce)
    #expect(code { try vault.replace(.passkey(Sample.passkey(plain, protection: 3))) } == .writeOnce)
    #expect(code { try vault.replace(.passkey(Sample.passkey(extended, protection: 1))) } == .writeOnce)
    try vault.replace(.passkey(Sample.passkey(extended, userName: "ada.l", protection: 2)))
    guard case .passkey(let record) = try vault.record(extended) else { throw CancellationError() }
    #expect(record.pseudoRandomFunction != nil && record.userName == "ada.l")
  }

  @Test("of passkeys hold one large blob, which replaces the previous one, and other kinds hold none")
  func largeBlobs() async throws {
    let vault = try await VaultFixture().create()
    let (passkey, password) = (Sample.id(), Sample.id())
    try vault.add(.passkey(Sample.passkey(passkey, prf: true)))
    try vault.add(.password(Sample.password(password)))
    func blob() throws -> String? {
      guard case .passkey(let record) = try vault.record(passkey) else { throw CancellationError() }
      #expect(record.pseudoRandomFunction != nil)
      return record.largeBlob?.text
    }
    #expect(try blob() == nil)
    for text in ["first", "second", ""] {
      try vault.keep(SharedSecret(copying: text.utf8), besidePasskey: passkey)
      #expect(try blob() == text)
    }
    #expect(code { try vault.keep(SharedSecret(copying: []), besidePasskey: password) } == .writeOnce)
    #expect(code { try vault.keep(SharedSecret(copying: []), besidePasskey: Sample.id()) } == .noSuchRecord)
    try vault.moveToTrash(passkey)
    #expect(code { try vault.keep(SharedSecret(copying: []), besidePasskey: passkey) } == .noSuchRecord)
  }

  @Test("of passkeys may change their names but never their key")
  func passkeysAreWriteOnce() async throws {
    let vault = try await VaultFixture().create()
    let id = Sample.id()
    try vault.add(.passkey(Sample.passkey(id)))
    try vault.replace(.passkey(Sample.passkey(id, userName: "ada.l")))
    #expect(try vault.summaries().first?.user == "ada.l")
    #expect(code { try vault.replace(.passkey(Sample.passkey(id, key: [UInt8](repeating: 8, count: 32)))) } == .writeOnce)
    guard case .passkey(let read) = try vault.record(id) else { throw CancellationError() }
    #expect(read.privateKey.withBytes { $0.allSatisfy { $0 == 7 } })
  }

  @Test("are superseded by a new passkey in one step or not at all")
  func superseding() async throws {
    let vault = try await VaultFixture().create()
    let old = Sample.passkey()
    let new = Sample.passkey()
    try vault.add(.passkey(old))
    #expect(code { try vault.add(.passkey(new), superseding: [old.id, Sample.id()]) } == .noSuchRecord)
    #expect(try vault.summaries().map(\.id) == [old.id])
    try vault.add(.passkey(new), superseding: [old.id])
    #expect(try vault.summaries().map(\.id) == [new.id])
    #expect(try vault.trashedSummaries().map(\.id) == [old.id])
  }

  @Test("above 64 KiB are refused, and the old version stays")
  func tooLong() async throws {
    let vault = try await VaultFixture().create()
    let id = Sample.id()
    try vault.add(.password(Sample.password(id)))
    let long = String(repeating: "x", count: 66_000)
    #expect(code { try vault.replace(.password(Sample.password(id, password: long))) } == .recordTooLong)
    #expect(code { try vault.add(.password(Sample.password(password: long))) } == .recordTooLong)
    guard case .password(let read) = try vault.record(id) else { throw CancellationError() }
    #expect(read.password.text == "open sesame")
    #expect(try vault.summaries().count == 1)
  }

  @Test("are read again if the index is missing, outdated or altered")
  func indexRebuild() async throws {
    let fixture = VaultFixture()
    let first = Sample.password()
    let second = Sample.password(title: "Second")
    let index = fixture.file("index.sealed")
    do {
      let vault = try await fixture.create()
      try vault.add(.password(first))
      vault.lock()
      let stale = try Data(contentsOf: index)
      try await vault.unlock(passphrase: VaultFixture.secret())
      try vault.add(.password(second))
      try vault.moveToTrash(first.id)
      vault.lock()
      let current = try Data(contentsOf: index)
      for damage in [stale, current.dropLast(), current.prefix(27), Data(), Data(current.reversed())] {
        try damage.write(to: index)
        try await vault.unlock(passphrase: VaultFixture.secret())
        #expect(try vault.summaries().map(\.id) == [second.id])
        #expect(try vault.trashedSummaries().map(\.id) == [first.id])
        vault.lock()
      }
      try FileManager.default.removeItem(at: index)
    }
    let vault = try fixture.open()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.summaries().map(\.id) == [second.id])
  }
}
