// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
package import FoundationEssentials
import SyncModel
import Synchronization

/// The vault of one device: encrypted records on disk and, while it is unlocked, their key and an index in memory.
///
/// Calls may come from any thread. A single lock serialises them; only deriving a key from a passphrase does not hold it.
package final class CredentialVault: Sendable {
  /// The vault's state between unlocking and locking.
  struct Unlocked: Sendable {
    let root: LocalRoot
    var epochKey: EpochKey
    var index: CredentialIndex
    var clock: HybridClock
    var transactionNumber: UInt64
    /// The changes since the complete index was written; nil if the next locking has to write all of it.
    var journal: IndexJournal?
    var recent: RecentChanges
    /// Records that are older than the witness says, or missing, each with its required revision.
    var setBack: [RecordIdentifier: UInt64] = [:]
    /// Distinguishes this opening from others, whose indexes have a different order of rows.
    let opening = UUID()
  }

  struct State: Sendable {
    var unlocked: Unlocked?
    var attempts = UnlockAttempts()
    /// Whether the right passphrase opened the slot, but the keys next to it failed verification.
    var areKeysDamaged = false
    /// Whether the latest witness could not be written, so that a rollback could go unnoticed.
    var isWitnessOutdated = false
    /// The number of lockings, so that an unlocking overtaken by a lock has no effect.
    var lockings = 0
  }

  let folder: VaultFolder
  let environment: VaultEnvironment
  /// The contents of `vault.keys`. Another passphrase or other keys replace them as a whole, on disk first.
  let storedKeys: Mutex<KeyFile>
  let database: VaultDatabase
  let state = Mutex(State())
  /// The reports since the vault was locked; nil until they are read.
  let reports = Mutex<KeptReports?>(nil)
  /// The log of releases; nil until it is needed after unlocking.
  let releaseLog = Mutex<ReleaseLog?>(nil)
  /// The witness last written or read; nil if there is none, or it was not read yet.
  let witnessed = Mutex<RevisionWitness.Mark?>(nil)
  /// The grouping of records into accounts, with the opening and transaction it applies to; nil until a list needs it.
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

  /// Opens the vault in a folder, locked, and keeps every other process out as long as this value exists.
  /// - Throws: `missing`, `unsafeLocation`, `unreadable`, `inUse`, `damaged`, `tooNew`, `tampered`, `storageReadOnly`, `storageFailed`.
  package static func open(at folder: URL, environment: VaultEnvironment = VaultEnvironment()) throws(CredentialVaultError)
    -> CredentialVault
  {
    let folder = VaultFolder(folder)
    folder.takeBackReplaced()
    return try open(folder, environment: environment)
  }

  static func open(_ folder: VaultFolder, environment: VaultEnvironment) throws(CredentialVaultError) -> CredentialVault {
    // A vault can still be created in a folder without one, so leave nothing in it.
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
      // Read before the database is opened: a newer key file means a newer database.
      _ = try KeyFile.read(from: folder)
    } catch {
      // A database without keys is half a vault, and no place for a new one.
      throw error.code == .missing ? CredentialVaultError(.damaged) : error
    }
    do {
      let database = try VaultDatabase(
        openingAt: folder.database, storageLimit: environment.storageLimit,
        migrations: VaultDatabase.migrations + environment.furtherMigrations
      ) {
        // A vault being assembled from a copy already has that copy.
        if folder.isNursery { return }
        _ = try SnapshotFolder(vault: folder).add(.beforeMigration, at: environment.now(), storageLimit: environment.storageLimit)
      }
      let keyFile = try KeyFile.settled(in: folder, log: database.logEntries)
      return CredentialVault(folder: folder, environment: environment, keyFile: keyFile, database: database, fileLock: fileLock)
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// The current contents of `vault.keys`.
  var keyFile: KeyFile { storedKeys.withLock { $0 } }

  /// The account's name in hexadecimal. It is not secret and never changes.
  package var accountName: String { keyFile.account.text }

  /// Whether the folder is still where it was opened. Close a vault that was moved or replaced while open.
  package var isInPlace: Bool { place != nil && place == FilePlace(of: folder.path) }

  /// Whether records can be read.
  package var isUnlocked: Bool { state.withLock { $0.unlocked != nil } }

  /// Forgets the keys and everything opened with them; a locked vault stays as it is.
  package func lock() {
    let unlocked = state.withLock { state in
      state.lockings += 1
      defer { state.unlocked = nil }
      return state.unlocked
    }
    guard let unlocked else { return }
    forgetReleaseLog()
    accounts.withLock { $0 = nil }
    // The path now leads to another vault's folder, or to none.
    guard isInPlace else { return }
    keepWitness(of: unlocked)
    if let journal = unlocked.journal, !journal.isLong, journal.transaction == unlocked.transactionNumber { return }
    // The index is only a cache. If it cannot be written, the next unlocking rebuilds it.
    _ = try? writeIndex(unlocked.index, root: unlocked.root, transactionNumber: unlocked.transactionNumber)
  }

  /// Locks the vault and closes its files permanently. Another vault replaces it, and any remaining reference to this one can store nothing
  /// any more.
  ///
  /// - Parameter keepsOthersOut: Whether the lock file stays held as long as this value exists, or until the next call without this.
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
