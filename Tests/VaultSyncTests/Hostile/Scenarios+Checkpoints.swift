// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel
import Testing
import VaultSync

/// Lies to a device that is new, or that was offline for so long that the items of commits are gone.
extension HostileScenario {
  static let checkpoints: [HostileScenario] = newcomers + sleepers

  private static func covering(
    _ name: String, _ change: @escaping @Sendable (inout [RecordVersion], Int) -> Void
  ) -> [HostileScenario] {
    [(", shown to a new", Victim.newcomer), (", shown to a long-absent", .behind)].map { who, victim in
      HostileScenario(name + who + " device", victim, .alarm(.rootMismatch)) { run in
        try run.served.dropItems()
        let choice = run.number(below: 10)
        run.lies.checkpoint = { change(&$0.covered, choice) }
      }
    }
  }

  private static let newcomers: [HostileScenario] =
    covering("A checkpoint that omits a record") { $0.remove(at: $1) }
    + covering("A checkpoint with an extra record") { covered, choice in
      var generator = SystemRandomNumberGenerator()
      let item = covered[choice].item
      let more = CommitItem(record: .random(using: &generator), revision: 1, purpose: .record, bodyHash: item.bodyHash)
      covered.append(RecordVersion(item: more, author: covered[choice].author, number: covered[choice].number))
    }
    + covering("A checkpoint with a changed revision") { covered, choice in
      let (item, version) = (covered[choice].item, covered[choice])
      let other = CommitItem(record: item.record, revision: item.revision + 1, purpose: item.purpose, bodyHash: item.bodyHash)
      covered[choice] = RecordVersion(item: other, author: version.author, number: version.number)
    }
    + covering("A checkpoint with a changed body hash") { covered, choice in
      let (item, version) = (covered[choice].item, covered[choice])
      let other = CommitItem(
        record: item.record, revision: item.revision, purpose: item.purpose, bodyHash: Forger.flipped(item.bodyHash, bit: choice))
      covered[choice] = RecordVersion(item: other, author: version.author, number: version.number)
    }
    + covering("A checkpoint with a duplicate record") { $0.append($0[$1]) }
    + covering("A checkpoint with a changed commit number") { covered, choice in
      let version = covered[choice]
      covered[choice] = RecordVersion(item: version.item, author: version.author, number: version.number + 1)
    }
    + [
      HostileScenario("An honest checkpoint for a new device", .newcomer, .none, keepsServer: true) {
        try $0.served.dropItems()
      },
      HostileScenario("A checkpoint with a changed root", .newcomer, .alarm(.signatureInvalid)) { run in
        let bit = run.number(below: 256)
        run.lies.checkpoint = { checkpoint in
          checkpoint.header = try Forger.altered(checkpoint.header, 12) { root in
            var parts = root.arrayValue ?? []
            parts[1] = Forger.flipped(parts[1], bit: bit)
            return .array(parts)
          }
        }
      },
      HostileScenario("A checkpoint of another account", .newcomer, .alarm(.otherAccount)) { run in
        let (log, author) = try Forger.otherAccount()
        let commit = try CommitChain(account: log.account).makeCheckpoint(by: author, log: log, clock: run.clock)
        run.lies.checkpoint = { checkpoint in
          checkpoint.header = commit.signedHeader.encoded
          (checkpoint.number, checkpoint.covered) = (1, [])
        }
      },
      HostileScenario("A checkpoint by a removed device", .newcomer, .alarm(.authorNotMember)) { run in
        let (log, chain) = run.base.present
        let checkpoint = try chain.makeCheckpoint(by: run.base.second.author, log: log, clock: run.clock)
        let forged = try Forger.resigned(checkpoint, by: run.base.removed.author) { $0.device = run.base.removed.author.member }
        run.served.take(forged, [])
      },
      HostileScenario("A commit without a root in place of a checkpoint", .newcomer, .refusal(.answerMalformed)) { run in
        let commits = try run.base.last.commits.map { try Commit(decoding: $0.bytes) }.filter { $0.header.checkpoint == nil }
        let commit = try run.pick(commits)
        run.lies.checkpoint = { checkpoint in
          checkpoint.header = commit.signedHeader.encoded
          checkpoint.number = commit.header.number
        }
      },
      HostileScenario("A checkpoint under a wrong number", .newcomer, .refusal(.answerMalformed)) { run in
        let less = UInt64(run.number(below: 9) + 1)
        run.lies.checkpoint = { $0.number -= less }
      },
      HostileScenario("An endless checkpoint", .newcomer, .refusal(.answerMalformed)) { run in
        run.lies.checkpoint = { $0.hasMore = true }
      },
      HostileScenario("A checkpoint with endless new records", .newcomer, .refusal(.answerMalformed)) { run in
        run.lies.checkpoint = { checkpoint in
          checkpoint.hasMore = true
          var generator = SystemRandomNumberGenerator()
          checkpoint.covered = checkpoint.covered.map { version in
            let item = CommitItem(record: .random(using: &generator), revision: 1, purpose: .record, bodyHash: version.item.bodyHash)
            return RecordVersion(item: item, author: version.author, number: version.number)
          }
        }
      },
      HostileScenario("A checkpoint always reported as stale", .newcomer, .refusal(.overtaken)) {
        $0.fail("/v1/checkpoint", LyingServer.refusal(409, "stale_checkpoint"))
      },
      HostileScenario("A server failure in place of a checkpoint", .newcomer, .refusal(.refused)) {
        $0.fail("/v1/checkpoint", LyingServer.refusal(503, "unavailable"))
      },
      HostileScenario("A checkpoint with an extra element in its versions", .newcomer, .refusal(.answerMalformed)) { run in
        run.lies.answer = { request, answer in
          guard request.path.hasPrefix("/v1/checkpoint") else { return answer }
          return SyncResponseAltering.altered(answer, 4) { versions in
            .array((versions.arrayValue ?? []).map { .array(($0.arrayValue ?? []) + [1]) })
          }
        }
      },
      HostileScenario("A checkpoint with a hash of the wrong length", .newcomer, .refusal(.answerMalformed)) { run in
        let count = try run.pick([0, 31, 33])
        run.lies.checkpoint = { checkpoint in
          let version = checkpoint.covered[0]
          let item = CommitItem(
            record: version.item.record, revision: version.item.revision, purpose: version.item.purpose,
            bodyHash: [UInt8](repeating: 1, count: count))
          checkpoint.covered[0] = RecordVersion(item: item, author: version.author, number: version.number)
        }
      },
      HostileScenario("A checkpoint with an element of the wrong type", .newcomer, .refusal(.answerMalformed)) { run in
        let choice = run.number(below: 6)
        run.lies.answer = { request, answer in
          guard request.path.hasPrefix("/v1/checkpoint") else { return answer }
          return SyncResponseAltering.altered(answer, 4) { versions in
            var parts = versions.arrayValue?.first?.arrayValue ?? []
            parts[choice] = "text"
            return .array([.array(parts)])
          }
        }
      },
      HostileScenario("An older state for a new device than its sponsor had", .newcomer, .alarm(.rolledBack)) { run in
        let promised = run.base.promised.number
        let former = run.base.states.filter { $0.checkpoint != nil && $0.head.number < promised }
        run.served = try run.pick(former)
        run.served.log = run.base.newcomerLog.entries.map(\.encoded)
      },
      HostileScenario("Another branch for a new device than its sponsor had", .newcomer, .alarm(.forked), isFinal: true) { run in
        let log = run.base.newcomerLog
        let back = UInt64(run.number(below: 3) + 1)
        run.served = try #require(run.base.states.last { $0.head.number == run.base.promised.number - back })
        run.served.log = log.entries.map(\.encoded)
        var chain = try HostileBase.replay(run.served).chain
        for _ in 0..<(back + 1) {
          let commit = try chain.makeCommit(of: [], by: run.base.firstAuthor, log: log, clock: run.clock)
          try chain.follow(commit, log: log, as: OwnDevice(run.base.second.author.member))
          run.served.take(commit, [])
        }
      },
      HostileScenario("An honest checkpoint made after the device was admitted", .newcomer, .none, keepsServer: true) { run in
        let (log, chain) = run.base.present
        run.served.take(try chain.makeCheckpoint(by: run.base.second.author, log: log, clock: run.clock), [])
        try run.served.dropItems()
      },
      HostileScenario(
        "An honest checkpoint made after the device was admitted, page by page", .newcomer, .none, keepsServer: true
      ) { run in
        let (log, chain) = run.base.present
        run.served.take(try chain.makeCheckpoint(by: run.base.second.author, log: log, clock: run.clock), [])
        try run.served.dropItems()
        run.lies.pageSize = 1 + run.number(below: 3)
      },
    ]

  private static let sleepers: [HostileScenario] = [
    HostileScenario("An honest checkpoint for a long-absent device", .none, keepsServer: true) { try $0.served.dropItems() },
    HostileScenario("An honest checkpoint for a long-absent device, page by page", .none, keepsServer: true) { run in
      try run.served.dropItems()
      run.lies.pageSize = 1 + run.number(below: 3)
    },
    HostileScenario("A header with a changed signature", .alarm(.signatureInvalid)) { run in
      try run.served.dropItems()
      let (index, bit) = (run.known.commits.count + run.number(below: 3), run.number(below: 512))
      run.served.commits[index].bytes = try Forger.altered(run.served.commits[index].bytes, 14) { Forger.flipped($0, bit: bit) }
    },
    HostileScenario("An omitted header", .refusal(.answerMalformed)) { run in
      try run.served.dropItems()
      run.served.commits.remove(at: run.known.commits.count + run.number(below: 2))
    },
    HostileScenario("Headers without a checkpoint", .refusal(.answerMalformed)) { run in
      try run.served.dropItems()
      run.served.checkpoint = nil
    },
    HostileScenario("Headers with an older checkpoint", .refusal(.answerMalformed)) { run in
      try run.served.dropItems()
      run.served.checkpoint = run.known.checkpoint
    },
    HostileScenario("Endless headers by a stranger", .alarm(.authorNotMember)) { run in
      try run.served.dropItems()
      let stranger = try HostileBase.Member(seed: 2_000 + run.generator.next() % 100).author
      let template = try run.next([]).commit
      let (last, count) = (Remembered(run.known.head), Remembered(0))
      run.lies.changes = { changes in
        // A client that believed them would continue reading.
        if count.next() > 40 { throw VaultSyncError(.unreachable) }
        let (former, isFirst) = (last.now, count.now == 1)
        let forged = try Forger.resigned(template, by: stranger) {
          ($0.device, $0.number, $0.parent) = (stranger.member, former.number + 1, former.hash)
        }
        if !isFirst { last.now = forged.position }
        (changes.commits, changes.versions, changes.hasMore) = ([forged.signedHeader.encoded], [], true)
      }
    },
    HostileScenario("Endless headers", .refusal(.answerMalformed)) { run in
      try run.served.dropItems()
      let count = Remembered(0)
      run.lies.changes = { changes in
        (changes.versions, changes.hasMore) = ([], true)
        changes.commits = Array(changes.commits.prefix(1))
        changes.cursor = [1, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: count.next() & 7)]
      }
    },
    HostileScenario("A header of another branch", .alarm(.forked)) { run in
      let back = run.number(below: 3) + 1
      let number = run.known.head.number - UInt64(back)
      let former = try #require(run.base.states.last { $0.head.number == number })
      let chain = try HostileBase.replay(former).chain
      let log = try HostileBase.replay(former).log
      let commit = try chain.makeCommit(of: [], by: run.base.second.author, log: log, clock: run.clock)
      run.lies.changes = { $0.commits.insert(commit.signedHeader.encoded, at: 0) }
    },
    HostileScenario("A signed checkpoint without a known record", .alarm(.recordMissing)) { run in
      try run.serveCheckpoint { versions, run in
        let known = try run.pick(run.knownNames.compactMap { RecordName($0) }.filter { versions[$0]?.item.purpose == .record })
        versions[known] = nil
      }
    },
    HostileScenario("A signed checkpoint with an older version of a known record", .alarm(.revisionNotNewer)) { run in
      try run.serveCheckpoint { versions, run in
        let often = run.knownChain.versions.values.filter { $0.item.revision > 1 }
          .sorted { $0.item.record.bytes.lexicographicallyPrecedes($1.item.record.bytes) }
        let (item, version) = (try run.pick(often).item, try run.pick(often))
        versions[item.record] = RecordVersion(
          item: CommitItem(record: item.record, revision: item.revision - 1, purpose: item.purpose, bodyHash: item.bodyHash),
          author: version.author, number: version.number)
      }
    },
    HostileScenario("A signed checkpoint with a different body of a known version", .alarm(.revisionConflict)) { run in
      try run.serveCheckpoint { versions, run in
        let known = run.knownChain.versions.values.filter { versions[$0.item.record] == $0 }
          .sorted { $0.item.record.bytes.lexicographicallyPrecedes($1.item.record.bytes) }
        let (version, bit) = (try run.pick(known), run.number(below: 256))
        let item = version.item
        versions[item.record] = RecordVersion(
          item: CommitItem(
            record: item.record, revision: item.revision, purpose: item.purpose, bodyHash: Forger.flipped(item.bodyHash, bit: bit)),
          author: version.author, number: version.number)
      }
    },
  ]
}

extension HostileRun {
  /// Serves everything, and a checkpoint over other records signed by a member, with all items gone.
  mutating func serveCheckpoint(_ change: (inout [RecordName: RecordVersion], inout HostileRun) throws -> Void) throws {
    var versions = base.present.chain.versions
    try change(&versions, &self)
    let root = CheckpointRoot(over: versions.values)
    let checkpoint = try base.present.chain.makeCheckpoint(by: base.second.author, log: base.present.log, clock: clock)
    served.take(try Forger.resigned(checkpoint, by: base.second.author) { $0.checkpoint = root }, [])
    served.checkpoint?.covered = versions.values.sorted { $0.item.record.bytes.lexicographicallyPrecedes($1.item.record.bytes) }
    try served.dropItems()
  }
}
