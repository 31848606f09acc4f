// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import FoundationEssentials
package import SecretMemory
import SyncModel

/// A newly created vault, with the data that exists nowhere else.
package struct NewVault: Sendable {
  /// The vault, unlocked.
  package let vault: CredentialVault
  /// The recovery key as ASCII for paper: 14 groups of four characters between hyphens. Show it once, then discard it.
  package let recoveryKey: SharedSecret
}

extension CredentialVault {
  /// Creates a vault and its account, completely or not at all. Takes a second, or as long as the environment's cost dictates.
  /// - Throws: `alreadyExists`, `unsafeLocation`, `passphraseEmpty`, `passphraseNotUTF8`, `outOfMemory`, `unreadable` for a folder that may
  ///   not be written, `storageFull`, `storageReadOnly`, `storageFailed`.
  package static func create(
    at url: URL, passphrase: borrowing SecretBytes, environment: VaultEnvironment = VaultEnvironment()
  ) async throws(CredentialVaultError) -> NewVault {
    guard passphrase.byteCount > 0 else { throw CredentialVaultError(.passphraseEmpty) }
    let folder = VaultFolder(url)
    guard try !folder.isTaken() else { throw CredentialVaultError(.alreadyExists) }
    let secret = SharedSecret(passphrase.copy())
    let founding = try await offTheThreadPool { () throws(CredentialVaultError) in
      var generator = environment.makeGenerator()
      do {
        return try Founding(passphrase: secret.copy(), environment: environment, using: &generator)
      } catch {
        throw CredentialVaultError(error)
      }
    }
    var generator = environment.makeGenerator()
    let nursery = try folder.makeNursery(using: &generator)
    do {
      let database = try VaultDatabase(creatingAt: nursery.database, storageLimit: environment.storageLimit)
      try database.appendToLog(founding.log.entries.map(\.encoded))
      try database.close()
      try founding.keyFile.write(to: nursery)
      try noteRecoveryKey(in: nursery)
      try folder.adopt(nursery)
    } catch {
      nursery.discard()
      throw CredentialVaultError(error)
    }
    let vault = try open(at: url, environment: environment)
    try vault.enter(founding.root)
    return NewVault(vault: vault, recoveryKey: SharedSecret(founding.recoveryKey.text()))
  }

  /// Everything created once for an account and a device.
  private struct Founding: Sendable {
    let root: LocalRoot
    let recoveryKey: RecoveryKey
    let log: MembershipLog
    let keyFile: KeyFile

    init(
      passphrase: borrowing SecretBytes, environment: VaultEnvironment, using generator: inout some RandomNumberGenerator
    ) throws(CredentialCryptographyError) {
      let device = DeviceIdentifier.random(using: &generator)
      root = LocalRoot.generate(using: &generator)
      let slot = try environment.makeSlot(sealing: root, passphrase: passphrase, device: device, using: &generator)
      let keys = try MemberKeys.generate(using: &generator)
      recoveryKey = try RecoveryKey.generate(using: &generator)
      let epochKey = EpochKey.generate(epoch: 1, using: &generator)
      log = try MembershipLog.found(
        device: device, keys: keys, recovery: recoveryKey.memberKeys.publicKeys, epochKey: epochKey,
        createdMilliseconds: RecordBody.milliseconds(environment.now()), using: &generator)
      keyFile = KeyFile(
        account: log.account, device: device, slot: slot,
        deviceKeys: try root.wrap(keys, account: log.account, device: device, using: &generator), epoch: epochKey.epoch,
        epochKey: try root.wrap(epochKey, account: log.account, device: device, using: &generator))
    }
  }
}
