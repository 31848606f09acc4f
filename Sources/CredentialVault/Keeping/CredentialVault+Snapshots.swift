// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Synchronization

extension CredentialVault {
  /// The time after which the next daily snapshot is due.
  package static let snapshotInterval: TimeInterval = 20 * 3600

  /// The copies beside a vault, the newest first; it may be missing or damaged itself.
  package static func snapshots(of folder: URL) -> [VaultCopy] { SnapshotFolder(vault: VaultFolder(folder)).copies().readable }

  /// One of the files that lie there, also one that came from elsewhere.
  /// - Throws: `noSuchSnapshot`, `notACopy`, `tooNew`, `damaged`, and what the storage refused.
  package static func snapshot(named name: String, of folder: URL) throws(CredentialVaultError) -> VaultCopy {
    try SnapshotFolder(vault: VaultFolder(folder)).copy(named: name)
  }

  /// Where they lie.
  package static func snapshotFolder(of folder: URL) -> String { VaultFolder(folder).snapshots }

  /// How many records there are, those in the trash and such as do not open included, those that were erased not.
  /// - Throws: `locked`.
  package func recordCount() throws(CredentialVaultError) -> Int {
    guard let unlocked = state.withLock({ $0.unlocked }) else { throw CredentialVaultError(.locked) }
    return unlocked.index.count
  }

  /// Copies the vault, open or not.
  /// - Throws: `damaged` where the database cannot be read throughout, `canceled`, and what the storage refused.
  package func takeSnapshot(_ reason: VaultCopy.Reason, _ work: KeepingWork = KeepingWork()) throws(CredentialVaultError) -> VaultCopy {
    try snapshotTurn.withLock { (_) throws(CredentialVaultError) in
      try SnapshotFolder(vault: folder).add(reason, at: environment.now(), storageLimit: environment.storageLimit, work)
    }
  }

  /// Takes the day's snapshot where none is younger than a day and something has changed since the newest. A vault that knows of damage takes none,
  /// so that copies from before the damage stay.
  /// - Throws: `locked`, and as ``takeSnapshot(_:)``.
  package func takeDailySnapshot() throws(CredentialVaultError) -> VaultCopy? {
    guard let unlocked = state.withLock({ $0.unlocked }) else { throw CredentialVaultError(.locked) }
    guard unlocked.transactionNumber > 0, unlocked.setBack.isEmpty, try unavailableRecords().damaged == 0 else { return nil }
    let account = keyFile.account
    let copies = SnapshotFolder(vault: folder).copies().readable.filter { $0.account == account }
    let now = environment.now()
    if let last = copies.first(where: { $0.reason == .daily }), abs(now.timeIntervalSince(last.made)) < Self.snapshotInterval { return nil }
    if let newest = copies.first, newest.transactionNumber == unlocked.transactionNumber { return nil }
    return try takeSnapshot(.daily)
  }
}
