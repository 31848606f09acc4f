// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Synchronization

/// Unlocking by fingerprint instead of the passphrase while the vault's process runs. A TPM keeps the key to the root
/// (docs/decisions/0032).
///
/// This code checks no fingerprint. A caller that unlocks with a key has been notified by the system that the reader recognised the user.
extension CredentialVault {
  /// Whether fingerprint unlocking was chosen for this vault. Whether a key is available depends on the session.
  package var hasFinger: Bool { (try? storedChoice()) != nil }

  /// Stores the choice for an unlocked vault, and encrypts the root.
  /// - Throws: `locked`, `chipMissing`, `chipFailed`, `storageFull` and the like; nothing is stored then.
  package func keepFinger() async throws(CredentialVaultError) -> FingerKey {
    let root = try openRoot()
    let key = try await seal(root)
    try VaultFile.replace(folder.finger, with: FingerChoice(under: root).bytes)
    return key
  }

  /// Removes the choice.
  package func forgetFinger() throws(CredentialVaultError) {
    VaultFile.remove(folder.finger)
    try VaultFile.synchronise(folder.path)
  }

  /// Encrypts the root of an unlocked vault if fingerprint unlocking was chosen. Returns nil if it was not, or if it was chosen for another
  /// root; that choice is removed.
  /// - Throws: `locked`, `chipMissing`, `chipFailed`.
  package func sealForFinger() async throws(CredentialVaultError) -> FingerKey? {
    guard let choice = try? storedChoice() else { return nil }
    let root = try openRoot()
    guard choice.isChosen(under: root) else {
      VaultFile.remove(folder.finger)
      return nil
    }
    return try await seal(root)
  }

  /// Unlocks the vault after the user's finger was recognised.
  /// - Parameter lockings: The value of ``lockingCount`` when the finger was requested.
  /// - Throws: `chipMissing`, `chipFailed`, and `locked` if ``lock()`` was called in between.
  package func unlock(finger key: FingerKey, ifLockingsAre lockings: Int) async throws(CredentialVaultError) {
    let root = try await offTheThreadPool { () throws(CredentialVaultError) in
      do throws(CredentialCryptographyError) { return try key.root.open() } catch { throw CredentialVaultError(error) }
    }
    if !isUnlocked { try enter(root, ifLockingsAre: lockings) }
  }

  /// The number of times the vault was locked. A request made before a lock compares it, so that it cannot open the vault afterwards.
  package var lockingCount: Int { state.withLock { $0.lockings } }

  private func seal(_ root: LocalRoot) async throws(CredentialVaultError) -> FingerKey {
    let environment = environment
    return try await offTheThreadPool { () throws(CredentialVaultError) in
      var generator = environment.makeGenerator()
      do throws(CredentialCryptographyError) {
        return FingerKey(root: try ChipRoot(root, in: environment.chip, using: &generator))
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  private func storedChoice() throws -> FingerChoice {
    FingerChoice(decoding: try VaultFile.read(folder.finger, limit: FingerChoice.byteCount))
  }
}
