// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing

@Suite("Changing the passphrase")
struct PassphraseChangeTests {
  private static let another = "quartz violin meadow"

  private func change(_ vault: CredentialVault, from present: String = VaultFixture.passphrase, to new: String = another) async throws {
    try await vault.finish(try await vault.beginPassphraseChange(VaultFixture.secret(present)), passphrase: VaultFixture.secret(new))
  }

  @Test("makes the new one open the vault and the old one open nothing, immediately and after a restart")
  func changing() async throws {
    let fixture = VaultFixture()
    do {
      let vault = try await fixture.create()
      try vault.add(.password(Sample.password()))
      try await change(vault)
      #expect(vault.isUnlocked)
      #expect(await code { try await vault.verify(passphrase: VaultFixture.secret()) } == .wrongPassphrase)
      try await vault.verify(passphrase: VaultFixture.secret(Self.another))
    }
    let vault = try fixture.open()
    #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret()) } == .wrongPassphrase)
    try await vault.unlock(passphrase: VaultFixture.secret(Self.another))
    #expect(try vault.summaries().count == 1)
    // No previous version of the key file stays next to it under another name.
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    #expect(names.filter { $0.hasPrefix("vault.keys") } == ["vault.keys"])
  }

  @Test("requires the current one, leaves a locked vault locked and refuses an empty one")
  func refusals() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    vault.lock()
    #expect(await code { try await change(vault, from: "wrong") } == .wrongPassphrase)
    #expect(await code { try await change(vault, to: "") } == .passphraseEmpty)
    try await change(vault)
    #expect(!vault.isUnlocked)
    try await vault.unlock(passphrase: VaultFixture.secret(Self.another))
  }

  @Test("fails without any change if the vault is locked between its two steps")
  func lockedInBetween() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let begun = try await vault.beginPassphraseChange(VaultFixture.secret())
    vault.lock()
    #expect(await code { try await vault.finish(begun, passphrase: VaultFixture.secret(Self.another)) } == .locked)
    try await vault.unlock(passphrase: VaultFixture.secret())
  }

  @Test("never lowers the derivation cost below the slot's own cost or this version's")
  func cost() async throws {
    let fixture = VaultFixture()
    let dear = try KeyDerivationCost(memoryKiB: 65 * 1024, passes: 4, lanes: 4)
    do {
      var environment = fixture.environment
      environment.cost = dear
      _ = try await CredentialVault.create(at: fixture.folder, passphrase: VaultFixture.secret(), environment: environment)
    }
    let keys = fixture.file("vault.keys")
    func cost() throws -> [UInt8] { Array(try Data(contentsOf: keys)).cost }
    let before = try cost()
    try await change(try fixture.open())
    #expect(try cost() == before)
    #expect(before == dear.encoded)
  }

  @Test("is not needed to raise the derivation cost: unlocking raises it if a later version requires more")
  func raising() async throws {
    let fixture = VaultFixture()
    _ = try await fixture.create()
    let keys = fixture.file("vault.keys")
    let before = Array(try Data(contentsOf: keys)).cost
    try await fixture.open().unlock(passphrase: VaultFixture.secret())
    #expect(Array(try Data(contentsOf: keys)).cost == before)
    var environment = fixture.environment
    environment.leastCost = try KeyDerivationCost(memoryKiB: 66 * 1024, passes: 3, lanes: 4)
    do {
      let vault = try CredentialVault.open(at: fixture.folder, environment: environment)
      #expect(await code { try await vault.unlock(passphrase: VaultFixture.secret("wrong")) } == .wrongPassphrase)
      #expect(Array(try Data(contentsOf: keys)).cost == before)
      try await vault.unlock(passphrase: VaultFixture.secret())
    }
    #expect(Array(try Data(contentsOf: keys)).cost == environment.leastCost.encoded)
    try await fixture.open().unlock(passphrase: VaultFixture.secret())
  }

  @Test("keeps the old one if the key file cannot be written, and works despite a draft left by a crash")
  func failing() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let keys = try Data(contentsOf: fixture.file("vault.keys"))
    // A folder in the draft's place can neither be removed as a file nor opened as one.
    let draft = fixture.file("vault.keys.draft")
    try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: false)
    #expect(await code { try await change(vault) } != nil)
    #expect(try Data(contentsOf: fixture.file("vault.keys")) == keys)
    try await vault.verify(passphrase: VaultFixture.secret())
    try FileManager.default.removeItem(at: draft)
    try keys.prefix(40).write(to: draft)
    try await change(vault)
    try await vault.verify(passphrase: VaultFixture.secret(Self.another))
    #expect(!FileManager.default.fileExists(atPath: draft.path))
  }
}

extension [UInt8] {
  /// The three fields of a slot's cost as they are encoded in a key file.
  fileprivate var cost: [UInt8] {
    // Field 4 of the file is the slot. Its fields 3, 4 and 5 follow the version and the derivation.
    guard let start = firstRange(of: [0x01, 0x01, 0x02, 0x01, 0x03]) else { return [] }
    return Array(self[start.upperBound - 1..<start.upperBound - 1 + 10])
  }
}

extension KeyDerivationCost {
  fileprivate var encoded: [UInt8] {
    [0x03, UInt8(passes), 0x04, 0x1A] + withUnsafeBytes(of: memoryKiB.bigEndian) { Array($0) } + [0x05, UInt8(lanes)]
  }
}
