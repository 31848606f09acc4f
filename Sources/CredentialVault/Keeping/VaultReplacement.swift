// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A complete vault next to the one it is to replace. Until then nothing has changed; if this value is released first, the prepared vault
/// is removed.
package final class VaultReplacement: Sendable {
  /// The outcome for the vault that was replaced.
  package enum Former: Hashable, Sendable {
    /// There was none.
    case none
    /// It was kept as the snapshot of this name.
    case snapshot(String)
    /// It could not be read throughout, so its folder was kept unchanged under this path.
    case folder(String)
  }

  /// The vault that was prepared.
  package let vault: CredentialVault
  private let nursery: VaultFolder
  private let target: VaultFolder
  private let environment: VaultEnvironment
  private let reason: VaultCopy.Reason
  private let isInPlace = Mutex(false)

  init(_ vault: CredentialVault, for target: VaultFolder, environment: VaultEnvironment, reason: VaultCopy.Reason) {
    self.vault = vault
    nursery = vault.folder
    self.target = target
    self.environment = environment
    self.reason = reason
  }

  /// Moves the vault, which must be unlocked, into place in one step. The old vault is kept, as a snapshot or unchanged.
  ///
  /// - Parameters:
  ///   - present: The vault to be replaced, if this process has it open; it is retired.
  ///   - work: Receives the progress of taking its snapshot.
  /// - Throws: `locked`, `inUse`, `canceled`, and storage errors; the old vault is then still in place.
  package func takePlace(
    of present: CredentialVault?, _ work: KeepingWork = KeepingWork()
  ) throws(CredentialVaultError) -> Former {
    guard let unlocked = vault.state.withLock({ $0.unlocked }) else { throw CredentialVaultError(.locked) }
    let isTaken = try target.isTaken()
    let fileLock = isTaken && present == nil ? try VaultLock(at: target.lock) : nil
    defer { withExtendedLifetime(fileLock) {} }
    present?.retire(keepsOthersOut: true)
    defer { present?.retire() }
    let snapshot = isTaken ? try snapshotOfFormer(present, work) : nil
    try carryOver()
    let former = RevisionWitness.read(from: target, root: unlocked.root, keyFile: vault.keyFile)?.mark
    let witness = RevisionWitness(
      number: (former?.number ?? 0) &+ 1, transactionNumber: unlocked.transactionNumber, index: unlocked.index)
    try witness.write(to: nursery, root: unlocked.root, keyFile: vault.keyFile, environment: environment)
    vault.retire()
    guard isTaken else {
      try target.adopt(nursery)
      isInPlace.withLock { $0 = true }
      return .none
    }
    guard let snapshot else {
      let place = try target.exchange(with: nursery, settingAsideAt: environment.now())
      isInPlace.withLock { $0 = true }
      return .folder(place)
    }
    try target.exchange(with: nursery)
    isInPlace.withLock { $0 = true }
    target.clear(nursery)
    return .snapshot(snapshot.name)
  }

  /// Takes a snapshot of the old vault; nil if it cannot be read throughout.
  private func snapshotOfFormer(_ present: CredentialVault?, _ work: KeepingWork) throws(CredentialVaultError) -> VaultCopy? {
    do {
      // A snapshot may already be in progress, and two would use the same drafts.
      if let present { return try present.takeSnapshot(reason, work) }
      return try SnapshotFolder(vault: target).add(reason, at: environment.now(), storageLimit: environment.storageLimit, work)
    } catch {
      if error.code == .canceled { throw error }
      return nil
    }
  }

  /// Transfers reports from services and the log of releases, which belong to this device and time, not to the copy.
  private func carryOver() throws(CredentialVaultError) {
    guard let present = try? KeyFile.read(from: target), present.account == vault.keyFile.account, present.device == vault.keyFile.device
    else {
      return
    }
    for (from, to) in [(target.reports, nursery.reports), (target.releases, nursery.releases)] {
      guard let bytes = try? VaultFile.read(from, limit: 1 << 26) else { continue }
      try VaultFile.replace(to, with: bytes)
    }
  }

  deinit {
    if !isInPlace.withLock({ $0 }) { nursery.discard() }
  }
}
