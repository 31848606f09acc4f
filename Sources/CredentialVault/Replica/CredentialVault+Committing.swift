// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import FoundationEssentials
package import SyncModel
import Synchronization

/// A commit signed by this device and ready to be sent, with the versions it names.
package struct PreparedCommit: Sendable {
  /// The commit.
  package let commit: Commit
  /// The versions it names, in the order of its items.
  package let envelopes: [RecordEnvelope]

  /// The versions as they are served back once the commit is accepted.
  package var served: [ServedVersion] { envelopes.map { ServedVersion(number: commit.header.number, envelope: $0) } }
}

/// Sending this device's changes. A commit is created just before it is sent, so that none is ever signed without a place in the chain.
extension CredentialVault {
  /// The maximum length of one commit's envelopes in bytes; a sync server accepts 4 MiB.
  private static let mostBytes = 3 << 20
  /// The maximum number of commits on one head for which acceptance is unknown.
  static let mostInFlight = 512

  /// Signs a commit of the pending changes, and stores that before anyone has it; nil if nothing is pending.
  /// - Throws: `SyncModelError` `cannotWrite`; `CredentialVaultError` for `locked`, `storageFull` and the like.
  package func prepareCommit(in replica: inout VaultReplica) throws -> PreparedCommit? {
    try prepare(in: &replica) { (work) throws -> (Commit, [RecordEnvelope])? in
      var envelopes: [RecordEnvelope] = []
      var byteCount = 0
      for row in try database.pending(atMost: CommitItem.most) {
        guard let envelope = work.envelope(row) else { continue }
        byteCount += envelope.body.count + envelope.wrap.count
        if byteCount > Self.mostBytes, !envelopes.isEmpty { break }
        // A record whose version in the chain is newer than this device's is merged first, when its body arrives.
        guard envelope.facts.revision > work.replica.chain.versions[row.name]?.item.revision ?? 0 else { continue }
        envelopes.append(envelope)
      }
      guard !envelopes.isEmpty else { return nil }
      let commit = try work.replica.chain.makeCommit(
        of: envelopes.map(CommitItem.init), by: work.replica.author, log: work.replica.log, clock: work.stamp().time)
      return (commit, envelopes)
    }
  }

  /// Signs a commit without items: a checkpoint over all records if one is due, otherwise a heartbeat.
  /// - Parameter isCheckpoint: Whether to sign a checkpoint even if none is due.
  /// - Throws: As ``prepareCommit(in:)``.
  package func prepareEmptyCommit(isCheckpoint: Bool = false, in replica: inout VaultReplica) throws -> PreparedCommit? {
    let mayForget = try hasTimeSettled()
    return try prepare(in: &replica) { (work) throws -> (Commit, [RecordEnvelope])? in
      let chain = work.replica.chain
      let (author, log, clock) = (work.replica.author, work.replica.log, work.stamp().time)
      let isDue = isCheckpoint || chain.isCheckpointDue(atMilliseconds: RecordBody.milliseconds(work.now))
      return (
        isDue
          ? try chain.makeCheckpoint(by: author, log: log, clock: clock, mayForget: mayForget)
          : try chain.makeCommit(of: [], by: author, log: log, clock: clock),
        []
      )
    }
  }

  private func prepare(
    in replica: inout VaultReplica, _ body: (inout ReplicaWork) throws -> (Commit, [RecordEnvelope])?
  ) throws -> PreparedCommit? {
    guard replica.state.alarm == nil else { throw SyncModelError(.cannotWrite, own: replica.chain.head, device: replica.device) }
    var prepared: PreparedCommit?
    let former = replica
    let next = try state.withLock { state -> VaultReplica in
      guard let unlocked = state.unlocked else { throw CredentialVaultError(.locked) }
      var work = ReplicaWork(self, unlocked, former)
      guard let (commit, envelopes) = try body(&work) else { return former }
      do {
        if work.replica.state.inFlight.count >= Self.mostInFlight {
          // Discards this many commits. The next look accepts a commit of this device as one of them, as the first look after a start does.
          work.replica.state.inFlight = []
          work.replica.isFirstLook = true
        }
        work.replica.state.inFlight.insert(commit.position.hash)
        let sealed = try seal(work.replica.state, unlocked.root)
        // Stored before anyone has the commit, so that a lost reply does not look like a copy of this device.
        try database.remember(sealedState: sealed, clock: work.clock.last)
      } catch {
        throw CredentialVaultError(error)
      }
      state.unlocked?.clock = work.clock
      prepared = PreparedCommit(commit: commit, envelopes: envelopes)
      return work.replica
    }
    replica = next
    return prepared
  }
}
