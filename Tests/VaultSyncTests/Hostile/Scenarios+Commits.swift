// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel
import Testing
import VaultSync

/// Commits that were altered, or made by an author without the right to do so.
extension HostileScenario {
  static let forgedCommits: [HostileScenario] = altered + signed + authors

  private static let altered: [HostileScenario] = [
    HostileScenario("A commit with a changed version", .refusal(.programTooOld)) { try $0.serve(altering: 1) },
    HostileScenario("A commit moved to another account", .alarm(.otherAccount)) { try $0.serve(altering: 2) },
    HostileScenario("A commit with a changed number", .alarm(.signatureInvalid)) { try $0.serve(altering: 3) },
    HostileScenario("A commit with a changed parent", .alarm(.signatureInvalid)) { try $0.serve(altering: 4) },
    HostileScenario("A commit attributed to nobody", .alarm(.authorNotMember)) { try $0.serve(altering: 5) },
    HostileScenario("A commit attributed to another member", .alarm(.signatureInvalid)) { run in
      let (commit, envelopes) = try run.next()
      run.served = run.known
      run.served.take(commit, envelopes)
      let other = run.base.firstAuthor.member
      run.served.commits[run.served.commits.count - 1].bytes = try Forger.altered(commit, 5) { _ in .bytes(other.bytes) }
    },
    HostileScenario("A commit with a changed device sequence number", .alarm(.signatureInvalid)) { try $0.serve(altering: 6) },
    HostileScenario("A commit with a changed epoch", .alarm(.signatureInvalid)) { try $0.serve(altering: 8) },
    HostileScenario("A commit with a changed clock", .alarm(.signatureInvalid)) { try $0.serve(altering: 9) },
    HostileScenario("A commit with a changed hash of its items", .alarm(.itemsMismatch)) { try $0.serve(altering: 10) },
    HostileScenario("A commit with a changed format", .alarm(.signatureInvalid)) { try $0.serve(altering: 11) },
    HostileScenario("A commit with a changed signature", .alarm(.signatureInvalid)) { try $0.serve(altering: 14) },
    HostileScenario("A commit with changed items", .alarm(.itemsMismatch)) { run in
      let (commit, envelopes) = try run.next()
      run.served = run.known
      run.served.take(commit, envelopes)
      let bit = run.number(below: 256)
      run.served.commits[run.served.commits.count - 1].bytes = try Forger.altered(commit, 13) { items in
        var parts = items.arrayValue?.first?.arrayValue ?? []
        parts[3] = Forger.flipped(parts[3], bit: bit)
        return .array([.array(parts)])
      }
    },
    HostileScenario("A truncated commit", .alarm(.malformed)) { run in
      let (commit, envelopes) = try run.next()
      run.served = run.known
      run.served.take(commit, envelopes)
      let length = run.number(below: commit.encoded.count)
      run.served.commits[run.served.commits.count - 1].bytes = Array(commit.encoded.prefix(length))
    },
  ]

  /// By a lying member.
  private static let signed: [HostileScenario] = [
    HostileScenario("A signed commit that skips a number", .alarm(.numberMismatch)) { run in
      try run.serve { run, commit in try Forger.resigned(commit, by: run.base.second.author) { $0.number += 1 } }
    },
    HostileScenario("A signed commit with an unknown parent", .alarm(.forked)) { run in
      try run.serve { run, commit in
        let bit = run.number(below: 256)
        return try Forger.resigned(commit, by: run.base.second.author) { $0.parent = Forger.flipped($0.parent, bit: bit) }
      }
    },
    HostileScenario("A signed commit that reuses a device sequence number", .alarm(.sequenceNotRising)) { run in
      try run.serve { run, commit in try Forger.resigned(commit, by: run.base.second.author) { $0.deviceSequence -= 1 } }
    },
    HostileScenario("A signed commit with an epoch other than the log's", .alarm(.epochMismatch)) { run in
      try run.serve { run, commit in
        let change = try run.pick([-1, 1])
        return try Forger.resigned(commit, by: run.base.second.author) { $0.epoch = UInt32(Int($0.epoch) + change) }
      }
    },
    HostileScenario("A signed commit of the previous epoch, with records wrapped under its key", .alarm(.epochMismatch)) { run in
      let current = try run.knownKey()
      let former = try run.knownLog.openEpochKey(before: current)
      let version = try #require(run.known.versions[try run.pick(run.knownNames)])
      let content = try Forger.content(of: version, current, run.knownLog)
      let (commit, envelopes) = try run.next([Forger.revised(version, former, run.knownLog, content: content)])
      run.served = run.known
      run.served.take(try Forger.resigned(commit, by: run.base.second.author) { $0.epoch = former.epoch }, envelopes)
    },
    HostileScenario("A heartbeat with an epoch other than the log's", .alarm(.epochMismatch)) { run in
      let change = try run.pick([-1, 1])
      try run.serveHeartbeat { $0.epoch = UInt32(Int($0.epoch) + change) }
    },
    HostileScenario("A heartbeat signed for another account", .alarm(.otherAccount)) { run in
      let (other, _) = try Forger.otherAccount()
      try run.serveHeartbeat { $0.account = other.account }
    },
    HostileScenario("A signed commit with an older log position than its parent's", .alarm(.logOlderThanParent)) { run in
      let position = try #require(run.knownLog.position(run.knownChain.logSequence - 1))
      try run.serve { run, commit in try Forger.resigned(commit, by: run.base.second.author) { $0.log = position } }
    },
    HostileScenario("A signed commit with a log position that the log does not have", .alarm(.logForked)) { run in
      try run.serve { run, commit in
        let bit = run.number(below: 256)
        return try Forger.resigned(commit, by: run.base.second.author) {
          $0.log = LogPosition(sequence: $0.log.sequence, hash: Forger.flipped($0.log.hash, bit: bit))
        }
      }
    },
    HostileScenario("A signed commit with a log position that never arrives", .refusal(.answerMalformed)) { run in
      try run.serve { run, commit in
        let more = UInt64(run.number(below: 9) + 1)
        return try Forger.resigned(commit, by: run.base.second.author) {
          $0.log = LogPosition(sequence: $0.log.sequence + more, hash: $0.log.hash)
        }
      }
    },
    HostileScenario("A known version with a different body", .alarm(.revisionConflict)) { run in
      let name = try run.pick(run.knownNames)
      let envelope = try run.revised(name, revision: try #require(run.known.versions[name]).item().revision)
      let (commit, _) = try run.next()
      run.served = run.known
      run.served.take(try Forger.resigned(commit, items: [CommitItem(envelope)], by: run.base.second.author), [envelope])
    },
    HostileScenario("A record committed in an older version", .alarm(.revisionNotNewer)) { run in
      let often = try run.knownNames.filter { try run.known.versions[$0].map { try $0.item().revision > 1 } ?? false }
      let name = try run.pick(often)
      let envelope = try run.revised(name, revision: try #require(run.known.versions[name]).item().revision - 1)
      let (commit, _) = try run.next()
      run.served = run.known
      run.served.take(try Forger.resigned(commit, items: [CommitItem(envelope)], by: run.base.second.author), [envelope])
    },
    HostileScenario("A known version committed again", .alarm(.revisionNotNewer)) { run in
      let item = try #require(run.known.versions[try run.pick(run.knownNames)]).item()
      try run.serve { run, commit in try Forger.resigned(commit, items: [item], by: run.base.second.author) }
    },
    HostileScenario("An author whose highest format is below the floor", .alarm(.formatBelowFloor)) { run in
      try run.serve { run, commit in try Forger.resigned(commit, by: run.base.second.author) { $0.highestFormat = 0 } }
    },
    HostileScenario("A signed checkpoint over other records", .alarm(.rootMismatch)) { run in
      var versions = run.knownChain.versions
      versions[try run.pick(Array(versions.keys))] = nil
      let root = CheckpointRoot(over: versions.values)
      let checkpoint = try run.knownChain.makeCheckpoint(by: run.base.second.author, log: run.knownLog, clock: run.clock)
      run.served = run.known
      run.served.take(try Forger.resigned(checkpoint, by: run.base.second.author) { $0.checkpoint = root }, [])
    },
    HostileScenario("A signed checkpoint that forgets recent tombstones", .alarm(.forgottenTooEarly)) { run in
      let number = UInt64(run.number(below: 5) + 1)
      let checkpoint = try run.knownChain.makeCheckpoint(by: run.base.second.author, log: run.knownLog, clock: run.clock)
      run.served = run.known
      run.served.take(try Forger.resigned(checkpoint, by: run.base.second.author) { $0.forgetsThrough = number }, [])
    },
    HostileScenario("A format floor above this program's formats", .refusal(.programTooOld), isFinal: true) { run in
      let raised = try run.knownLog.raisingFloor(to: 2, by: run.base.second.author)
      try run.serve { run, commit in
        try Forger.resigned(commit, by: run.base.second.author) { ($0.log, $0.highestFormat) = (raised.head, 2) }
      }
      run.served.log = raised.entries.map(\.encoded)
    },
    HostileScenario("A commit after the end of the account", .alarm(.accountClosed), isFinal: true) { run in
      let closed = try run.knownLog.closing(by: run.base.second.author)
      try run.serve { run, commit in try Forger.resigned(commit, by: run.base.second.author) { $0.log = closed.head } }
      run.served.log = closed.entries.map(\.encoded)
    },
    HostileScenario("A commit after an end of the account that names the last commit", .alarm(.accountClosed), isFinal: true) {
      run in
      let second = run.base.second.author
      let closed = try run.knownLog.closing(by: LogAuthor(second.member, second.keys, seeing: run.knownChain.head.hash))
      try run.serve { _, commit in try Forger.resigned(commit, by: second) { $0.log = closed.head } }
      run.served.log = closed.entries.map(\.encoded)
    },
  ]

  private static let authors: [HostileScenario] = [
    HostileScenario("A commit of a removed device that names the present log", .alarm(.authorNotMember)) { run in
      try run.serve { run, commit in try Forger.resigned(commit, by: run.base.removed.author) { $0.device = run.base.removed.author.member }
      }
    },
    HostileScenario("A commit of a removed device that names a log in which it was a member", .alarm(.logOlderThanParent)) { run in
      let (removed, log) = (run.base.removed.author, run.knownLog)
      let last = try #require((0...log.head.sequence).last { log.publicKeys(of: removed.member, at: $0) != nil })
      let position = try #require(log.position(last))
      try run.serve { run, commit in
        try Forger.resigned(commit, by: removed) {
          ($0.device, $0.log, $0.epoch) = (removed.member, position, log.epoch(at: last) ?? 0)
          $0.deviceSequence = 50
        }
      }
    },
    HostileScenario("A commit of a stranger", .alarm(.authorNotMember)) { run in
      let stranger = try HostileBase.Member(seed: 1_000 + run.generator.next() % 100)
      try run.serve { _, commit in try Forger.resigned(commit, by: stranger.author) { $0.device = stranger.author.member } }
    },
    HostileScenario("A commit signed by one member in the name of another", .alarm(.signatureInvalid)) { run in
      try run.serve { run, commit in try Forger.resigned(commit, by: run.base.second.author) { $0.device = run.base.firstAuthor.member } }
    },
    HostileScenario("A genuine commit of another account", .alarm(.otherAccount)) { run in
      let (log, author) = try Forger.otherAccount()
      let number = run.knownChain.head
      try run.serve { run, commit in
        try Forger.resigned(commit, by: author) {
          ($0.account, $0.device, $0.log, $0.epoch) = (log.account, author.member, log.head, log.epoch)
          ($0.number, $0.parent) = (number.number + 1, number.hash)
        }
      }
    },
    HostileScenario("A commit under the running device's own key", .running, .alarm(.ownKeyUsedElsewhere)) { run in
      try run.serve { run, commit in
        try Forger.resigned(commit, by: run.base.third.author) { [chain = run.knownChain] in
          $0.device = run.base.third.author.member
          $0.deviceSequence = (chain.authors[$0.device]?.sequence ?? 0) + 1
        }
      }
    },
    HostileScenario("A commit under the device's own key after a restore from an older copy", .none, keepsServer: true) {
      run in
      try run.serve { run, commit in
        try Forger.resigned(commit, by: run.base.third.author) { [chain = run.knownChain] in
          $0.device = run.base.third.author.member
          $0.deviceSequence = (chain.authors[$0.device]?.sequence ?? 0) + 1
        }
      }
    },
  ]
}

extension Forger {
  /// Another account, with its only device.
  static func otherAccount() throws -> (log: MembershipLog, author: LogAuthor) {
    var generator = SystemRandomNumberGenerator()
    let author = LogAuthor(.random(using: &generator), try MemberKeys.generate(using: &generator))
    let log = try MembershipLog.found(
      device: author.member, keys: author.keys, recovery: try RecoveryKey.generate(using: &generator).memberKeys.publicKeys,
      epochKey: EpochKey.generate(epoch: 1, using: &generator), createdMilliseconds: 1_790_000_000_000, using: &generator)
    return (log, author)
  }
}
