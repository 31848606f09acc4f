// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import SyncModel

/// Sending a device's changes.
extension SimulatedDevice {
  private var heartbeatIsDue: Bool { chain.authors[author.member]?.highestFormat != reads }

  /// Returns whether there is something to send at a time: changes, the formats the program reads, a checkpoint, or a heartbeat.
  func hasToSpeak(at time: UInt64) -> Bool {
    let now = milliseconds(at: time)
    return hasPending || heartbeatIsDue || chain.isHeartbeatDue(of: author.member, atMilliseconds: now)
      || chain.isCheckpointDue(atMilliseconds: now)
  }

  /// The lowest format among the newest versions in the chain; nil if there are none.
  var lowestSchema: UInt16? { chain.versions.keys.map { entries[$0]?.schema ?? 0 }.min() }

  /// Rewrites records with a format lower than all members read.
  mutating func rewrite() {
    let format = UInt16(min(reads, chain.commonFormat(log: log)))
    for (record, entry) in entries where entry.base != nil && entry.waiting.isEmpty && entry.schema < format {
      entries[record]?.isPending = true
    }
  }

  /// Creates a commit of the pending changes and keeps it as sent; nil if there are none.
  mutating func prepare(
    at time: UInt64, isCheckpoint: Bool, using generator: inout some RandomNumberGenerator
  ) throws -> Sent? {
    guard isMember, reads >= log.formatFloor, !log.isClosed, var key = epochKeys[log.epoch] else { return nil }
    if fault == .writesUnderFormerEpoch, let former = epochKeys[log.epoch - 1] { key = former }
    let now = milliseconds(at: time)
    if !hasPending, chain.head.number > 0, isCheckpoint || chain.isCheckpointDue(atMilliseconds: now) {
      let checkpoint = try chain.makeCheckpoint(by: author, log: log, clock: stamp(at: time).time, highestFormat: reads)
      return keep(Sent(commit: fault == .forgetsEarly ? try forgetful(checkpoint) : checkpoint, envelopes: []))
    }
    guard hasPending || heartbeatIsDue || chain.isHeartbeatDue(of: author.member, atMilliseconds: now) else { return nil }
    let envelopes = try seal(under: key, using: &generator)
    let commit = try chain.makeCommit(
      of: envelopes.map(CommitItem.init), by: author, log: log, clock: stamp(at: time).time, highestFormat: reads)
    if fault == .forgetsSentChanges { for record in commit.items.map(\.record) { entries[record]?.isPending = false } }
    return keep(Sent(commit: commit, envelopes: envelopes))
  }

  /// Keeps a signed commit until its outcome is known. One in 16 honest signatures is verified, because verifying takes as long as the rest
  /// of a commit.
  private mutating func keep(_ next: Sent) -> Sent {
    sent.append(next)
    if next.commit.position.hash.first.map({ $0 & 15 != 0 }) ?? false {
      shared.signatures.note(next.commit.signedHeader, madeWith: author.keys)
    }
    return next
  }

  private func seal(under key: EpochKey, using generator: inout some RandomNumberGenerator) throws -> [RecordEnvelope] {
    let common = UInt16(min(reads, chain.commonFormat(log: log)))
    var envelopes: [RecordEnvelope] = []
    for (record, entry) in entries.filter({ $0.value.isPending && $0.value.waiting.isEmpty })
      .sorted(by: { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) })
    {
      // A record in a higher format stays in it.
      let schema = fault == .writesBelowFloor && log.formatFloor > 1 ? 1 : max(common, entry.schema)
      let facts = RecordFacts(
        purpose: entry.current.kind == MergedField.tombstone ? .tombstone : .record, account: chain.account, record: record,
        revision: chain.nextRevision(of: record), author: author.member, clock: clock.last, schema: schema)
      envelopes.append(try key.seal(entry.current.encoded(), as: facts, using: &generator))
    }
    return envelopes
  }

  /// Returns the checkpoint as a device makes it that does not wait for the others.
  private func forgetful(_ checkpoint: Commit) throws -> Commit {
    var header = checkpoint.header
    guard header.number > 1 else { return checkpoint }
    header.forgetsThrough = header.number - 1
    header.checkpoint = CheckpointRoot(over: chain.versions.values.filter { $0.item.purpose == .record })
    return try Commit(signing: header, items: [], with: author.keys)
  }

  /// The last sent commit that may still be accepted: signed on the current head, at the current end of the log.
  var unanswered: Sent? { sent.last { $0.commit.header.log == log.head } }
}
