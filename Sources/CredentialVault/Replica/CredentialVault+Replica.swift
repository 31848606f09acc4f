// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import FoundationEssentials
package import SyncModel
import Synchronization

/// The vault as one of the replicas of an account (design: section 3.9).
extension CredentialVault {
  /// Whether the vault is synchronised; known even while it is locked.
  package var isReplica: Bool { (try? database.isReplica()) ?? false }

  /// The number of records with changes that no other device can have yet.
  package var pendingCount: Int { (try? database.pendingCount()) ?? 0 }

  /// Returns the stored state of the account's other devices; nil for a vault that is not synchronised.
  /// - Throws: `locked`, `tampered` if it does not belong to the log next to it, `damaged`, `tooNew`.
  package func replica() throws(CredentialVaultError) -> VaultReplica? {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      do {
        guard let sealed = try database.replicaState() else { return nil }
        let keyFile = keyFile
        let bytes: [UInt8]
        do {
          bytes = try SealedReplicaState.open(sealed, root: unlocked.root, account: keyFile.account, device: keyFile.device)
        } catch {
          throw CredentialVaultError(.tampered)
        }
        let state = try ReplicaState(decoding: bytes)
        let log = try readLog()
        guard log.position(state.logHead.sequence) == state.logHead else { throw CredentialVaultError(.tampered) }
        let stored = try database.storedChain()
        guard stored.hashes.last == state.head.hash,
          let chain = CommitChain(
            restoring: keyFile.account, headNumber: state.head.number, hashes: stored.hashes, logSequence: state.logSequence,
            authors: stored.authors, versions: stored.versions, itemsSinceCheckpoint: Int(clamping: state.itemsSinceCheckpoint),
            checkpointClock: state.checkpointClock, checkpointHistory: state.checkpointHistory)
        else { throw CredentialVaultError(.tampered) }
        return VaultReplica(
          state: state, log: log, chain: chain, device: keyFile.device,
          keys: try openKeys(of: keyFile, with: unlocked.root, log: log).device, epochKey: unlocked.epochKey,
          awaited: AwaitedBodies(stored.awaited))
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// Makes the vault a replica with a new chain; every record is pending.
  ///
  /// - Parameter place: Where it is synchronised: an origin, or the absolute path of a folder.
  /// - Throws: `locked`, `storageFull` and the like.
  package func beginReplica(at place: String) throws(CredentialVaultError) -> VaultReplica {
    try state.withLock { (state) throws(CredentialVaultError) in
      guard let unlocked = state.unlocked else { throw CredentialVaultError(.locked) }
      do {
        let log = try readLog()
        let replica = VaultReplica(
          state: ReplicaState(place: place, log: log), log: log, chain: CommitChain(account: log.account), device: keyFile.device,
          keys: try openKeys(of: keyFile, with: unlocked.root, log: log).device, epochKey: unlocked.epochKey)
        let sealed = try seal(replica.state, unlocked.root)
        try database.beginReplica(sealedState: sealed)
        return replica
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// Stops synchronising the vault; every record stays.
  /// - Throws: Storage errors.
  package func endReplica() throws(CredentialVaultError) {
    do {
      try database.endReplica()
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Stores state that is not about commits: the place, the time of the last exchange, and the reason for sending nothing.
  /// - Throws: `locked`, `storageFull` and the like.
  package func store(_ change: (inout ReplicaState) -> Void, in replica: inout VaultReplica) throws(CredentialVaultError) {
    var next = replica
    change(&next.state)
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      do {
        try database.remember(sealedState: seal(next.state, unlocked.root))
      } catch {
        throw CredentialVaultError(error)
      }
    }
    replica = next
  }

  /// Raises an alarm: nothing is sent from here on, and everything stays as it is and usable.
  /// - Throws: As ``store(_:in:)``; the passed value then has the alarm all the same.
  package func raise(_ verdict: SyncModelError, in replica: inout VaultReplica) throws(CredentialVaultError) {
    let alarm = ReplicaAlarm(verdict, atMilliseconds: RecordBody.milliseconds(environment.now()))
    do {
      try store({ $0.alarm = alarm }, in: &replica)
    } catch {
      replica.state.alarm = alarm
      throw error
    }
  }

  /// Ends an alarm at the user's request.
  /// - Throws: As ``store(_:in:)``.
  package func endAlarm(in replica: inout VaultReplica) throws(CredentialVaultError) {
    try store({ $0.alarm = nil }, in: &replica)
  }

  func seal(_ replicaState: ReplicaState, _ root: LocalRoot) throws -> [UInt8] {
    var generator = environment.makeGenerator()
    return try SealedReplicaState.seal(
      replicaState.encoded, root: root, account: keyFile.account, device: keyFile.device, using: &generator)
  }
}
