// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import SyncModel

/// Moving the account to another place (docs/formats/sync.md, "Another place").
extension CredentialVault {
  /// Switches to a place that was verified to continue from this device's state.
  ///
  /// - Parameter cursor: Where to continue reading there; empty for the beginning.
  /// - Throws: `locked`, `storageFull` and the like.
  package func move(to place: String, cursor: [UInt8], in replica: inout VaultReplica) throws {
    _ = try step(in: &replica) { work in
      work.step.isElsewhere = place != work.replica.state.place
      if work.step.isElsewhere {
        work.replica.state.arrival = ReplicaState.Arrival(number: work.replica.chain.head.number, isFirst: false)
      }
      work.replica.state.place = place
      work.replica.state.cursor = cursor
      work.replica.state.alarm = nil
      work.replica.state.carryTo = nil
    }
  }

  /// Switches to a place that has the account only from this device's head on: every record has to be committed there again.
  ///
  /// - Parameters:
  ///   - cursor: Where to continue reading there, after anything the place had before.
  ///   - replica: A replica for which ``mayCarry(_:)`` is true.
  /// - Throws: `locked`, `storageFull` and the like.
  package func carry(to place: String, cursor: [UInt8], in replica: inout VaultReplica) throws {
    _ = try step(in: &replica) { work in
      work.step.isElsewhere = true
      work.replica.state.place = place
      work.replica.state.cursor = cursor
      work.replica.state.alarm = nil
      work.replica.state.carryTo = nil
      work.replica.state.promised = nil
      work.replica.state.rewrapDue = nil
      // Any commit signed on the head went to the old place.
      work.replica.state.inFlight = []
      let base = work.replica.chain.head.number
      work.replica.state.arrival = ReplicaState.Arrival(number: base, isFirst: true)
      work.replica.state.carrying = base > 0 ? ReplicaState.Carrying(base: base, after: [], isWritten: false) : nil
    }
  }

  /// Whether this device has everything its chain names and may transfer the account: it may not rewrite quarantined versions.
  package func mayCarry(_ replica: VaultReplica) -> Bool {
    replica.isMember && replica.awaited.isEmpty && quarantinedCount == 0 && replica.state.promised == nil
  }

  /// Rewrites the next of the records that the place lacks, until all are written.
  ///
  /// - Parameter most: The maximum number of records.
  /// - Throws: As ``follow(_:bringing:to:in:)``.
  package func renewNext(_ most: Int, in replica: inout VaultReplica) throws {
    guard let due = replica.state.carrying else { return }
    // Records committed since are already there.
    let names = replica.chain.versions.values.filter { $0.number <= due.base }.map(\.item.record)
      .filter { due.after.lexicographicallyPrecedes($0.bytes) }.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    let batch = names.prefix(most)
    _ = try step(in: &replica) { work in
      for name in batch { try work.renew(name) }
      work.replica.state.carrying = ReplicaState.Carrying(
        base: due.base, after: batch.last?.bytes ?? due.after, isWritten: names.count <= most)
    }
  }

  /// Notes that this device transfers the log to a place whose commits it has not read, so that a checkpoint follows once its records are
  /// sent.
  ///
  /// - Parameter head: The head at the place, from which the account continues.
  /// - Throws: As ``store(_:in:)``.
  package func beginCarrying(from head: CommitPosition, in replica: inout VaultReplica) throws(CredentialVaultError) {
    // All records are already waiting to be committed.
    let carrying = ReplicaState.Carrying(base: head.number, after: [], isWritten: true)
    let arrival = ReplicaState.Arrival(number: head.number, isFirst: true)
    try store({ ($0.carrying, $0.arrival) = (carrying, arrival) }, in: &replica)
  }

  /// Notes that the place has everything.
  /// - Throws: As ``store(_:in:)``.
  package func endCarrying(in replica: inout VaultReplica) throws(CredentialVaultError) {
    try store({ $0.carrying = nil }, in: &replica)
  }
}
