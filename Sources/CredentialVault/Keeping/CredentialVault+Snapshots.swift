// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Synchronization

extension CredentialVault {
  /// The time after which the next daily snapshot is due: 20 hours, in seconds.
  package static let snapshotInterval: TimeInterval = 20 * 3600

  /// Returns the copies next to a vault, newest first. The vault itself may be missing or damaged.
  package static func snapshots(of folder: URL) -> [VaultCopy] { SnapshotFolder(vault: VaultFolder(folder)).copies().readable }

  /// Returns one of the files there, including one that came from elsewhere.
  /// - Throws: `noSuchSnapshot`, `notACopy`, `tooNew`, `damaged`, and storage errors.
  package static func snapshot(named name: String, of folder: URL) throws(CredentialVaultError) -> VaultCopy {
    try SnapshotFolder(vault: VaultFolder(folder)).copy(named: name)
  }

  /// Returns the path of the folder of snapshots.
  package static func snapshotFolder(of folder: URL) -> String { VaultFolder(folder).snapshots }

  /// Returns the number of records, including those in the trash and those that do not open, but not erased ones.
  /// - Throws: `locked`.
  package func recordCount() throws(CredentialVaultError) -> Int {
    guard let unlocked = state.withLock({ $0.unlocked }) else { throw CredentialVaultError(.locked) }
    return unlocked.index.count
  }

  /// Copies the vault, locked or unlocked.
  /// - Throws: `damaged` if the database cannot be read throughout, `canceled`, and storage errors.
  package func takeSnapshot(_ reason: VaultCopy.Reason, _ work: KeepingWork = KeepingWork()) throws(CredentialVaultError) -> VaultCopy {
    try snapshotTurn.withLock { (_) throws(CredentialVaultError) in
      try SnapshotFolder(vault: folder).add(reason, at: environment.now(), storageLimit: environment.storageLimit, work)
    }
  }

  /// Takes the daily snapshot if none is younger than a day and something has changed since the newest. A vault that knows of damage takes
  /// none, so that copies from before the damage stay.
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
