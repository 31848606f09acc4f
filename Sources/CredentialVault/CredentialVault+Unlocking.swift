// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import Dispatch
package import SecretMemory
import SyncModel
import Synchronization

extension CredentialVault {
  /// Unlocks the vault; takes as long as the slot's cost says and a few milliseconds. Unlocking an unlocked vault verifies the passphrase.
  ///
  /// - Parameters:
  ///   - expected: What ``lockingCount`` was when the passphrase was asked for; nil for what it is now.
  ///   - work: Hears how far it is where the records have to be read.
  /// - Throws: `wrongPassphrase`, `tooManyAttempts`, `tampered`, `damaged`, `passphraseNotUTF8`, `outOfMemory`, `canceled`, and `locked` when
  ///   ``lock()`` came in between.
  package func unlock(
    passphrase: borrowing SecretBytes, ifLockingsAre expected: Int? = nil, _ work: KeepingWork = KeepingWork()
  ) async throws(CredentialVaultError) {
    let lockings = expected ?? lockingCount
    let slot = keyFile.slot
    let root = try await openSlot(passphrase)
    if !isUnlocked { try enter(root, ifLockingsAre: lockings, work) }
    await raiseCost(of: slot, root: root, passphrase: passphrase)
  }

  /// Verifies the person by the passphrase and changes nothing.
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

  /// Checks account and device against the membership log and takes the records' index into memory.
  func enter(
    _ root: LocalRoot, ifLockingsAre expected: Int? = nil, _ work: KeepingWork = KeepingWork()
  ) throws(CredentialVaultError) {
    let unlocked = try readIn(root, work)
    try state.withLock { (state) throws(CredentialVaultError) in
      if let expected, state.lockings != expected { throw CredentialVaultError(.locked) }
      if state.unlocked == nil { state.unlocked = unlocked }
    }
  }

  /// Unlocks with the keys of another value that has the same vault, or a copy of it, open: no passphrase is typed, and none derived.
  ///
  /// Looking through thousands of damaged copies of one vault would take hours of derivations.
  /// - Throws: `locked` where the other is; `tampered`, `damaged`.
  package func unlock(besides other: CredentialVault) throws(CredentialVaultError) {
    guard let root = other.state.withLock({ $0.unlocked?.root }) else { throw CredentialVaultError(.locked) }
    if !isUnlocked { try enter(root) }
  }

  /// Takes everything in anew, after the files were changed beneath the vault by its own repair.
  func reload(_ root: LocalRoot, _ work: KeepingWork) throws(CredentialVaultError) {
    let unlocked = try readIn(root, work)
    state.withLock { $0.unlocked = unlocked }
  }

  private func readIn(_ root: LocalRoot, _ work: KeepingWork) throws(CredentialVaultError) -> Unlocked {
    // Somebody may have moved the folder away while the passphrase was typed; what stands there now has files of the same names.
    guard isInPlace else { throw CredentialVaultError(.unreadable) }
    do {
      let log = try readLog()
      let epochKey: EpochKey
      do {
        epochKey = try openKeys(of: keyFile, with: root, log: log).epoch
      } catch {
        // Only now it shows: a check of the vault tells it from here on.
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

  /// The membership log, checked.
  func readLog() throws -> MembershipLog {
    try MembershipLog(verifying: database.logEntries().map { try MembershipLogEntry(decoding: $0) })
  }

  /// What lies in the key file under the root.
  struct DeviceKeys: Sendable {
    let device: MemberKeys
    let epoch: EpochKey
  }

  /// Opens the device's keys and the current epoch's.
  /// - Throws: `tampered` where they are not those that the log vouches for.
  func openKeys(of keyFile: KeyFile, with root: LocalRoot, log: MembershipLog) throws -> DeviceKeys {
    let keys = try root.unwrap(keyFile.deviceKeys, account: keyFile.account, device: keyFile.device)
    let epochKey = try root.unwrapEpochKey(keyFile.epochKey, epoch: keyFile.epoch, account: keyFile.account, device: keyFile.device)
    guard log.account == keyFile.account, log.isActive(keyFile.device, with: keys), log.isCurrent(epochKey) else {
      throw CredentialVaultError(.tampered)
    }
    return DeviceKeys(device: keys, epoch: epochKey)
  }

  /// What index and journal at rest are to the database.
  enum StoredIndex {
    /// Both together reflect exactly its last transaction.
    case current(CredentialIndex, IndexJournal?)
    /// They know of later transactions, which something took out of the database.
    case ahead(CredentialIndex)
    /// They are of no use.
    case none
  }

  /// The stored index with what its journal says.
  private func readIndex(root: LocalRoot, transactionNumber: UInt64) -> StoredIndex {
    guard let sealed = try? DurableFile.read(folder.index, limit: 1 << 28), let written = SealedIndex.transaction(of: sealed),
      let header = SealedIndex.header(of: sealed)
    else { return .none }
    var journal = IndexJournal(
      path: folder.indexJournal, header: header, sealing: IndexJournalSealing(root: root, header: header), transaction: written)
    let changes = journal.read()
    // Looked at before the rest is opened: an index of before the last transaction is of no use.
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
        // One record that does not open must not keep the others shut away.
        records.append((id, error.code == .recordTooNew ? .tooNew : .damaged, 0))
      }
      if records.count == Self.rebuiltAtOnce {
        index.enter(contentsOf: records)
        records.removeAll(keepingCapacity: true)
      }
    }
    index.enter(contentsOf: records)
    // Only a cache: where it cannot be written now, the next locking tries again.
    return (index, try? writeIndex(index, root: root, transactionNumber: transactionNumber))
  }

  /// Records whose summaries are held at once while the index is rebuilt.
  private static let rebuiltAtOnce = 16_384

  /// Writes the index as a whole.
  ///
  /// - Returns: The journal for what changes from now on.
  func writeIndex(
    _ index: CredentialIndex, root: LocalRoot, transactionNumber: UInt64
  ) throws(CredentialVaultError) -> IndexJournal {
    var generator = environment.makeGenerator()
    do {
      let sealed = try SealedIndex.seal(index.encoded, transaction: transactionNumber, root: root, using: &generator)
      try DurableFile.replace(folder.index, with: sealed, inFolder: folder.path)
      // What it says belongs to the index before, and reading it takes as long as it is.
      DurableFile.remove(folder.indexJournal)
      let header = SealedIndex.header(of: sealed) ?? []
      return IndexJournal(
        path: folder.indexJournal, header: header, sealing: IndexJournalSealing(root: root, header: header), transaction: transactionNumber)
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Runs work that fills a core for a second where it does not hold up Swift's few threads.
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
