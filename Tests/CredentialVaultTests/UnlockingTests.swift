// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import Foundation
import SecretMemory
import Testing

@Suite("Unlocking")
struct UnlockingTests {
  @Test("tells a wrong passphrase, slows down after three and forgets them after the right one")
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

  @Test("does not wait longer because the clock was set back meanwhile")
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

  @Test("verifying a passphrase unlocks nothing")
  func verifying() async throws {
    let vault = try await VaultFixture().create()
    vault.lock()
    try await vault.verify(passphrase: VaultFixture.secret())
    #expect(!vault.isUnlocked)
  }

  @Test("takes the same passphrase however its letters were composed, and refuses one that is not UTF-8")
  func normalisation() async throws {
    let fixture = VaultFixture()
    let vault = try await CredentialVault.create(
      at: fixture.folder, passphrase: VaultFixture.secret("Caf\u{e9}"), environment: fixture.environment
    ).vault
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret("Cafe\u{301}"))
    #expect(await code { try await vault.verify(passphrase: SecretBytes(copying: [0xFF])) } == .passphraseNotUTF8)
    // Not a guess, so it costs none of the free attempts.
    for _ in 0..<5 { _ = await code { try await vault.verify(passphrase: SecretBytes(copying: [0xFF])) } }
    try await vault.verify(passphrase: VaultFixture.secret("Caf\u{e9}"))
  }

  @Test("refuses a slot, keys or a log that were altered or brought from another vault")
  func tampering() async throws {
    let fixture = VaultFixture()
    let other = VaultFixture()
    for each in [fixture, other] { try await each.create().lock() }
    let keys = try Data(contentsOf: fixture.file("vault.keys"))
    func outcome(_ name: String, _ content: Data) async throws -> CredentialVaultError.Code? {
      try content.write(to: fixture.file(name))
      return await code { try await fixture.open().unlock(passphrase: VaultFixture.secret()) }
    }
    // The key file of another vault opens with its passphrase but does not fit this membership log.
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

  @Test("returns a recovery key of 14 groups once, and no two vaults share one")
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
