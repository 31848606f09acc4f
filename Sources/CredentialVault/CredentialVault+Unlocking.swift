// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import Dispatch
package import SecretMemory
import Synchronization

extension CredentialVault {
  /// Unlocks the vault; takes as long as the slot's cost says and a few milliseconds. Unlocking an unlocked vault verifies the passphrase.
  /// - Throws: `wrongPassphrase`, `tooManyAttempts`, `tampered`, `damaged`, `passphraseNotUTF8`, `outOfMemory`, and `locked` when
  ///   ``lock()`` came in between.
  package func unlock(passphrase: borrowing SecretBytes) async throws(CredentialVaultError) {
    let lockings = state.withLock { $0.lockings }
    let slot = keyFile.slot
    let root = try await openSlot(passphrase)
    if !isUnlocked { try enter(root, ifLockingsAre: lockings) }
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
  func enter(_ root: LocalRoot, ifLockingsAre expected: Int? = nil) throws(CredentialVaultError) {
    let unlocked = try readIn(root)
    try state.withLock { (state) throws(CredentialVaultError) in
      if let expected, state.lockings != expected { throw CredentialVaultError(.locked) }
      if state.unlocked == nil { state.unlocked = unlocked }
    }
  }

  private func readIn(_ root: LocalRoot) throws(CredentialVaultError) -> Unlocked {
    do {
      let epochKey = try openKeys(of: keyFile, with: root, log: readLog()).epoch
      let current = try database.state()
      let index = try readIndex(root: root, transactionNumber: current.transactionNumber) ?? rebuildIndex(epochKey: epochKey)
      return Unlocked(
        root: root, epochKey: epochKey, index: index, clock: HybridClock(last: current.clock), transactionNumber: current.transactionNumber)
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

  /// The stored index, or nil when it does not reflect exactly the last transaction.
  private func readIndex(root: LocalRoot, transactionNumber: UInt64) -> CredentialIndex? {
    guard let sealed = try? DurableFile.read(folder.index, limit: 1 << 28), SealedIndex.transaction(of: sealed) == transactionNumber,
      let bytes = try? SealedIndex.open(sealed, root: root)
    else { return nil }
    return CredentialIndex(decoding: bytes)
  }

  private func rebuildIndex(epochKey: EpochKey) throws -> CredentialIndex {
    var index = CredentialIndex()
    try database.forEachRecord { row in
      guard let id = RecordIdentifier(bytes: row.name.bytes) else { return }
      do throws(CredentialVaultError) {
        let (body, revision) = try openBody(row, with: epochKey)
        index.enter(try body.indexEntry(id), revision: revision, for: id)
      } catch {
        // One record that does not open must not keep the others shut away.
        index[id] = error.code == .recordTooNew ? .tooNew : .damaged
      }
    }
    return index
  }

  func writeIndex(of unlocked: Unlocked) throws(CredentialVaultError) {
    var generator = environment.makeGenerator()
    do {
      let sealed = try SealedIndex.seal(
        unlocked.index.encoded, transaction: unlocked.transactionNumber, root: unlocked.root, using: &generator)
      try DurableFile.replace(folder.index, with: sealed, inFolder: folder.path)
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
