// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials
package import SecretMemory
package import SyncModel

extension CredentialVault {
  /// Creates the vault of a device that was just added to an account's log, and makes it a replica with a new chain, completely or not at
  /// all: a vault without this state would be alone, although the account has its device. It is empty until it is synchronised. Takes as
  /// long as the environment's cost dictates.
  ///
  /// - Parameters:
  ///   - device: The device with its keys.
  ///   - log: The account's log, which ends with or continues after the entry that added the device.
  ///   - place: Where the account is synchronised.
  ///   - promised: The commit that the chain served there must contain; nil if nobody vouched for one.
  ///   - owesRecoveryKey: Whether the account's recovery key was used up for this, so that the user still needs the next one.
  /// - Returns: The vault, unlocked.
  /// - Throws: `alreadyExists`, `unsafeLocation`, `passphraseEmpty`, `passphraseNotUTF8`, `outOfMemory`, `damaged` if the log does not give
  ///   the device the account's key, `storageFull` and the like.
  package static func join(
    _ log: MembershipLog, as device: LogAuthor, at place: String, promised: CommitPosition? = nil, in url: URL,
    passphrase: borrowing SecretBytes, owesRecoveryKey: Bool = false, environment: VaultEnvironment = VaultEnvironment()
  ) async throws(CredentialVaultError) -> CredentialVault {
    guard passphrase.byteCount > 0 else { throw CredentialVaultError(.passphraseEmpty) }
    let folder = VaultFolder(url)
    guard try !folder.isTaken() else { throw CredentialVaultError(.alreadyExists) }
    let secret = SharedSecret(passphrase.copy())
    var generator = environment.makeGenerator()
    let root = LocalRoot.generate(using: &generator)
    let keyFile = try await offTheThreadPool { () throws(CredentialVaultError) in
      var generator = environment.makeGenerator()
      do {
        let epochKey = try log.openEpochKey(as: device.member, with: device.keys)
        let slot = try environment.makeSlot(sealing: root, passphrase: secret.copy(), device: device.member, using: &generator)
        return KeyFile(
          account: log.account, device: device.member, slot: slot,
          deviceKeys: try root.wrap(device.keys, account: log.account, device: device.member, using: &generator), epoch: epochKey.epoch,
          epochKey: try root.wrap(epochKey, account: log.account, device: device.member, using: &generator))
      } catch {
        throw CredentialVaultError(error)
      }
    }
    let nursery = try folder.makeNursery(using: &generator)
    do {
      let database = try VaultDatabase(creatingAt: nursery.database, storageLimit: environment.storageLimit)
      try database.appendToLog(log.entries.map(\.encoded))
      var replica = ReplicaState(place: place, log: log)
      replica.promised = promised
      try database.beginReplica(
        sealedState: SealedReplicaState.seal(
          replica.encoded, root: root, account: log.account, device: device.member, using: &generator))
      try database.close()
      try keyFile.write(to: nursery)
      if owesRecoveryKey { try noteRecoveryKey(in: nursery) }
      try folder.adopt(nursery)
    } catch {
      nursery.discard()
      throw CredentialVaultError(error)
    }
    let vault = try open(at: url, environment: environment)
    try vault.enter(root)
    return vault
  }
}
