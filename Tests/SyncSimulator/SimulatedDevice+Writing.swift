// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SecretMemory
import SyncModel

/// What a device says.
extension SimulatedDevice {
  private var heartbeatIsDue: Bool { chain.authors[author.member]?.highestFormat != reads }

  /// Whether there is something to say at a time: changes, what the program reads, a checkpoint, or that the device is there.
  func hasToSpeak(at time: UInt64) -> Bool {
    let now = milliseconds(at: time)
    return hasPending || heartbeatIsDue || chain.isHeartbeatDue(of: author.member, atMilliseconds: now)
      || chain.isCheckpointDue(atMilliseconds: now)
  }

  /// The lowest format among the newest versions in the chain; nil where there is none.
  var lowestSchema: UInt16? { chain.versions.keys.map { entries[$0]?.schema ?? 0 }.min() }

  /// Writes anew what is of a lower format than all members read.
  mutating func rewrite() {
    let format = UInt16(min(reads, chain.commonFormat(log: log)))
    for (record, entry) in entries where entry.base != nil && entry.waiting.isEmpty && entry.schema < format {
      entries[record]?.isPending = true
    }
  }

  /// Makes a commit of what is to be said and keeps it as sent; nil where there is nothing.
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

  /// Keeps what was signed until its fate is known. Of honest signatures one in 16 is verified: that takes as long as all else of a commit.
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
      // A record that is in a higher format stays in it.
      let schema = fault == .writesBelowFloor && log.formatFloor > 1 ? 1 : max(common, entry.schema)
      let facts = RecordFacts(
        purpose: entry.current.kind == MergedField.tombstone ? .tombstone : .record, account: chain.account, record: record,
        revision: chain.nextRevision(of: record), author: author.member, clock: clock.last, schema: schema)
      envelopes.append(try key.seal(entry.current.encoded(), as: facts, using: &generator))
    }
    return envelopes
  }

  /// The checkpoint as one who waits for nobody makes it.
  private func forgetful(_ checkpoint: Commit) throws -> Commit {
    var header = checkpoint.header
    guard header.number > 1 else { return checkpoint }
    header.forgetsThrough = header.number - 1
    header.checkpoint = CheckpointRoot(over: chain.versions.values.filter { $0.item.purpose == .record })
    return try Commit(signing: header, items: [], with: author.keys)
  }

  /// What may still be taken: signed on the present head, at the present end of the log.
  var unanswered: Sent? { sent.last { $0.commit.header.log == log.head } }
}
