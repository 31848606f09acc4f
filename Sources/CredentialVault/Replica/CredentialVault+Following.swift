// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import CredentialModel
import FoundationEssentials
package import SyncModel
import Synchronization

/// A version of a record as served.
package struct ServedVersion: Hashable, Sendable {
  /// The number of the commit that is claimed to have brought it.
  package let number: UInt64
  /// The encrypted version.
  package let envelope: RecordEnvelope

  /// Pairs a version with its commit.
  package init(number: UInt64, envelope: RecordEnvelope) {
    self.number = number
    self.envelope = envelope
  }
}

/// Following other devices. Each call stores all of its input or nothing, and verifies all of it: commits by the chain's rules, bodies by
/// what the commits say about them.
extension CredentialVault {
  /// Adds the next commits of the chain and bodies of the versions they name, and merges this device's changes.
  ///
  /// - Parameters:
  ///   - commits: The next commits, in order; known ones are skipped.
  ///   - versions: Newest versions of records; known ones are skipped.
  ///   - cursor: The end of the page, as reported by the source.
  /// - Returns: Whether any record has changed.
  /// - Throws: `SyncModelError` with the verdict, and then nothing has changed; `CredentialVaultError` for `locked`, `storageFull` and the
  ///   like.
  package func follow(
    _ commits: [Commit], bringing versions: [ServedVersion], to cursor: [UInt8], in replica: inout VaultReplica
  ) throws -> Bool {
    try step(in: &replica) { work in
      for commit in commits { try work.follow(commit) }
      try work.prepare(for: versions)
      for version in versions { try work.take(version) }
      work.replica.state.cursor = cursor
    }
  }

  /// Adopts a checkpoint with everything it covers. A new device starts this way, and a device that was offline for long links its head to
  /// a current one.
  ///
  /// - Parameters:
  ///   - headers: The headers up to the checkpoint: from this device's head, for a new chain from the promised commit, or only the
  ///     checkpoint's.
  ///   - covered: Every record's newest version at the checkpoint.
  ///   - beginsAnew: Whether the chain starts at the checkpoint, and this device's data from earlier chains counts as its own changes.
  /// - Throws: As ``follow(_:bringing:to:in:)``.
  package func join(
    _ headers: [SignedCommitHeader], covering covered: [RecordVersion], beginsAnew: Bool, in replica: inout VaultReplica
  ) throws {
    _ = try step(in: &replica) { work in
      if beginsAnew, let last = headers.last {
        // A chain after the commit that another device vouched for starts at that commit.
        let promised = work.replica.state.promised.flatMap { $0.number < last.header.number ? $0 : nil }
        let parent = promised ?? CommitPosition(number: last.header.number - 1, hash: last.header.parent)
        work.beginAnew(CommitChain(account: work.replica.log.account, joiningAt: parent), at: parent)
      }
      let before = work.replica.chain.versions
      try work.replica.chain.follow(headers, to: covered, log: work.replica.log, as: work.replica.own)
      work.replica.state.inFlight = []
      for header in headers { work.note(header.header, at: header.position) }
      guard let checkpoint = headers.last?.header else { return }
      for version in covered where before[version.item.record] != version {
        work.expectBody(of: version.item.record, in: checkpoint)
      }
    }
  }

  /// Restarts the chain: everything on this device counts as its own change, to be merged with what is served from the beginning.
  /// - Throws: As ``follow(_:bringing:to:in:)``.
  package func beginAnew(_ replica: inout VaultReplica) throws {
    _ = try step(in: &replica) { work in
      work.beginAnew(CommitChain(account: work.replica.log.account), at: .beginning)
      work.replica.state.cursor = []
    }
  }

  /// Ends a complete look: no body named by the chain is still awaited.
  /// - Throws: `SyncModelError` `bodyMissing`.
  package func endLook(_ replica: inout VaultReplica) throws(SyncModelError) {
    if let record = replica.awaited.first {
      throw SyncModelError(.bodyMissing, own: replica.chain.head, record: record)
    }
    replica.isFirstLook = false
  }

  /// Merges quarantined versions: those whose time has come, or all of them if the user asked for it.
  ///
  /// - Returns: Whether any record has changed.
  /// - Throws: As ``follow(_:bringing:to:in:)``.
  package func mergeQuarantined(all: Bool, in replica: inout VaultReplica) throws -> Bool {
    let kept: [(name: RecordName, rows: [VaultDatabase.Row])]
    do { kept = try database.quarantined() } catch { throw CredentialVaultError(error) }
    if kept.isEmpty { return false }
    return try step(in: &replica) { work in
      for (name, rows) in kept {
        let versions = rows.compactMap(work.envelope)
        guard versions.count == rows.count, versions.allSatisfy({ $0.facts.schema <= RecordFields.schema }) else { continue }
        let bodies = try versions.map { try work.open($0) }
        let now = RecordBody.milliseconds(work.now)
        guard all || bodies.allSatisfy({ $0.standing(atMilliseconds: now) != .quarantined }) else { continue }
        work.step.released.append(name)
        for (body, version) in zip(bodies, versions) {
          try work.merge(body, version, into: work.present(name), isOwn: false)
        }
      }
    }
  }

  /// The number of records with a quarantined version, because its time is more than a year ahead or a newer program wrote it.
  package var quarantinedCount: Int { isReplica ? (try? database.quarantined().count) ?? 0 : 0 }

  /// Computes a step under the same lock as the user's changes, stores it, and updates index and replica.
  func step(in replica: inout VaultReplica, _ body: (inout ReplicaWork) throws -> Void) throws -> Bool {
    let former = replica
    let (next, hasChanged) = try state.withLock { state in
      guard case (let root, var work)? = state.unlocked.map({ ($0.root, ReplicaWork(self, $0, former)) }) else {
        throw CredentialVaultError(.locked)
      }
      do {
        try body(&work)
        work.replica.state.note(work.replica.chain)
        work.replica.state.logHead = work.replica.log.head
        let sealed = try seal(work.replica.state, root)
        let number = try database.store(work.step, sealedState: sealed, clock: work.clock.last)
        var rows = IndexRows()
        for name in work.step.order {
          guard let id = RecordIdentifier(bytes: name.bytes), let (entry, revision) = work.step.entries[name] else { continue }
          rows.append(entry, revision: revision, of: id)
        }
        var generator = environment.makeGenerator()
        state.unlocked?.note(rows, time: work.clock.last, transactionNumber: number, using: &generator)
      } catch let error as SyncModelError {
        throw error
      } catch {
        throw CredentialVaultError(error)
      }
      return (work.replica, !work.step.order.isEmpty)
    }
    replica = next
    return hasChanged
  }
}

extension ReplicaWork {
  mutating func beginAnew(_ chain: CommitChain, at position: CommitPosition) {
    step.beginsAnew = true
    step.commits = [(position, 0)]
    replica.chain = chain
    replica.awaited = AwaitedBodies()
    replica.state.inFlight = []
    replica.isFirstLook = true
  }
}
