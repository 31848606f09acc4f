// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Synchronization

/// A finger in the place of the passphrase, while the vault's process lives: a TPM keeps what opens the root (docs/decisions/0032).
///
/// Nobody's finger is looked at here. Who unlocks by a key has heard from the system that the person touched the reader.
extension CredentialVault {
  /// Whether a finger was chosen for this vault; whether it opens anything is the session's matter.
  package var hasFinger: Bool { (try? storedChoice()) != nil }

  /// Keeps the choice of an unlocked vault, and seals the root.
  /// - Throws: `locked`, `chipMissing`, `chipFailed`, `storageFull` and the like; nothing is kept then.
  package func keepFinger() async throws(CredentialVaultError) -> FingerKey {
    let root = try openRoot()
    let key = try await seal(root)
    try DurableFile.replace(folder.finger, with: FingerChoice(under: root).bytes, inFolder: folder.path)
    return key
  }

  /// Forgets the choice.
  package func forgetFinger() throws(CredentialVaultError) {
    DurableFile.remove(folder.finger)
    try DurableFile.synchronise(folder.path)
  }

  /// Seals the root of an unlocked vault where a finger was chosen; nil where none was, or for another root, whose choice is removed.
  /// - Throws: `locked`, `chipMissing`, `chipFailed`.
  package func sealForFinger() async throws(CredentialVaultError) -> FingerKey? {
    guard let choice = try? storedChoice() else { return nil }
    let root = try openRoot()
    guard choice.isChosen(under: root) else {
      DurableFile.remove(folder.finger)
      return nil
    }
    return try await seal(root)
  }

  /// Unlocks the vault for the person whose finger was recognised.
  /// - Parameter lockings: What ``lockingCount`` was when the finger was asked for.
  /// - Throws: `chipMissing`, `chipFailed`, and `locked` when ``lock()`` came in between.
  package func unlock(finger key: FingerKey, ifLockingsAre lockings: Int) async throws(CredentialVaultError) {
    let root = try await offTheThreadPool { () throws(CredentialVaultError) in
      do throws(CredentialCryptographyError) { return try key.root.open() } catch { throw CredentialVaultError(error) }
    }
    if !isUnlocked { try enter(root, ifLockingsAre: lockings) }
  }

  /// How often the vault was locked, so that what was asked for before a lock opens nothing after it.
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
    FingerChoice(decoding: try DurableFile.read(folder.finger, limit: FingerChoice.byteCount))
  }
}
