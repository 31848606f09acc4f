// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import SecretMemory
import Synchronization

/// Unlocking by PIN instead of the passphrase while the vault's process runs. A TPM keeps the key to the root (docs/decisions/0027).
extension CredentialVault {
  /// Whether a PIN was chosen for this vault. Whether a key is available depends on the session.
  package var hasPIN: Bool { (try? storedPIN()) != nil }

  /// Replaces the PIN of an unlocked vault, and encrypts the root for it.
  /// - Throws: `locked`, `chipMissing`, `chipLockedOut`, `chipFailed`, `outOfMemory`, `storageFull` and the like; nothing is stored then.
  package func keepPIN(_ pin: borrowing SecretBytes) async throws(CredentialVaultError) -> QuickKey {
    let root = try openRoot()
    let (account, device) = (keyFile.account, keyFile.device)
    let typed = SharedSecret(pin.copy())
    let environment = environment
    let stored = try await offTheThreadPool { () throws(CredentialVaultError) in
      var generator = environment.makeGenerator()
      do {
        return try StoredPIN(typed.copy(), under: root, account: account, device: device, cost: .floor, using: &generator)
      } catch {
        throw CredentialVaultError(error)
      }
    }
    guard let key = try await seal(root, for: stored) else { throw CredentialVaultError(.tampered) }
    try VaultFile.replace(folder.pin, with: stored.encoded)
    return key
  }

  /// Removes the PIN.
  package func forgetPIN() throws(CredentialVaultError) {
    VaultFile.remove(folder.pin)
    try VaultFile.synchronise(folder.path)
  }

  /// Encrypts the root of an unlocked vault for the stored PIN. Returns nil if there is none, or if it belongs to another root; that PIN is
  /// removed.
  /// - Throws: `locked`, `chipMissing`, `chipLockedOut`, `chipFailed`.
  package func sealForPIN() async throws(CredentialVaultError) -> QuickKey? {
    guard let stored = try? storedPIN() else { return nil }
    let key = try await seal(try openRoot(), for: stored)
    if key == nil { VaultFile.remove(folder.pin) }
    return key
  }

  /// Encrypts a root for a PIN. Returns nil if the PIN belongs to another root: the vault was recovered since, or the file is another
  /// vault's.
  private func seal(_ root: LocalRoot, for stored: StoredPIN) async throws(CredentialVaultError) -> QuickKey? {
    let (account, device) = (keyFile.account, keyFile.device)
    let environment = environment
    return try await offTheThreadPool { () throws(CredentialVaultError) -> QuickKey? in
      var generator = environment.makeGenerator()
      do {
        let sealed = try SealedRoot(root, for: stored, in: environment.chip, account: account, device: device, using: &generator)
        return QuickKey(sealed: sealed)
      } catch {
        if (error as? CredentialCryptographyError)?.code == .authenticationFailed { return nil }
        throw CredentialVaultError(error)
      }
    }
  }

  /// Unlocks the vault with the PIN.
  /// - Parameter expected: The value of ``lockingCount`` when the PIN was requested; nil for its current value.
  /// - Throws: `wrongPIN`, `chipMissing`, `chipLockedOut`, `chipFailed`, `outOfMemory`, and `locked` if ``lock()`` was called in between.
  package func unlock(
    pin: borrowing SecretBytes, with key: QuickKey, ifLockingsAre expected: Int? = nil
  ) async throws(CredentialVaultError) {
    let lockings = expected ?? lockingCount
    let root = try await open(key, pin: pin)
    if !isUnlocked { try enter(root, ifLockingsAre: lockings) }
  }

  /// Verifies the user by the PIN and changes nothing.
  /// - Throws: As ``unlock(pin:with:)``.
  package func verify(pin: borrowing SecretBytes, with key: QuickKey) async throws(CredentialVaultError) {
    _ = try await open(key, pin: pin)
  }

  private func open(_ key: QuickKey, pin: borrowing SecretBytes) async throws(CredentialVaultError) -> LocalRoot {
    let typed = SharedSecret(pin.copy())
    return try await offTheThreadPool { () throws(CredentialVaultError) in
      do throws(CredentialCryptographyError) { return try key.sealed.open(pin: typed.copy()) } catch { throw CredentialVaultError(error) }
    }
  }

  func openRoot() throws(CredentialVaultError) -> LocalRoot {
    guard let root = state.withLock({ $0.unlocked?.root }) else { throw CredentialVaultError(.locked) }
    return root
  }

  private func storedPIN() throws -> StoredPIN { try StoredPIN(decoding: VaultFile.read(folder.pin, limit: StoredPIN.longest)) }
}
