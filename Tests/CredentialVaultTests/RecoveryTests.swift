// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing

@Suite("Recovery with the recovery key")
struct RecoveryTests {
  private static let another = "quartz violin meadow"

  /// Makes a vault with 300 records, more than one batch, and closes it. Returns the records and the recovery key.
  private func made(_ fixture: VaultFixture) async throws -> (records: Set<RecordIdentifier>, key: SharedSecret) {
    let new = try await CredentialVault.create(at: fixture.folder, passphrase: VaultFixture.secret(), environment: fixture.environment)
    for number in 0..<300 { try new.vault.add(.password(Sample.password(title: "Shop \(number)"))) }
    return (Set(try new.vault.summaries().map(\.id)), new.recoveryKey)
  }

  private func recover(_ vault: CredentialVault, _ key: SharedSecret, passphrase: String = another) async throws -> SharedSecret {
    try await vault.finish(try vault.beginRecovery(key.copy()), passphrase: VaultFixture.secret(passphrase))
  }

  @Test("opens everything under a new passphrase and revokes the old passphrase and the used key")
  func recovery() async throws {
    let fixture = VaultFixture()
    let (records, key) = try await made(fixture)
    let next: SharedSecret
    do {
      let vault = try fixture.open()
      next = try await recover(vault, key)
      #expect(vault.isUnlocked)
      #expect(Set(try vault.summaries().map(\.id)) == records)
      try vault.add(.password(Sample.password()))
    }
    let vault = try fixture.open()
    #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret()) } == .wrongPassphrase)
    try await vault.unlock(passphrase: VaultFixture.secret(Self.another))
    #expect(try vault.summaries().count == records.count + 1)
    for id in records.prefix(3) {
      guard case .password(let record) = try vault.record(id) else { throw CancellationError() }
      #expect(record.password.text == "open sesame")
    }
    #expect(code { _ = try vault.beginRecovery(key.copy()) } == .wrongRecoveryKey)
    let third = try await recover(vault, next, passphrase: "tulip anchor quarry")
    #expect(Set(try vault.summaries().map(\.id)).isSuperset(of: records))
    #expect(code { _ = try vault.beginRecovery(next.copy()) } == .wrongRecoveryKey)
    _ = try vault.beginRecovery(third.copy())
  }

  @Test("accepts the key in any case and grouping, distinguishes a typing error from another vault's key and changes nothing on failure")
  func typing() async throws {
    let (fixture, other) = (VaultFixture(), VaultFixture())
    let (_, key) = try await made(fixture)
    let foreign = try await CredentialVault.create(at: other.folder, passphrase: VaultFixture.secret(), environment: other.environment)
    let vault = try fixture.open()
    let before = try Data(contentsOf: fixture.file("vault.keys"))
    let typed = key.text.lowercased().replacing("-", with: " ")
    _ = try vault.beginRecovery(VaultFixture.secret(typed))
    let mistyped = (typed.hasPrefix("a") ? "b" : "a") + typed.dropFirst()
    #expect(code { _ = try vault.beginRecovery(VaultFixture.secret(mistyped)) } == .recoveryKeyMistyped)
    #expect(code { _ = try vault.beginRecovery(foreign.recoveryKey.copy()) } == .wrongRecoveryKey)
    #expect(await code { _ = try await recover(vault, key, passphrase: "") } == .passphraseEmpty)
    #expect(!vault.isUnlocked)
    #expect(try Data(contentsOf: fixture.file("vault.keys")) == before)
  }

  @Test("with a replaced key works, the old key does not, and the passphrase and the open vault stay valid")
  func replacing() async throws {
    let fixture = VaultFixture()
    let (records, key) = try await made(fixture)
    let next: SharedSecret
    do {
      let vault = try fixture.open()
      #expect(await code { _ = try await vault.replaceRecoveryKey(passphrase: VaultFixture.secret("wrong")) } == .wrongPassphrase)
      try await vault.unlock(passphrase: VaultFixture.secret())
      next = try await vault.replaceRecoveryKey(passphrase: VaultFixture.secret())
      try vault.add(.password(Sample.password()))
      #expect(code { _ = try vault.beginRecovery(key.copy()) } == .wrongRecoveryKey)
    }
    let vault = try fixture.open()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.summaries().count == records.count + 1)
    for summary in try vault.summaries().prefix(5) { _ = try vault.record(summary.id) }
    _ = try await recover(vault, next)
    #expect(try vault.summaries().count == records.count + 1)
  }

  @Test("reports a new key as missed until it is confirmed, and reports none if making it failed")
  func missed() async throws {
    let fixture = VaultFixture()
    let (_, key) = try await made(fixture)
    let vault = try fixture.open()
    #expect(vault.isRecoveryKeyMissed, "the vault was created, but its key may never have been shown")
    vault.recoveryKeyArrived()
    #expect(!vault.isRecoveryKeyMissed)
    #expect(await code { _ = try await vault.replaceRecoveryKey(passphrase: VaultFixture.secret(Self.another)) } == .wrongPassphrase)
    #expect(!vault.isRecoveryKeyMissed)
    let next = try await vault.replaceRecoveryKey(passphrase: VaultFixture.secret())
    #expect(vault.isRecoveryKeyMissed)
    #expect(code { _ = try vault.beginRecovery(key.copy()) } == .wrongRecoveryKey)
    vault.recoveryKeyArrived()
    _ = try await recover(vault, next)
    #expect(vault.isRecoveryKeyMissed)
  }

  @Test("makes no key if the task was cancelled or the vault was locked in the meantime", arguments: [false, true])
  func gone(locks: Bool) async throws {
    let fixture = VaultFixture()
    let (_, key) = try await made(fixture)
    let vault = try fixture.open()
    try await vault.unlock(passphrase: VaultFixture.secret())
    let recovery = try vault.beginRecovery(key.copy())
    for replaces in [true, false] {
      let act = Task { () throws -> SharedSecret in
        if replaces { return try await vault.replaceRecoveryKey(passphrase: VaultFixture.secret()) }
        return try await vault.finish(recovery, passphrase: VaultFixture.secret(Self.another))
      }
      // Locks repeatedly, so that one lock comes while the passphrase's key is derived.
      let locking = Task {
        while locks, !Task.isCancelled {
          vault.lock()
          await Task.yield()
        }
      }
      if !locks { act.cancel() }
      let refused = await code { _ = try await act.value }
      locking.cancel()
      #expect(refused == (locks ? .locked : .canceled))
    }
    // The user's recovery key is still valid.
    _ = try vault.beginRecovery(key.copy())
  }

  @Test("is atomic: a crash before the database change leaves the old keys, and one after it leaves the new keys")
  func crashes() async throws {
    let fixture = VaultFixture()
    let (records, key) = try await made(fixture)
    let before = try files(of: fixture)
    let next: SharedSecret
    do { next = try await recover(try fixture.open(), key) }
    let after = try files(of: fixture)
    let (formerKeys, newKeys) = (try #require(before["vault.keys"]), try #require(after["vault.keys"]))

    // Stopped before the database change: the next key file waits next to the current one, complete or truncated.
    for waiting in [newKeys, newKeys.prefix(100)] {
      let left = try survivor(before, keys: formerKeys, waiting: waiting)
      let vault = try left.open()
      try await vault.unlock(passphrase: VaultFixture.secret())
      #expect(try vault.summaries().count == records.count)
      #expect(!FileManager.default.fileExists(atPath: left.file("vault.keys.next").path))
      _ = try vault.beginRecovery(key.copy())
    }
    // Stopped after the database change, before the file was renamed.
    let left = try survivor(after, keys: formerKeys, waiting: newKeys)
    let vault = try left.open()
    #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret()) } == .wrongPassphrase)
    try await vault.unlock(passphrase: VaultFixture.secret(Self.another))
    #expect(Set(try vault.summaries().map(\.id)) == records)
    #expect(try Data(contentsOf: left.file("vault.keys")) == newKeys)
    _ = try vault.beginRecovery(next.copy())
  }

  @Test("is followed by a working passphrase change, and all records stay")
  func afterwards() async throws {
    let fixture = VaultFixture()
    let (records, key) = try await made(fixture)
    let vault = try fixture.open()
    _ = try await recover(vault, key)
    let begun = try await vault.beginPassphraseChange(VaultFixture.secret(Self.another))
    try await vault.finish(begun, passphrase: VaultFixture.secret("tulip anchor quarry"))
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret("tulip anchor quarry"))
    #expect(Set(try vault.summaries().map(\.id)) == records)
  }

  private func files(of fixture: VaultFixture) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in ["vault.keys", "vault.sqlite", "vault.sqlite-wal"] { files[name] = try? Data(contentsOf: fixture.file(name)) }
    return files
  }

  private func survivor(_ files: [String: Data], keys: Data, waiting: Data) throws -> VaultFixture {
    let survivor = VaultFixture()
    try FileManager.default.createDirectory(at: survivor.folder, withIntermediateDirectories: true)
    for (name, content) in files { try content.write(to: survivor.file(name)) }
    try keys.write(to: survivor.file("vault.keys"))
    try waiting.write(to: survivor.file("vault.keys.next"))
    return survivor
  }
}
