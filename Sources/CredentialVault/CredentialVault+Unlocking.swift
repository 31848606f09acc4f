// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import Dispatch
package import SecretMemory
import SyncModel
import Synchronization

extension CredentialVault {
  /// Unlocks the vault. Takes as long as the slot's cost dictates plus a few milliseconds. Unlocking an unlocked vault verifies the
  /// passphrase.
  ///
  /// - Parameters:
  ///   - expected: The value of ``lockingCount`` when the passphrase was requested; nil for its current value.
  ///   - work: Receives the progress if the records have to be read.
  /// - Throws: `wrongPassphrase`, `tooManyAttempts`, `tampered`, `damaged`, `passphraseNotUTF8`, `outOfMemory`, `canceled`, and `locked` if
  ///   ``lock()`` was called in between.
  package func unlock(
    passphrase: borrowing SecretBytes, ifLockingsAre expected: Int? = nil, _ work: KeepingWork = KeepingWork()
  ) async throws(CredentialVaultError) {
    let lockings = expected ?? lockingCount
    let slot = keyFile.slot
    let root = try await openSlot(passphrase)
    if !isUnlocked { try enter(root, ifLockingsAre: lockings, work) }
    await raiseCost(of: slot, root: root, passphrase: passphrase)
  }

  /// Verifies the user by the passphrase and changes nothing.
  /// - Throws: As ``unlock(passphrase:)``.
  package func verify(passphrase: borrowing SecretBytes) async throws(CredentialVaultError) {
    _ = try await openSlot(passphrase)
  }

  func openSlot(_ passphrase: borrowing SecretBytes) async throws(CredentialVaultError) -> LocalRoot {
    let now = environment.now()
    try state.withLock { (state) throws(CredentialVaultError) in try state.attempts.begin(at: now) }
    let secret = SharedSecret(passphrase.copy())
    let keyFile = keyFile
    do {
      let root = try await offTheThreadPool { () throws(CredentialVaultError) in
        do {
          return try keyFile.slot.open(passphrase: secret.copy(), device: keyFile.device)
        } catch {
          throw CredentialVaultError(error)
        }
      }
      state.withLock { $0.attempts.succeed() }
      return root
    } catch {
      if error.code != .wrongPassphrase { state.withLock { $0.attempts.retract() } }
      throw error
    }
  }

  /// Checks account and device against the membership log and loads the index of records into memory.
  func enter(
    _ root: LocalRoot, ifLockingsAre expected: Int? = nil, _ work: KeepingWork = KeepingWork()
  ) throws(CredentialVaultError) {
    let unlocked = try readIn(root, work)
    try state.withLock { (state) throws(CredentialVaultError) in
      if let expected, state.lockings != expected { throw CredentialVaultError(.locked) }
      if state.unlocked == nil { state.unlocked = unlocked }
    }
  }

  /// Unlocks with the keys of another open value for the same vault or a copy of it, without typing or deriving from a passphrase.
  ///
  /// Checking thousands of damaged copies of one vault would otherwise take hours of key derivation.
  /// - Throws: `locked` if the other vault is; `tampered`, `damaged`.
  package func unlock(besides other: CredentialVault) throws(CredentialVaultError) {
    guard let root = other.state.withLock({ $0.unlocked?.root }) else { throw CredentialVaultError(.locked) }
    if !isUnlocked { try enter(root) }
  }

  /// Reloads everything after the vault's own repair changed the files.
  func reload(_ root: LocalRoot, _ work: KeepingWork) throws(CredentialVaultError) {
    let unlocked = try readIn(root, work)
    state.withLock { $0.unlocked = unlocked }
  }

  private func readIn(_ root: LocalRoot, _ work: KeepingWork) throws(CredentialVaultError) -> Unlocked {
    // The folder may have been moved while the passphrase was typed. The path then leads to other files with the same names.
    guard isInPlace else { throw CredentialVaultError(.unreadable) }
    do {
      let log = try readLog()
      let epochKey: EpochKey
      do {
        epochKey = try openKeys(of: keyFile, with: root, log: log).epoch
      } catch {
        // The damage shows only now. A check of the vault reports it from here on.
        state.withLock { $0.areKeysDamaged = true }
        throw error
      }
      let current = try database.state()
      let found = readIndex(root: root, transactionNumber: current.transactionNumber)
      let (index, journal) =
        if case .current(let index, let journal) = found {
          (index, journal)
        } else {
          try rebuildIndex(root: root, epochKey: epochKey, transactionNumber: current.transactionNumber, work)
        }
      var unlocked = Unlocked(
        root: root, epochKey: epochKey, index: index, clock: HybridClock(last: current.clock), transactionNumber: current.transactionNumber,
        journal: journal, recent: RecentChanges(after: current.transactionNumber))
      compareWithWitness(&unlocked, found)
      keepWitness(of: unlocked)
      Self.giveMemoryBack()
      return unlocked
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Reads and verifies the membership log.
  func readLog() throws -> MembershipLog {
    try MembershipLog(verifying: database.logEntries().map { try MembershipLogEntry(decoding: $0) })
  }

  /// The contents of the key file that are encrypted under the root.
  struct DeviceKeys: Sendable {
    let device: MemberKeys
    let epoch: EpochKey
  }

  /// Opens the keys of the device and of the current epoch.
  /// - Throws: `tampered` if they are not those named by the log.
  func openKeys(of keyFile: KeyFile, with root: LocalRoot, log: MembershipLog) throws -> DeviceKeys {
    let keys = try root.unwrap(keyFile.deviceKeys, account: keyFile.account, device: keyFile.device)
    let epochKey = try root.unwrapEpochKey(keyFile.epochKey, epoch: keyFile.epoch, account: keyFile.account, device: keyFile.device)
    guard log.account == keyFile.account, log.isActive(keyFile.device, with: keys), log.isCurrent(epochKey) else {
      throw CredentialVaultError(.tampered)
    }
    return DeviceKeys(device: keys, epoch: epochKey)
  }

  /// The relation of the stored index and journal to the database.
  enum StoredIndex {
    /// Together they reflect exactly its last transaction.
    case current(CredentialIndex, IndexJournal?)
    /// They contain later transactions, which were removed from the database.
    case ahead(CredentialIndex)
    /// They are unusable.
    case none
  }

  /// Returns the stored index with the changes from its journal.
  private func readIndex(root: LocalRoot, transactionNumber: UInt64) -> StoredIndex {
    guard let sealed = try? VaultFile.read(folder.index, limit: 1 << 28), let written = SealedIndex.transaction(of: sealed),
      let header = SealedIndex.header(of: sealed)
    else { return .none }
    var journal = IndexJournal(
      path: folder.indexJournal, header: header, sealing: IndexJournalSealing(root: root, header: header), transaction: written)
    let changes = journal.read()
    // Checked before the rest is opened: an index older than the last transaction is unusable.
    guard journal.transaction >= transactionNumber, let bytes = try? SealedIndex.open(sealed, root: root),
      var index = CredentialIndex(decoding: bytes)
    else { return .none }
    for rows in changes where !index.enter(rows: rows[...]) { return .none }
    return journal.transaction == transactionNumber ? .current(index, journal) : .ahead(index)
  }

  private func rebuildIndex(
    root: LocalRoot, epochKey: EpochKey, transactionNumber: UInt64, _ work: KeepingWork
  ) throws -> (CredentialIndex, IndexJournal?) {
    let total = database.recordCount()
    var count = 0
    var records: [(id: RecordIdentifier, entry: CredentialIndex.Entry, revision: UInt64)] = []
    var index = CredentialIndex()
    try database.forEachRecord { row in
      try work.step(.records, count, of: total)
      count += 1
      guard let id = RecordIdentifier(bytes: row.name.bytes) else { return }
      do throws(CredentialVaultError) {
        let (body, revision) = try openBody(row, with: epochKey)
        records.append((id, try body.indexEntry(id), revision))
      } catch {
        // One record that does not open must not block access to the others.
        records.append((id, error.code == .recordTooNew ? .tooNew : .damaged, 0))
      }
      if records.count == Self.rebuiltAtOnce {
        index.enter(contentsOf: records)
        records.removeAll(keepingCapacity: true)
      }
    }
    index.enter(contentsOf: records)
    // The index is only a cache. If it cannot be written now, the next locking retries.
    return (index, try? writeIndex(index, root: root, transactionNumber: transactionNumber))
  }

  /// The number of records whose summaries are in memory at the same time while the index is rebuilt.
  private static let rebuiltAtOnce = 16_384

  /// Writes the complete index.
  ///
  /// - Returns: The journal for subsequent changes.
  func writeIndex(
    _ index: CredentialIndex, root: LocalRoot, transactionNumber: UInt64
  ) throws(CredentialVaultError) -> IndexJournal {
    var generator = environment.makeGenerator()
    do {
      let sealed = try SealedIndex.seal(index.encoded, transaction: transactionNumber, root: root, using: &generator)
      try VaultFile.replace(folder.index, with: sealed)
      // The journal belongs to the previous index, and reading it takes time in proportion to its length.
      VaultFile.remove(folder.indexJournal)
      let header = SealedIndex.header(of: sealed) ?? []
      return IndexJournal(
        path: folder.indexJournal, header: header, sealing: IndexJournalSealing(root: root, header: header), transaction: transactionNumber)
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Runs work that occupies a core for a second outside Swift's small thread pool.
  static func offTheThreadPool<Value: Sendable>(
    _ work: @escaping @Sendable () throws(CredentialVaultError) -> Value
  ) async throws(CredentialVaultError) -> Value {
    let result: Result<Value, CredentialVaultError> = await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: Result { () throws(CredentialVaultError) in try work() })
      }
    }
    return try result.get()
  }

  func offTheThreadPool<Value: Sendable>(
    _ work: @escaping @Sendable () throws(CredentialVaultError) -> Value
  ) async throws(CredentialVaultError) -> Value {
    try await Self.offTheThreadPool(work)
  }
}
