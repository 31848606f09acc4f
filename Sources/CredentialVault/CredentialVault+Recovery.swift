// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import SecretMemory
import Synchronization

/// A recovery after its first half: the recovery key was verified. It can open every record as long as it exists.
package struct VaultRecovery: Sendable {
  let recoveryKey: RecoveryKey
  let log: MembershipLog
  let epochKey: EpochKey
}

extension CredentialVault {
  /// Starts a recovery with the printed key as the user typed it, ignoring case, spaces and hyphens. Changes nothing.
  /// - Throws: `recoveryKeyMistyped` for a typing error, `wrongRecoveryKey` for another vault's key or one that was replaced, `damaged`.
  package func beginRecovery(_ typed: borrowing SecretBytes) throws(CredentialVaultError) -> VaultRecovery {
    do {
      let key = try RecoveryKey(text: typed)
      let log = try readLog()
      guard log.account == keyFile.account else { throw CredentialVaultError(.tampered) }
      guard log.accepts(key) else { throw CredentialVaultError(.wrongRecoveryKey) }
      return VaultRecovery(recoveryKey: key, log: log, epochKey: try log.openEpochKey(as: key.identifier, with: key.memberKeys))
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Makes this computer a new device of the account under a new passphrase, and opens the vault.
  ///
  /// The recovery key adds the device. The device then replaces the recovery key, which can be used only once, and removes the computer's
  /// old device, whose keys are under a forgotten passphrase. The keys of all records are wrapped again. All this is one step: if
  /// interrupted at any point, the vault opens as before or as after. Data that only the old keys opened is lost: the log of releases, and
  /// reports from services since the last unlocking.
  ///
  /// - Returns: The new recovery key as ASCII for paper.
  /// - Throws: `passphraseEmpty`, `passphraseNotUTF8`, `outOfMemory`, `wrongRecoveryKey` if the log has grown since, `locked` if the vault
  ///   was locked in between, `canceled` if the task was, `storageFull` and the like.
  package func finish(
    _ recovery: VaultRecovery, passphrase: borrowing SecretBytes
  ) async throws(CredentialVaultError) -> SharedSecret {
    guard passphrase.byteCount > 0 else { throw CredentialVaultError(.passphraseEmpty) }
    let lockings = lockingCount
    let newcomer = makeNewcomer()
    let slot = try await makeSlot(for: newcomer.root, of: newcomer.device, passphrase: passphrase)
    let nextKey = try expecting(ifLockingsAre: lockings) { () throws(CredentialVaultError) in
      try admit(newcomer, slot: slot, by: recovery)
    }
    forgetWhatFormerKeysOpened()
    // The new key must reach the caller in any case. A vault that does not open now opens with the new passphrase.
    try? enter(newcomer.root)
    return nextKey
  }

  /// This computer's identity after a recovery.
  private struct Newcomer {
    let root: LocalRoot
    let device: DeviceIdentifier
  }

  private func makeNewcomer() -> Newcomer {
    var generator = environment.makeGenerator()
    return Newcomer(root: LocalRoot.generate(using: &generator), device: DeviceIdentifier.random(using: &generator))
  }

  private func admit(
    _ newcomer: Newcomer, slot: PassphraseSlot, by recovery: VaultRecovery
  ) throws(CredentialVaultError) -> SharedSecret {
    var generator = environment.makeGenerator()
    let (root, device) = (newcomer.root, newcomer.device)
    do {
      let keys = try MemberKeys.generate(using: &generator)
      let nextKey = try RecoveryKey.generate(using: &generator)
      let present = recovery.epochKey
      let next = EpochKey.generate(epoch: present.epoch + 1, using: &generator)
      let former = keyFile.device
      let author = LogAuthor(device, keys)
      let paper = LogAuthor(recovery.recoveryKey.identifier, recovery.recoveryKey.memberKeys)
      let log = try recovery.log
        .adding(author, named: environment.deviceName, epochKey: present, by: paper, using: &generator)
        .replacingRecoveryKey(with: nextKey.memberKeys.publicKeys, epochKey: present, by: author)
        .rotating(from: present, to: next, removing: [former], by: author, using: &generator)
      let keyFile = KeyFile(
        account: log.account, device: device, slot: slot,
        deviceKeys: try root.wrap(keys, account: log.account, device: device, using: &generator), epoch: next.epoch,
        epochKey: try root.wrap(next, account: log.account, device: device, using: &generator))
      try commit(keyFile, log: log, after: recovery.log, from: present, to: next)
      return SharedSecret(nextKey.text())
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Replaces the recovery key after verifying the passphrase. The old key, whether used, lost or seen, then opens nothing. This is one
  /// step, like a recovery.
  ///
  /// - Returns: The new recovery key as ASCII for paper.
  /// - Throws: As ``verify(passphrase:)``, `locked` if the vault was locked in between, `canceled` if the task was, `storageFull` and the
  ///   like.
  package func replaceRecoveryKey(passphrase: borrowing SecretBytes) async throws(CredentialVaultError) -> SharedSecret {
    let lockings = lockingCount
    let root = try await openSlot(passphrase)
    return try expecting(ifLockingsAre: lockings) { () throws(CredentialVaultError) in try replaceRecoveryKey(under: root) }
  }

  /// Creates a recovery key for a user who is still waiting for it, and remembers it until it is on paper (``recoveryKeyArrived()``).
  private func expecting(
    ifLockingsAre lockings: Int, _ make: () throws(CredentialVaultError) -> SharedSecret
  ) throws(CredentialVaultError) -> SharedSecret {
    guard !Task.isCancelled else { throw CredentialVaultError(.canceled) }
    guard lockingCount == lockings else { throw CredentialVaultError(.locked) }
    let isFirst = try expectRecoveryKey()
    do throws(CredentialVaultError) {
      return try make()
    } catch {
      if isFirst { recoveryKeyArrived() }
      throw error
    }
  }

  private func replaceRecoveryKey(under root: LocalRoot) throws(CredentialVaultError) -> SharedSecret {
    var generator = environment.makeGenerator()
    do {
      let log = try readLog()
      let former = keyFile
      let device = former.device
      let keys = try openKeys(of: former, with: root, log: log)
      let present = keys.epoch
      let nextKey = try RecoveryKey.generate(using: &generator)
      let next = EpochKey.generate(epoch: present.epoch + 1, using: &generator)
      let author = LogAuthor(device, keys.device)
      let longer = try log.replacingRecoveryKey(with: nextKey.memberKeys.publicKeys, epochKey: present, by: author)
        .rotating(from: present, to: next, removing: [], by: author, using: &generator)
      let keyFile = KeyFile(
        account: log.account, device: device, slot: former.slot, deviceKeys: former.deviceKeys, epoch: next.epoch,
        epochKey: try root.wrap(next, account: log.account, device: device, using: &generator))
      try commit(keyFile, log: longer, after: log, from: present, to: next)
      return SharedSecret(nextKey.text())
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Stores a longer log, the records' keys under its epoch, and the matching key file. The database transaction decides: before it the old
  /// key file is valid, after it the new one waiting next to it.
  private func commit(
    _ next: KeyFile, log: MembershipLog, after former: MembershipLog, from present: EpochKey, to epochKey: EpochKey
  ) throws(CredentialVaultError) {
    try state.withLock { (state) throws(CredentialVaultError) in
      do {
        // Another recovery, or a change of passphrase, may have come first.
        guard try database.logEntries() == former.entries.map(\.encoded) else { throw CredentialVaultError(.wrongRecoveryKey) }
        try VaultFile.replace(folder.nextKeyFile, with: next.encoded)
        var generator = environment.makeGenerator()
        let number = try database.beginEpoch(entries: log.entries.dropFirst(former.entries.count).map(\.encoded)) { row in
          Self.rewrapped(row, account: log.account, from: present, to: epochKey, using: &generator)
        }
        storedKeys.withLock { $0 = next }
        // A vault that was opened with the old keys continues with the new one; a recovery reopens it.
        state.unlocked?.epochKey = epochKey
        state.unlocked?.transactionNumber = number
        // The database has decided. If the file cannot be renamed now, the next opening renames it.
        try? KeyFile.adoptNext(in: folder)
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// Returns a record's key wrapped under the next epoch's key; nil for a record that does not open, which stays as it is.
  static func rewrapped(
    _ row: VaultDatabase.Row, account: AccountIdentifier, from present: EpochKey, to next: EpochKey,
    using generator: inout some RandomNumberGenerator
  ) -> [UInt8]? {
    guard let envelope = try? RecordEnvelope(body: row.body, wrap: row.wrap) else { return nil }
    return try? next.rewrap(envelope, from: present, account: account, record: row.name, using: &generator).wrap
  }

  private func forgetWhatFormerKeysOpened() {
    state.withLock { state in
      state.lockings += 1
      state.unlocked = nil
    }
    releaseLog.withLock { $0 = nil }
    reports.withLock { $0 = nil }
    for file in [folder.releases, folder.reports, folder.index, folder.indexJournal, folder.importJournal] { VaultFile.remove(file) }
    forgetWitness()
  }
}
