// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import SecretMemory
import Synchronization

/// A change of passphrase after its first half: the current passphrase was verified. Holds the vault's key as long as it exists.
package struct PassphraseChange: Sendable {
  let root: LocalRoot
  /// The number of lockings at the start; a lock also ends the change.
  let lockings: Int
}

extension CredentialVault {
  /// Whether a new passphrase is easy enough to guess that the user should be warned (zxcvbn's method; an estimate).
  package static func isEasilyGuessed(_ passphrase: borrowing SecretBytes) -> Bool { PassphraseStrength(of: passphrase).isWeak }

  /// Starts a change of passphrase by verifying the current one. Changes nothing, and a locked vault stays locked.
  /// - Throws: As ``verify(passphrase:)``.
  package func beginPassphraseChange(_ present: borrowing SecretBytes) async throws(CredentialVaultError) -> PassphraseChange {
    let lockings = state.withLock { $0.lockings }
    return PassphraseChange(root: try await openSlot(present), lockings: lockings)
  }

  /// Replaces the slot of the old passphrase with that of the new one. When this returns, the slot is on disk, and the old passphrase opens
  /// nothing in the vault's folder. If interrupted at any point, exactly one of the two passphrases is valid.
  /// - Throws: `passphraseEmpty`, `passphraseNotUTF8`, `outOfMemory`, `locked` if the vault was locked in between, `storageFull` and the
  ///   like.
  package func finish(_ change: PassphraseChange, passphrase: borrowing SecretBytes) async throws(CredentialVaultError) {
    guard passphrase.byteCount > 0 else { throw CredentialVaultError(.passphraseEmpty) }
    let slot = try await makeSlot(for: change.root, of: keyFile.device, passphrase: passphrase)
    // Holds the vault's lock while the file is written, so that every concurrent locking comes either before or after.
    try state.withLock { (state) throws(CredentialVaultError) in
      guard state.lockings == change.lockings else { throw CredentialVaultError(.locked) }
      try replaceKeys { $0.slot = slot }
    }
  }

  /// Encrypts the root again if its slot costs less per guess than this version requires. The old slot remains if that fails.
  func raiseCost(of former: PassphraseSlot, root: LocalRoot, passphrase: borrowing SecretBytes) async {
    guard former.cost.raised(to: environment.leastCost) != former.cost,
      let slot = try? await makeSlot(for: root, of: keyFile.device, passphrase: passphrase)
    else { return }
    // A change of passphrase may have come first. A new epoch comes before or after, never in between.
    try? state.withLock { (_) throws(CredentialVaultError) in
      try replaceKeys { if $0.slot == former { $0.slot = slot } }
    }
  }

  /// Encrypts a device's root under a passphrase, with at least the cost per guess of the current slot and of this version.
  func makeSlot(
    for root: LocalRoot, of device: DeviceIdentifier, passphrase: borrowing SecretBytes
  ) async throws(CredentialVaultError) -> PassphraseSlot {
    let secret = SharedSecret(passphrase.copy())
    let present = keyFile.slot.cost
    let environment = environment
    return try await offTheThreadPool { () throws(CredentialVaultError) in
      var generator = environment.makeGenerator()
      do {
        return try PassphraseSlot(
          sealing: root, passphrase: secret.copy(), device: device,
          cost: present.raised(to: environment.leastCost).raised(to: environment.cost ?? present), using: &generator)
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// Changes `vault.keys`, on disk before in memory.
  func replaceKeys(_ change: (inout KeyFile) -> Void) throws(CredentialVaultError) {
    try storedKeys.withLock { (keys) throws(CredentialVaultError) in
      var next = keys
      change(&next)
      do throws(CredentialVaultError) {
        try next.write(to: folder)
      } catch {
        // Writing may have failed after the new file was renamed, so the file on disk is authoritative.
        if let onDisk = try? KeyFile.read(from: folder) { keys = onDisk }
        throw error
      }
      keys = next
      // A pending file that was not renamed in time must not replace this one.
      VaultFile.remove(folder.nextKeyFile)
    }
  }
}
