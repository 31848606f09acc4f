// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import FoundationEssentials
package import SyncModel
import Synchronization

/// A commit that this device signed and may hand over, with what it names.
package struct PreparedCommit: Sendable {
  /// The commit.
  package let commit: Commit
  /// The versions that it names, in the order of its items.
  package let envelopes: [RecordEnvelope]

  /// The versions as they come back when the commit was taken.
  package var served: [ServedVersion] { envelopes.map { ServedVersion(number: commit.header.number, envelope: $0) } }
}

/// What this device tells the others. A commit is made when it is about to be handed over, so nothing is ever signed that has no place.
extension CredentialVault {
  /// The most bytes of one commit's envelopes; a sync server takes 4 MiB.
  private static let mostBytes = 3 << 20
  /// The most commits on one head of which it is not known whether one was taken.
  static let mostInFlight = 512

  /// Signs a commit of what waits, and remembers that before anybody has it; nil where nothing waits.
  /// - Throws: `SyncModelError` `cannotWrite`; `CredentialVaultError` for `locked`, `storageFull` and the like.
  package func prepareCommit(in replica: inout VaultReplica) throws -> PreparedCommit? {
    try prepare(in: &replica) { (work) throws -> (Commit, [RecordEnvelope])? in
      var envelopes: [RecordEnvelope] = []
      var byteCount = 0
      for row in try database.pending(atMost: CommitItem.most) {
        guard let envelope = work.envelope(row) else { continue }
        byteCount += envelope.body.count + envelope.wrap.count
        if byteCount > Self.mostBytes, !envelopes.isEmpty { break }
        // A record that the chain has further on than this device is merged first, when its body comes.
        guard envelope.facts.revision > work.replica.chain.versions[row.name]?.item.revision ?? 0 else { continue }
        envelopes.append(envelope)
      }
      guard !envelopes.isEmpty else { return nil }
      let commit = try work.replica.chain.makeCommit(
        of: envelopes.map(CommitItem.init), by: work.replica.author, log: work.replica.log, clock: work.stamp().time)
      return (commit, envelopes)
    }
  }

  /// Signs a commit without items: a checkpoint over all records where one is due, else a heartbeat.
  /// - Parameter isCheckpoint: Whether it is a checkpoint also where none is due.
  /// - Throws: As ``prepareCommit(in:)``.
  package func prepareEmptyCommit(isCheckpoint: Bool = false, in replica: inout VaultReplica) throws -> PreparedCommit? {
    try prepare(in: &replica) { (work) throws -> (Commit, [RecordEnvelope])? in
      let chain = work.replica.chain
      let (author, log, clock) = (work.replica.author, work.replica.log, work.stamp().time)
      let isDue = isCheckpoint || chain.isCheckpointDue(atMilliseconds: RecordBody.milliseconds(work.now))
      return (
        isDue
          ? try chain.makeCheckpoint(by: author, log: log, clock: clock) : try chain.makeCommit(of: [], by: author, log: log, clock: clock),
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
          // So many are not kept. The next look takes a commit of this device's for one of them, as the first one after a start does.
          work.replica.state.inFlight = []
          work.replica.isFirstLook = true
        }
        work.replica.state.inFlight.insert(commit.position.hash)
        let sealed = try seal(work.replica.state, unlocked)
        // Before anybody has the commit, so that a lost answer does not look like a copy of this device.
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
