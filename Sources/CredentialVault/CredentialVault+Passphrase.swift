// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import SecretMemory
import Synchronization

/// A change of passphrase whose first half is done: the present passphrase was right. It holds the vault's key until it goes.
package struct PassphraseChange: Sendable {
  let root: LocalRoot
  /// How often the vault had been locked, since a lock ends the change too.
  let lockings: Int
}

extension CredentialVault {
  /// Whether a new passphrase is so easy to guess that the person should be told (zxcvbn's method; an estimate).
  package static func isEasilyGuessed(_ passphrase: borrowing SecretBytes) -> Bool { PassphraseStrength(of: passphrase).isWeak }

  /// Begins a change of passphrase with the present one; changes nothing, and a locked vault stays locked.
  /// - Throws: As ``verify(passphrase:)``.
  package func beginPassphraseChange(_ present: borrowing SecretBytes) async throws(CredentialVaultError) -> PassphraseChange {
    let lockings = state.withLock { $0.lockings }
    return PassphraseChange(root: try await openSlot(present), lockings: lockings)
  }

  /// Puts the new passphrase's slot into the place of the former one; when this returns, it is on disk, and the former passphrase opens
  /// nothing in the vault's folder. Whatever stops it, one of the two passphrases is the vault's.
  /// - Throws: `passphraseEmpty`, `passphraseNotUTF8`, `outOfMemory`, `locked` when the vault was locked in between, `storageFull` and the like.
  package func finish(_ change: PassphraseChange, passphrase: borrowing SecretBytes) async throws(CredentialVaultError) {
    guard passphrase.byteCount > 0 else { throw CredentialVaultError(.passphraseEmpty) }
    let slot = try await makeSlot(for: change.root, of: keyFile.device, passphrase: passphrase)
    // The vault's lock is held while the file is written: a lock that comes now has been told apart from one that came before.
    try state.withLock { (state) throws(CredentialVaultError) in
      guard state.lockings == change.lockings else { throw CredentialVaultError(.locked) }
      try replaceKeys { $0.slot = slot }
    }
  }

  /// Seals the root anew where its slot costs a guess less than this version asks for; the former slot stays where that fails.
  func raiseCost(of former: PassphraseSlot, root: LocalRoot, passphrase: borrowing SecretBytes) async {
    guard former.cost.raised(to: environment.leastCost) != former.cost,
      let slot = try? await makeSlot(for: root, of: keyFile.device, passphrase: passphrase)
    else { return }
    // A change of passphrase may have come first, and a new epoch comes before or after, never in between.
    try? state.withLock { (_) throws(CredentialVaultError) in
      try replaceKeys { if $0.slot == former { $0.slot = slot } }
    }
  }

  /// Seals a device's root under a passphrase, for at least what the present slot and this version ask of each guess.
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
        // Writing may have failed after the new file had its name, so the file on the disk counts.
        if let onDisk = try? KeyFile.read(from: folder) { keys = onDisk }
        throw error
      }
      keys = next
      // One that was not renamed in time must not come after this one.
      DurableFile.remove(folder.nextKeyFile)
    }
  }
}
