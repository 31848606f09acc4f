// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
import CredentialCryptography
import SyncModel
import Synchronization

/// The end of what lies in the trash (decision 30).
extension CredentialVault {
  /// How long what was moved to the trash can be taken out of it.
  package static let trashInterval: TimeInterval = 30 * 24 * 3600

  /// Erases records in the trash for good, all or none: a tombstone takes each one's place, and no former version stays in the vault's own files.
  ///
  /// Snapshots that were taken before keep them until they make room for others.
  /// - Throws: `locked`, `noSuchRecord` for one that is not in the trash, `storageFull` and the like.
  package func erase(_ ids: [RecordIdentifier]) throws(CredentialVaultError) {
    if ids.isEmpty { return }
    let now = environment.now()
    try write { (unlocked, time) throws(CredentialVaultError) in
      try ids.map { (id) throws(CredentialVaultError) in
        guard case .trashed = unlocked.index[id] else { throw CredentialVaultError(.noSuchRecord) }
        let last = max(unlocked.index.revision(of: id), unlocked.setBack[id] ?? 0)
        return Change(
          id: id, body: .tombstone(erasedAt: now, stamp: FieldStamp(time: time, device: keyFile.device)), revision: last + 1,
          blobs: filesToErase(with: id, unlocked))
      }
    }
    // From here on everything is done; what cannot be tidied away now goes with the next of these.
    try? database.emptyWriteAheadLog()
    state.withLock { state in
      guard let unlocked = state.unlocked else { return }
      // The index at rest names what was erased until it is written anew.
      state.unlocked?.journal = try? writeIndex(unlocked.index, root: unlocked.root, transactionNumber: unlocked.transactionNumber)
    }
  }

  /// Erases what a person moved to the trash more than ``trashInterval`` ago, and returns how many records that were. What a service hid stays: a site's
  /// word destroys nothing.
  ///
  /// Nothing is erased where the vault was last written to longer ago than that, or after now: a clock that jumped would empty the trash of somebody
  /// who has just filled it. With the next change the vault knows the time again. A vault that was set back, or knows of damage, keeps everything.
  /// A vault with other devices erases only what all of them have seen in the trash: ``eraseExpired(seenBy:)``.
  /// - Throws: As ``erase(_:)``.
  package func eraseExpired() throws(CredentialVaultError) -> Int { isReplica ? 0 : try eraseExpired { _ in true } }

  /// As ``eraseExpired()``, for a vault that has other devices: what lies in the trash goes once each of them has written since, or is silent for
  /// 180 days (design: section 3.10).
  /// - Throws: As ``erase(_:)``.
  package func eraseExpired(seenBy replica: VaultReplica) throws(CredentialVaultError) -> Int {
    let now = RecordBody.milliseconds(environment.now())
    return try eraseExpired { id in
      RecordName(id.bytes).map { replica.chain.mayPurge($0, log: replica.log, atMilliseconds: now) } ?? false
    }
  }

  private func eraseExpired(where mayGo: (RecordIdentifier) -> Bool) throws(CredentialVaultError) -> Int {
    let now = environment.now()
    let expired: [RecordIdentifier] = try withUnlocked { (unlocked) throws(CredentialVaultError) in
      let written = RecordBody.date(unlocked.clock.last >> 16)
      guard (0...Self.trashInterval).contains(now.timeIntervalSince(written)), unlocked.setBack.isEmpty,
        unlocked.index.count(of: .damaged) == 0
      else { return [] }
      let trashed = unlocked.index.trashedSummaries().filter { !$0.isHiddenByService }
      return trashed.filter { $0.trashed.map { now.timeIntervalSince($0) > Self.trashInterval } ?? false }.map(\.id).filter(mayGo)
    }
    try erase(expired)
    return expired.count
  }
}
