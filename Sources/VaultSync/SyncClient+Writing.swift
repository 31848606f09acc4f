// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialVault
import FoundationEssentials
import SyncModel

extension SyncClient {
  /// Exchanges everything: reads changes, merges them, and sends pending ones, with a checkpoint or a heartbeat if due.
  ///
  /// - Parameter progress: Receives the progress.
  /// - Throws: `notInUse`, `stopped`, `alarm` with the verdict, `unreachable` and the like; everything stored so far is kept.
  package func synchronise(_ progress: Progress? = nil) async throws(VaultSyncError) -> Outcome {
    try await turn {
      var replica = try begin()
      // Done before any records arrive that name files.
      try vault.prepareFiles()
      var outcome = Outcome()
      for turn in 0..<Self.mostTurns {
        if turn > 0 || replica.isFirstLook { try await readLog(&replica) }
        try await readChanges(&replica, &outcome, progress)
        outcome.hasChanged = try vault.mergeQuarantined(all: false, in: &replica) || outcome.hasChanged
        guard try await sendCarried(&replica, &outcome, progress) == .placed else { continue }
        guard try await sendPending(&replica, &outcome, progress) == .placed else { continue }
        try await endFormerRecoveryKey(&replica)
        try await sendRewraps(&replica)
        guard try await sendWhatIsDue(&replica) == .placed else { continue }
        try await repeatNames(&replica)
        // The next exchange sends the resulting tombstones.
        _ = try vault.eraseExpired(seenBy: replica)
        let time = milliseconds
        try vault.store({ $0.lastComplete = time }, in: &replica)
        self.replica = replica
        return outcome
      }
      throw VaultSyncError(.overtaken)
    }
  }

  /// Sends pending changes, and reads others' changes only if they came first: the fast path for a single edit.
  /// - Throws: As ``synchronise(_:)``.
  package func send() async throws(VaultSyncError) -> Outcome {
    let isShort = try await turn { () throws -> Outcome? in
      var replica = try begin()
      guard !replica.isFirstLook, replica.state.carrying == nil else { return nil }
      var outcome = Outcome()
      guard try await sendPending(&replica, &outcome, nil) == .placed, try await sendWhatIsDue(&replica) == .placed else { return nil }
      return outcome
    }
    if let isShort { return isShort }
    return try await synchronise()
  }

  var milliseconds: UInt64 { UInt64(max(0, now().timeIntervalSince1970 * 1000)) }

  enum Placement { case placed, overtaken }

  private func sendPending(_ replica: inout VaultReplica, _ outcome: inout Outcome, _ progress: Progress?) async throws -> Placement {
    // Nothing follows the entry that closes an account. A server reports this itself.
    guard !replica.log.isClosed else { throw VaultSyncError(.accountClosed) }
    let total = vault.pendingCount
    // Nothing is signed without a session, because a signed commit may be anywhere and has to be remembered.
    if total > 0 { _ = try await session() }
    while let prepared = try vault.prepareCommit(in: &replica) {
      self.replica = replica
      guard try await send(prepared, &replica) == .placed else { return .overtaken }
      outcome.sentCount += prepared.envelopes.count
      progress?(outcome.sentCount, max(total, outcome.sentCount))
    }
    return .placed
  }

  private func sendWhatIsDue(_ replica: inout VaultReplica) async throws -> Placement {
    let now = milliseconds
    guard replica.chain.head.number > 0,
      replica.chain.isCheckpointDue(atMilliseconds: now) || replica.chain.isHeartbeatDue(of: replica.device, atMilliseconds: now)
        || replica.isArrivalDue
    else { return .placed }
    _ = try await session()
    guard let prepared = try vault.prepareEmptyCommit(in: &replica) else { return .placed }
    self.replica = replica
    return try await send(prepared, &replica)
  }

  /// Commits every record again at a place to which the account was transferred, in parts, followed by a checkpoint with which devices
  /// join.
  private func sendCarried(_ replica: inout VaultReplica, _ outcome: inout Outcome, _ progress: Progress?) async throws -> Placement {
    while let due = replica.state.carrying {
      if !due.isWritten {
        try vault.renewNext(CommitItem.most, in: &replica)
        self.replica = replica
      }
      guard try await sendPending(&replica, &outcome, progress) == .placed else { return .overtaken }
      guard replica.state.carrying?.isWritten == true else { continue }
      guard let prepared = try vault.prepareEmptyCommit(isCheckpoint: true, in: &replica) else { return .overtaken }
      self.replica = replica
      guard try await send(prepared, &replica) == .placed else { return .overtaken }
      try vault.endCarrying(in: &replica)
      self.replica = replica
    }
    return .placed
  }

  /// Sends a commit, and adds it to the chain once it is placed.
  private func send(_ prepared: PreparedCommit, _ replica: inout VaultReplica) async throws -> Placement {
    let envelopes = prepared.envelopes.map { CBORValue.array([.bytes($0.wrap), .bytes($0.body)]) }
    let answer = try await ask("POST", "/v1/commits", [1: .bytes(prepared.commit.encoded), 2: .array(envelopes)])
    switch answer.status {
    case 200:
      let taken = try SyncAnswer(answer.body, keys: 1...2)
      let cursor = try taken.bytes(2)
      guard try taken.position(1) == prepared.commit.position, cursor.count <= ChangesPage.longestCursor else {
        throw VaultSyncError(.answerMalformed)
      }
      _ = try vault.follow([prepared.commit], bringing: prepared.served, to: cursor, in: &replica)
      self.replica = replica
      return .placed
    case 409:
      let code = try SyncRefusal(answer.body).code
      guard code == "stale_parent" || code == "stale_epoch" else { throw try SyncWay.refusal(answer) }
      return .overtaken
    default: throw try SyncWay.refusal(answer)
    }
  }

  /// Sends the wraps of the current epoch, for versions that the other side has under an older one.
  private func sendRewraps(_ replica: inout VaultReplica) async throws {
    guard let due = replica.state.rewrapDue, due.epoch == replica.log.epoch else { return }
    let names = replica.chain.versions.keys.map(\.bytes).filter { due.after.lexicographicallyPrecedes($0) }
      .sorted { $0.lexicographicallyPrecedes($1) }
    var rest = names[...]
    while !rest.isEmpty {
      let batch = rest.prefix(CommitItem.most)
      rest = rest.dropFirst(CommitItem.most)
      let wraps = try vault.wraps(of: batch.compactMap { RecordName($0) })
      if !wraps.isEmpty {
        let elements = wraps.map { CBORValue.array([.bytes($0.record.bytes), .unsigned($0.revision), .bytes($0.wrap)]) }
        _ = try await demand("POST", "/v1/rewraps", [1: .unsigned(UInt64(due.epoch)), 2: .array(elements)])
      }
      // If this is interrupted, the next exchange continues.
      let last = batch.last ?? []
      try vault.store({ $0.rewrapDue = rest.isEmpty ? nil : .init(epoch: due.epoch, after: last) }, in: &replica)
      self.replica = replica
    }
    try vault.store({ $0.rewrapDue = nil }, in: &replica)
    self.replica = replica
  }
}
