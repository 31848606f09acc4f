// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import FoundationEssentials
package import SecretMemory

/// A copy of a vault that was read throughout and found complete. Nothing is written for it until its passphrase is typed.
package struct RestorableCopy: Sendable {
  /// The copy.
  package let copy: VaultCopy
  private let target: VaultFolder
  private let environment: VaultEnvironment

  /// Finds a copy among the snapshots, and verifies it.
  ///
  /// - Parameter work: Receives the progress; ``prepared(passphrase:_:)`` continues from there.
  /// - Throws: `noSuchSnapshot`, `notACopy`, `tooNew`, `canceled`, and storage errors.
  package init(
    named name: String, for url: URL, environment: VaultEnvironment, _ work: KeepingWork = KeepingWork()
  ) throws(CredentialVaultError) {
    target = VaultFolder(url)
    target.takeBackReplaced()
    copy = try SnapshotFolder(vault: target).copy(named: name)
    self.environment = environment
    try copy.verify(KeepingPart(of: work, .snapshots, total: 2 * copy.byteCount))
  }

  /// Prepares the vault of the copy, unlocked, next to the vault that it is to replace.
  ///
  /// - Throws: `wrongPassphrase`, `damaged`, `tampered`, `tooNew`, `canceled`, and storage errors.
  package func prepared(
    passphrase: borrowing SecretBytes, _ work: KeepingWork = KeepingWork()
  ) async throws(CredentialVaultError) -> VaultReplacement {
    let keyFile = try copy.keyFile()
    let secret = SharedSecret(passphrase.copy())
    let root = try await CredentialVault.offTheThreadPool { () throws(CredentialVaultError) in
      do {
        return try keyFile.slot.open(passphrase: secret.copy(), device: keyFile.device)
      } catch {
        throw CredentialVaultError(error)
      }
    }
    var generator = environment.makeGenerator()
    let nursery = try target.makeNursery(using: &generator)
    do {
      try copy.unpack(into: nursery, KeepingPart(of: work, .snapshots, after: copy.byteCount, total: 2 * copy.byteCount))
      let vault = try CredentialVault.open(nursery, environment: environment)
      try vault.enter(root, work)
      await vault.raiseCost(of: keyFile.slot, root: root, passphrase: secret.copy())
      return VaultReplacement(vault, for: target, environment: environment, reason: .beforeRestore)
    } catch {
      nursery.discard()
      throw error
    }
  }
}
