// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A whole vault beside the one whose place it will take. Until it does, nothing has changed; when this value goes before, so does what was prepared.
package final class VaultReplacement: Sendable {
  /// What became of the vault that stood there before.
  package enum Former: Hashable, Sendable {
    /// There was none.
    case none
    /// It is a snapshot, of this name.
    case snapshot(String)
    /// It could not be read throughout, so its folder was kept as it is, under this path.
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

  /// Puts the vault, which must be unlocked, into its place in one step. What stood there stays, as a snapshot or as it is.
  ///
  /// - Parameters:
  ///   - present: The vault that stands there, where this process has it open; it is retired.
  ///   - work: Hears how far the snapshot of it is.
  /// - Throws: `locked`, `inUse`, `canceled`, and what the storage refused; the vault that stood there stands there still.
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

  /// A copy of the vault that stood there; nil where it cannot be read throughout.
  private func snapshotOfFormer(_ present: CredentialVault?, _ work: KeepingWork) throws(CredentialVaultError) -> VaultCopy? {
    do {
      // One copy of it may be under way, and two have the same drafts.
      if let present { return try present.takeSnapshot(reason, work) }
      return try SnapshotFolder(vault: target).add(reason, at: environment.now(), storageLimit: environment.storageLimit, work)
    } catch {
      if error.code == .canceled { throw error }
      return nil
    }
  }

  /// What services reported and what left the vault belongs to this device and this day, not to the copy.
  private func carryOver() throws(CredentialVaultError) {
    guard let present = try? KeyFile.read(from: target), present.account == vault.keyFile.account, present.device == vault.keyFile.device
    else {
      return
    }
    for (from, to) in [(target.reports, nursery.reports), (target.releases, nursery.releases)] {
      guard let bytes = try? DurableFile.read(from, limit: 1 << 26) else { continue }
      try DurableFile.replace(to, with: bytes, inFolder: nursery.path)
    }
  }

  deinit {
    if !isInPlace.withLock({ $0 }) { nursery.discard() }
  }
}
