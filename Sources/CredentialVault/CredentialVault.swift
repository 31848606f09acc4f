// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
package import FoundationEssentials
import SyncModel
import Synchronization

/// The vault of one device: sealed records on disk, and while it is unlocked the key to them and an index in memory.
///
/// Calls may come from any thread; they take their turn on one lock, which only a passphrase's derivation does not hold.
package final class CredentialVault: Sendable {
  /// What the vault knows between unlocking and locking.
  struct Unlocked: Sendable {
    let root: LocalRoot
    var epochKey: EpochKey
    var index: CredentialIndex
    var clock: HybridClock
    var transactionNumber: UInt64
    /// What was changed since the index was written as a whole; nil where the next locking has to write the whole.
    var journal: IndexJournal?
    var recent: RecentChanges
    /// Records that are older than the witness says, or gone, each with the revision that it must have.
    var setBack: [RecordIdentifier: UInt64] = [:]
    /// Tells this opening from others, whose indexes have their rows in another order.
    let opening = UUID()
  }

  struct State: Sendable {
    var unlocked: Unlocked?
    var attempts = UnlockAttempts()
    /// Whether the right passphrase opened the slot, but the keys beside it did not hold.
    var areKeysDamaged = false
    /// Whether the latest witness could not be written, so that a rollback could go unnoticed.
    var isWitnessOutdated = false
    /// Counts locking, so that an unlocking that was overtaken by it does not win.
    var lockings = 0
  }

  let folder: VaultFolder
  let environment: VaultEnvironment
  /// What stands in `vault.keys`; another passphrase or other keys replace it as a whole, on disk first.
  let storedKeys: Mutex<KeyFile>
  let database: VaultDatabase
  let state = Mutex(State())
  /// What was reported since the vault was locked; nil until it is read.
  let reports = Mutex<KeptReports?>(nil)
  /// The log of releases; nil until it is needed after unlocking.
  let releaseLog = Mutex<ReleaseLog?>(nil)
  /// The witness that was written or read last; nil where there is none, or it was not looked for yet.
  let witnessed = Mutex<RevisionWitness.Mark?>(nil)
  /// Which records belong to one account, and in which opening and after which transaction that held; nil until a list needs it.
  let accounts = Mutex<(opening: UUID, transaction: UInt64, table: AccountTable)?>(nil)
  /// Held while a snapshot is taken.
  let snapshotTurn = Mutex(())
  private let fileLock: VaultLock
  private let place: FilePlace?

  init(folder: VaultFolder, environment: VaultEnvironment, keyFile: KeyFile, database: VaultDatabase, fileLock: VaultLock) {
    place = FilePlace(of: folder.path)
    self.folder = folder
    self.environment = environment
    storedKeys = Mutex(keyFile)
    self.database = database
    self.fileLock = fileLock
  }

  /// Opens the vault in a folder, locked, and keeps every other process out until this value goes.
  /// - Throws: `missing`, `unsafeLocation`, `unreadable`, `inUse`, `damaged`, `tooNew`, `tampered`, `storageReadOnly`, `storageFailed`.
  package static func open(at folder: URL, environment: VaultEnvironment = VaultEnvironment()) throws(CredentialVaultError)
    -> CredentialVault
  {
    let folder = VaultFolder(folder)
    folder.takeBackReplaced()
    return try open(folder, environment: environment)
  }

  static func open(_ folder: VaultFolder, environment: VaultEnvironment) throws(CredentialVaultError) -> CredentialVault {
    // A folder without a vault is where one can be made, so nothing is left in it.
    guard try folder.isTaken() else { throw CredentialVaultError(.missing) }
    try folder.secure()
    let fileLock: VaultLock
    if let held = folder.nurseryLock {
      fileLock = held
    } else {
      fileLock = try VaultLock(at: folder.lock)
      folder.clearLeftovers()
    }
    do {
      // Read before the database is touched: a key file of a later version means a database of one.
      _ = try KeyFile.read(from: folder)
    } catch {
      // A database without keys is half a vault, and no place for another one.
      throw error.code == .missing ? CredentialVaultError(.damaged) : error
    }
    do {
      let database = try VaultDatabase(
        openingAt: folder.database, storageLimit: environment.storageLimit,
        migrations: VaultDatabase.migrations + environment.furtherMigrations
      ) {
        // What is being put together from a copy has the copy.
        if folder.isNursery { return }
        _ = try SnapshotFolder(vault: folder).add(.beforeMigration, at: environment.now(), storageLimit: environment.storageLimit)
      }
      let keyFile = try KeyFile.settled(in: folder, log: database.logEntries)
      return CredentialVault(folder: folder, environment: environment, keyFile: keyFile, database: database, fileLock: fileLock)
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// What stands in `vault.keys` now.
  var keyFile: KeyFile { storedKeys.withLock { $0 } }

  /// The account's name in hexadecimal, which is no secret and stays the same for ever.
  package var accountName: String { keyFile.account.text }

  /// Whether its folder still stands where it was opened; a vault that somebody moved away or replaced while it was open is to be let go of.
  package var isInPlace: Bool { place != nil && place == FilePlace(of: folder.path) }

  /// Whether records can be read now.
  package var isUnlocked: Bool { state.withLock { $0.unlocked != nil } }

  /// Forgets the keys and everything that was opened with them; a locked vault stays as it is.
  package func lock() {
    let unlocked = state.withLock { state in
      state.lockings += 1
      defer { state.unlocked = nil }
      return state.unlocked
    }
    guard let unlocked else { return }
    forgetReleaseLog()
    accounts.withLock { $0 = nil }
    // What stands there now is another vault's folder, or nobody's.
    guard isInPlace else { return }
    keepWitness(of: unlocked)
    if let journal = unlocked.journal, !journal.isLong, journal.transaction == unlocked.transactionNumber { return }
    // Only a cache: when it cannot be written, the next unlocking rebuilds it.
    _ = try? writeIndex(unlocked.index, root: unlocked.root, transactionNumber: unlocked.transactionNumber)
  }

  /// Locks the vault and lets go of its files for good: another vault takes its place, and whoever still holds this one stores nothing any more.
  ///
  /// - Parameter keepsOthersOut: Whether the lock file stays held until this value goes, or until the next call without this.
  package func retire(keepsOthersOut: Bool = false) {
    lock()
    try? database.close()
    if !keepsOthersOut { fileLock.release() }
  }

  deinit {
    lock()
    try? database.close()
  }
}
