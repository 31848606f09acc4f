// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialVault
import Foundation
import SyncModel
import Testing
import VaultSync

/// Two folders that were merged, and files added by members, former members and strangers.
extension FolderScenario {
  static let joined: [FolderScenario] = lines + logs

  private static let lines: [FolderScenario] = [
    FolderScenario("A shorter line next to the known one", .none) { run in
      try run.join(back: 1, count: 1)
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("A longer line next to the known one", .none, keepsFolder: true) { run in
      try run.holdBackNews()
      try run.join(back: 1, count: 3 + UInt64(run.number(below: 4)))
    } then: { run, vault in
      let replica = try vault.replica()
      #expect(replica?.chain.number(of: run.known.head.hash) == nil)
    },
    FolderScenario("A line as long as the known one", .none, keepsFolder: true) { run in
      try run.holdBackNews()
      try run.join(back: 1, count: 1)
    },
    FolderScenario("A longer line for a running device", .none, to: .running, keepsFolder: true) { run in
      try run.join(back: 1, count: 3 + UInt64(run.number(below: 4)))
    },
    FolderScenario("A longer line from before a commit that an entry names", .none) { run in
      try run.join(back: run.known.head.number - run.lastSeen + 1, count: 30, by: run.base.firstAuthor)
    } then: { run, vault in
      let replica = try vault.replica()
      #expect(replica?.chain.position(run.lastSeen) == run.base.known.chain.position(run.lastSeen))
    },
    FolderScenario("A removed device's line", .none) { run in
      let line = try run.removedLine()
      try run.disk.write(run.disk.files(of: line))
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("Copies of an old checkpoint", .none) { run in
      let number = try #require(run.known.checkpoint?.number)
      let content = try run.disk.read(run.commit(number))
      let name = FolderOnDisk.hash(content)
      for copy in ["again", "2026-01-02", "~"] {
        try run.disk.write(content, at: "\(run.disk.accountPath)/commit/\(name.prefix(2))/\(name).\(copy).commit")
      }
    },
    FolderScenario("An old checkpoint signed again after the present line", .none) { run in
      // Its author's old checkpoint, signed again as if it were new.
      let number = try #require(run.known.checkpoint?.number)
      let stored = try #require(run.known.commits.first { $0.number == number })
      let former = try Commit(decoding: stored.bytes)
      let head = run.last.head
      let chain = run.base.present.chain
      let forged = try Forger.resigned(former, by: run.base.second.author) { [log = run.base.present.log] in
        ($0.number, $0.parent, $0.device) = (head.number + 1, head.hash, run.base.second.author.member)
        ($0.log, $0.epoch, $0.deviceSequence) = (log.head, log.epoch, (chain.authors[$0.device]?.sequence ?? 0) + 1)
      }
      let content = FolderOnDisk.commitFile(forged.encoded, [])
      try run.disk.write(content, at: run.disk.commitPath(content))
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("A checkpoint that omits a record", .none) { run in
      let (log, chain) = run.base.present
      var versions = chain.versions
      versions[try run.pick(Array(versions.keys).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })] = nil
      let root = CheckpointRoot(over: versions.values)
      let checkpoint = try chain.makeCheckpoint(by: run.base.second.author, log: log, clock: run.hostile().clock)
      let forged = try Forger.resigned(checkpoint, by: run.base.second.author) { $0.checkpoint = root }
      let content = FolderOnDisk.commitFile(forged.encoded, [])
      try run.disk.write(content, at: run.disk.commitPath(content))
    },
    FolderScenario("A commit whose clock is years off", .none, keepsFolder: true) { run in
      let (log, chain) = run.base.present
      let clock = run.number(below: 2) == 0 ? 1 << 16 : run.hostileClock + (10 * 366 * 86_400_000) << 16
      let commit = try chain.makeCommit(of: [], by: run.base.firstAuthor, log: log, clock: clock)
      let content = FolderOnDisk.commitFile(commit.encoded, [])
      try run.disk.write(content, at: run.disk.commitPath(content))
    },
  ]

  private static let logs: [FolderScenario] = [
    FolderScenario("A commit under the running device's own key", .alarm(.ownKeyUsedElsewhere), to: .running) {
      run in
      let replica = try #require(try run.vault?.replica())
      let commit = try replica.chain.makeCommit(of: [], by: run.base.third.author, log: replica.log, clock: run.hostileClock)
      let content = FolderOnDisk.commitFile(commit.encoded, [])
      try run.disk.write(content, at: run.disk.commitPath(content))
    },
    FolderScenario("A second entry after the known log", .alarm(.logForked)) { run in
      try run.disk.write(entries: [run.addition(behind: run.known.log.count, by: run.base.second)])
    },
    FolderScenario("A second entry in place of the last known one", .alarm(.logForked)) { run in
      try run.holdBackNews()
      try run.disk.write(entries: [run.addition(behind: run.known.log.count - 1, by: run.base.second)])
    },
    FolderScenario("Two conflicting entries after the known log", .alarm(.logForked)) { run in
      try run.holdBackNews()
      try run.disk.write(entries: [
        run.addition(behind: run.known.log.count, by: run.base.second, seed: 80),
        run.addition(behind: run.known.log.count, by: run.base.second, seed: 81),
      ])
    },
    FolderScenario("A removed device's entry from before its removal", .alarm(.logForked)) { run in
      let removed = run.base.removed
      let last = try #require(
        (0..<run.known.log.count).last { run.base.known.log.publicKeys(of: removed.author.member, at: UInt64($0)) != nil })
      try run.disk.write(entries: [run.addition(behind: last + 1, by: removed)])
    },
    FolderScenario("A device added by a removed device", .none) { run in
      try run.disk.write(entries: [run.addition(behind: run.last.log.count, by: run.base.removed)])
    } then: { run, vault in
      let replica = try vault.replica()
      #expect(replica?.log.entries.count == run.last.log.count)
    },
    FolderScenario("A device added by a stranger", .none) { run in
      try run.disk.write(entries: [run.addition(behind: run.last.log.count, by: try HostileBase.Member(seed: 78))])
    } then: { run, vault in
      let replica = try vault.replica()
      #expect(replica?.log.devices == run.base.present.log.devices)
    },
    FolderScenario("A device that did not sign for itself", .none) { run in
      try run.disk.write(entries: [run.addition(behind: run.last.log.count, by: run.base.second, proves: false)])
    } then: { run, vault in
      let replica = try vault.replica()
      #expect(replica?.log.devices == run.base.present.log.devices)
    },
    FolderScenario("An entry that names a commit that never arrives", .none) { run in
      try run.disk.write(entries: [
        run.addition(behind: run.last.log.count, by: run.base.second, seeing: [UInt8](repeating: 9, count: 32))
      ])
    } then: { run, vault in
      let replica = try vault.replica()
      #expect(replica?.log.entries.count == run.last.log.count)
    },
    FolderScenario("A device added by a member", .none, keepsFolder: true) { run in
      try run.disk.write(entries: [run.addition(behind: run.last.log.count, by: run.base.second)])
    } then: { run, vault in
      let replica = try vault.replica()
      #expect(replica?.log.entries.count == run.last.log.count + 1)
    },
    FolderScenario("The removal of this device", .alarm(.removed), isFinal: true) { run in
      let (log, second) = (run.base.present.log, run.base.second.author)
      var generator = SystemRandomNumberGenerator()
      let former = try log.openEpochKey(as: second.member, with: second.keys)
      let next = try log.rotating(
        from: former, to: .generate(epoch: log.epoch + 1, using: &generator), removing: [run.base.third.author.member],
        by: LogAuthor(second.member, second.keys, seeing: run.last.head.hash), using: &generator)
      try run.disk.write(entries: next.entries.suffix(1).map(\.encoded))
    },
  ]
}

extension FolderRun {
  var hostileClock: UInt64 { UInt64(base.end.timeIntervalSince1970 * 1000) << 16 }

  /// Adds a line to the folder that leaves the known one some commits before its end.
  mutating func join(back: UInt64, count: UInt64, by author: LogAuthor? = nil) throws {
    try disk.write(disk.files(of: branch(back: back, count: count, by: author)))
  }

  private mutating func branch(back: UInt64, count: UInt64, by author: LogAuthor?) throws -> ServedAccount {
    let number = known.head.number - back
    var served = try #require(base.states.last { $0.head.number == number })
    (served.log, served.place) = (known.log, known.place)
    let author = author ?? base.second.author
    var chain = try HostileBase.replay(served).chain
    let run = try hostile()
    for _ in 0..<count {
      let name = try pick(run.knownNames)
      let envelope = try run.revised(name, revision: 90 + UInt64(served.commits.count))
      let commit = try chain.makeCommit(of: [CommitItem(envelope)], by: author, log: base.known.log, clock: hostileClock)
      try chain.follow(commit, log: base.known.log, as: OwnDevice(base.third.author.member))
      served.take(commit, [envelope])
    }
    return served
  }

  /// An entry that adds a device after this many of the log's entries.
  func addition(
    behind count: Int, by author: HostileBase.Member, seed: UInt64 = 79, proves: Bool = true, seeing: [UInt8]? = nil
  ) throws -> [UInt8] {
    let log = try MembershipLog(verifying: Array(base.present.log.entries.prefix(count)))
    let device = try HostileBase.Member(seed: seed)
    var generator = SystemRandomNumberGenerator()
    let second = base.second.author
    let key = try log.openEpochKey(as: second.member, with: second.keys)
    let seen = seeing ?? (count == last.log.count ? last.head.hash : log.entries.last?.commitHeadSeen ?? [])
    let draft = try log.drafting(
      device.author.member, device.author.keys.publicKeys, named: "", epochKey: key,
      by: LogAuthor(author.author.member, author.author.keys, seeing: seen), using: &generator)
    return try Forger.entry(
      draft.encoded,
      signedBy: [(author.author.member, author.signing)] + (proves ? [(device.author.member, device.signing)] : [])
    ) { _ in }
  }
}

extension FolderOnDisk {
  func write(entries: [[UInt8]]) throws { for entry in entries { try write(entry, at: entryPath(entry)) } }
}
