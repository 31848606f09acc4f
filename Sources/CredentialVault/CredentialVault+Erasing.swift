// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
import CredentialCryptography
import SyncModel
import Synchronization

/// Erasing the contents of the trash (decision 30).
extension CredentialVault {
  /// The time for which a record in the trash can be restored: 30 days, in seconds.
  package static let trashInterval: TimeInterval = 30 * 24 * 3600

  /// Erases records in the trash permanently, all or none. A tombstone replaces each one, and no old version remains in the vault's own
  /// files.
  ///
  /// Earlier snapshots keep the records until they are replaced.
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
    // The erasure is complete. If emptying the log fails now, the next erasure empties it.
    try? database.emptyWriteAheadLog()
    state.withLock { state in
      guard let unlocked = state.unlocked else { return }
      // The stored index names the erased records until it is rewritten.
      state.unlocked?.journal = try? writeIndex(unlocked.index, root: unlocked.root, transactionNumber: unlocked.transactionNumber)
    }
  }

  /// Erases records that the user moved to the trash more than ``trashInterval`` ago, and returns their number. Records hidden on a
  /// service's report stay: a report from a site destroys nothing.
  ///
  /// Nothing is erased where the vault was last written to longer ago than that, or after now: a clock that jumped would empty the trash of somebody
  /// who has just filled it. After such a leap it waits for ``KnownTimes/settlingInterval`` besides: the first change, which the weekly word to other
  /// devices is too, shows only what the clock says. A vault that was set back, or knows of damage, keeps everything.
  /// A vault with other devices erases only what all of them have seen in the trash: ``eraseExpired(seenBy:)``.
  /// - Throws: As ``erase(_:)``.
  package func eraseExpired() throws(CredentialVaultError) -> Int { isReplica ? 0 : try eraseExpired { _ in true } }

  /// As ``eraseExpired()``, for a vault that has other devices. Erases a record in the trash once each of them has written since, or has
  /// been silent for 180 days (design: section 3.10).
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
    guard !expired.isEmpty, try hasTimeSettled() else { return 0 }
    try erase(expired)
    return expired.count
  }

  /// Whether the device's time follows from what the vault has known, so that what is old by it may go.
  /// - Throws: What the storage refused.
  func hasTimeSettled() throws(CredentialVaultError) -> Bool {
    do {
      return KnownTimes(try database.knownTimes()).haveSettled(atMilliseconds: RecordBody.milliseconds(environment.now()))
    } catch {
      throw CredentialVaultError(error)
    }
  }
}
