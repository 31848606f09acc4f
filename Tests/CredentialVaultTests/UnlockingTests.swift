// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import Foundation
import SecretMemory
import Testing

@Suite("Creating and unlocking a vault")
struct UnlockingTests {
  @Test("reports a wrong passphrase, delays attempts after three and resets the count after the right one")
  func attempts() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    vault.lock()
    for _ in 0..<3 {
      #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret("wrong")) } == .wrongPassphrase)
    }
    #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret()) } == .tooManyAttempts)
    do {
      try await vault.verify(passphrase: VaultFixture.secret())
    } catch {
      #expect(error.retryAfter == fixture.clock.now.addingTimeInterval(2))
    }
    fixture.clock.advance(by: 2)
    #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret("wrong")) } == .wrongPassphrase)
    fixture.clock.advance(by: 3.9)
    #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret()) } == .tooManyAttempts)
    fixture.clock.advance(by: 0.1)
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(vault.isUnlocked)
    #expect(await code { try await vault.verify(passphrase: VaultFixture.secret("wrong")) } == .wrongPassphrase)
    try await vault.verify(passphrase: VaultFixture.secret())
    #expect(vault.isUnlocked)
  }

  @Test("does not wait longer if the clock was set back in the meantime")
  func clockSetBack() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    vault.lock()
    for _ in 0..<3 {
      #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret("wrong")) } == .wrongPassphrase)
    }
    fixture.clock.advance(by: -86_400)
    #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret()) } == .tooManyAttempts)
    fixture.clock.advance(by: 2)
    try await vault.unlock(passphrase: VaultFixture.secret())
  }

  @Test("does not happen by verifying a passphrase")
  func verifying() async throws {
    let vault = try await VaultFixture().create()
    vault.lock()
    try await vault.verify(passphrase: VaultFixture.secret())
    #expect(!vault.isUnlocked)
  }

  @Test("accepts the passphrase in any Unicode normalisation form and refuses one that is not UTF-8")
  func normalisation() async throws {
    let fixture = VaultFixture()
    let vault = try await CredentialVault.create(
      at: fixture.folder, passphrase: VaultFixture.secret("Caf\u{e9}"), environment: fixture.environment
    ).vault
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret("Cafe\u{301}"))
    #expect(await code { try await vault.verify(passphrase: SecretBytes(copying: [0xFF])) } == .passphraseNotUTF8)
    // This is not a guess, so it uses up none of the free attempts.
    for _ in 0..<5 { _ = await code { try await vault.verify(passphrase: SecretBytes(copying: [0xFF])) } }
    try await vault.verify(passphrase: VaultFixture.secret("Caf\u{e9}"))
  }

  @Test("is refused if the slot, the keys or the log were altered or come from another vault")
  func tampering() async throws {
    let fixture = VaultFixture()
    let other = VaultFixture()
    for each in [fixture, other] { try await each.create().lock() }
    let keys = try Data(contentsOf: fixture.file("vault.keys"))
    func outcome(_ name: String, _ content: Data) async throws -> CredentialVaultError.Code? {
      try content.write(to: fixture.file(name))
      return await code { try await fixture.open().unlock(passphrase: VaultFixture.secret()) }
    }
    // Another vault's key file opens with its passphrase but does not match this membership log.
    #expect(try await outcome("vault.keys", Data(contentsOf: other.file("vault.keys"))) == .tampered)
    var refusals: Set<CredentialVaultError.Code?> = []
    for position in stride(from: 0, to: keys.count, by: 17) {
      var altered = keys
      altered[position] ^= 1
      refusals.insert(try await outcome("vault.keys", altered))
    }
    #expect(!refusals.contains(nil))
    #expect(refusals.isSubset(of: [.tampered, .damaged, .wrongPassphrase, .tooNew]))
    #expect(try await outcome("vault.keys", keys) == nil)
    try FileManager.default.removeItem(at: fixture.file("vault.sqlite"))
    #expect(try await outcome("vault.sqlite", Data(contentsOf: other.file("vault.sqlite"))) == .tampered)
  }

  @Test("returns a recovery key of 14 groups that differs for each vault")
  func recoveryKey() async throws {
    var keys: Set<String> = []
    for _ in 0..<2 {
      let fixture = VaultFixture()
      let new = try await CredentialVault.create(at: fixture.folder, passphrase: VaultFixture.secret(), environment: fixture.environment)
      let groups = new.recoveryKey.text.split(separator: "-")
      #expect(groups.count == 14)
      #expect(groups.allSatisfy { $0.count == 4 })
      keys.insert(new.recoveryKey.text)
    }
    #expect(keys.count == 2)
  }
}
