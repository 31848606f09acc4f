// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialModel
import CredentialVault
import Foundation
import SyncModel
import Testing
import VaultSync

/// Files that are missing, or have not arrived yet.
extension FolderScenario {
  static let withheld: [FolderScenario] = [
    FolderScenario("An honest folder with new commits", .none) { _ in },
    FolderScenario("An honest folder without new commits", .none) { try $0.holdBackNews() },
    FolderScenario("An old copy of the folder", .alarm(.logRolledBack)) { run in
      let former = try run.pick(run.base.states.filter { 2...run.known.log.count - 1 ~= $0.log.count && !$0.commits.isEmpty })
      try run.disk.become(run.disk.files(of: former).contents)
    },
    FolderScenario("An old copy of the folder for a device that has seen the present state", .alarm(.logRolledBack), to: .present) {
      try $0.holdBackNews()
    },
    FolderScenario("A folder without the last known commit, which no entry names", .none) { run in
      try run.holdBackNews()
      try run.disk.remove(run.commit(run.known.head.number))
    },
    FolderScenario("An old copy of the folder with the present log", .alarm(.logRolledBack), to: .present) { run in
      let former = try run.pick(run.base.states.filter { 0 < $0.commits.count && $0.head.number < run.lastSeen })
      var served = former
      served.log = run.last.log
      try run.disk.become(run.disk.files(of: served).contents)
    },
    FolderScenario("An old copy of the folder with an erased record", .none, to: .running) { run in
      let (vault, id) = (try #require(run.vault), try #require(run.vault?.summaries().first { $0.title == "Shop 10" }?.id))
      try vault.moveToTrash(id)
      try await run.synchronise(vault)
      try vault.erase([id])
      try await run.synchronise(vault)
      #expect(vault.pendingCount == 0)
      try run.holdBackNews()
    } then: { run, vault in
      let titles = try vault.summaries().map(\.title)
      #expect(titles.contains("Shop 10"))
    },
    FolderScenario("A missing new commit", .none) { run in
      let number = try run.pick(run.newNumbers)
      try run.disk.remove(run.commit(number))
    },
    FolderScenario("A missing last commit", .none) { run in
      try run.disk.remove(run.commit(run.last.head.number))
    },
    FolderScenario("All new commits missing", .none) { run in
      for number in run.newNumbers { try run.disk.remove(run.commit(number)) }
    },
    FolderScenario("A missing known commit that no entry names", .none) { run in
      try run.disk.remove(run.commit(try run.pick(run.freeNumbers)))
    },
    FolderScenario("A missing commit that an entry names", .alarm(.logRolledBack)) { run in
      try run.disk.remove(run.commit(UInt64(run.number(below: Int(run.lastSeen)) + 1)))
    },
    FolderScenario("All commits missing", .alarm(.logRolledBack)) { run in
      try run.disk.remove("\(run.disk.accountPath)/commit")
    },
    FolderScenario("A missing known entry", .alarm(.logRolledBack)) { run in
      try run.disk.remove(try run.pick(Array(run.knownEntries.dropFirst(2))))
    },
    FolderScenario("A missing new entry", .none) { run in
      try run.disk.remove(try run.pick(run.newEntries))
    },
    FolderScenario("A missing first or second entry", .refusal(.refused)) { run in
      try run.disk.remove(run.honest.entries[run.number(below: 2)])
    },
    FolderScenario("A missing log", .refusal(.refused)) { try $0.disk.remove("\($0.disk.accountPath)/entry") },
    FolderScenario("A missing account folder", .refusal(.refused)) { try $0.disk.remove($0.disk.accountPath) },
    FolderScenario("An empty folder", .refusal(.refused)) { try $0.disk.become([:]) },
    FolderScenario("A missing folder", .refusal(.unreachable)) {
      try FileManager.default.removeItem(at: $0.disk.url)
    },
    FolderScenario("Another vault's folder", .refusal(.refused)) { run in
      let other = try Forger.otherAccount().log
      let disk = FolderOnDisk(url: run.disk.url, account: other.account)
      var served = ServedAccount()
      served.log = other.entries.map(\.encoded)
      try disk.become(disk.files(of: served).contents)
    },
    FolderScenario("Another vault's files under this account's name", .refusal(.refused)) { run in
      let other = try Forger.otherAccount().log
      var served = ServedAccount()
      served.log = other.entries.map(\.encoded)
      try run.disk.become(run.disk.files(of: served).contents)
    },
    FolderScenario("Another vault's files among this account's files", .none) { run in
      let (log, author) = try Forger.otherAccount()
      let commit = try CommitChain(account: log.account).makeCommit(of: [], by: author, log: log, clock: run.hostile().clock)
      let content = FolderOnDisk.commitFile(commit.encoded, [])
      try run.disk.write(content, at: run.disk.commitPath(content))
      for entry in log.entries { try run.disk.write(entry.encoded, at: run.disk.entryPath(entry.encoded)) }
    },
    FolderScenario(
      "A device whose files are all withheld", .none,
      act: { try $0.holdBackNews() },
      then: { run, vault in
        let client = SyncClient(
          vault: vault, exchange: CarriedFolder(run.disk.url.path).exchange, now: { run.base.end + 15 * 86_400 }, pause: { _ in })
        let second = try await client.devices().first { $0.device == run.base.second.author.member }
        #expect(second?.isSilent == true)
      }),
    FolderScenario("Missing wraps of a new epoch", .none) { run in
      try run.disk.remove("\(run.disk.accountPath)/rewraps")
    },
    FolderScenario("An older state for a new device than its sponsor had", .alarm(.logRolledBack), to: .newcomer) { run in
      let former = try run.pick(
        run.base.states.filter { !$0.commits.isEmpty && $0.head.number < run.base.promised.number })
      var served = former
      served.log = run.base.newcomerLog.entries.map(\.encoded)
      try run.disk.become(run.disk.files(of: served).contents)
    },
    FolderScenario("An honest folder for a new device", .none, to: .newcomer) { _ in },
    FolderScenario("A missing last commit for a new device", .none, to: .newcomer) { run in
      try run.disk.remove(run.commit(run.last.head.number))
    },
    FolderScenario("An old copy of the folder for a running device", .alarm(.logRolledBack), to: .running) { run in
      let former = try run.pick(run.base.states.filter { 2...run.known.log.count - 1 ~= $0.log.count && !$0.commits.isEmpty })
      try run.disk.become(run.disk.files(of: former).contents)
    },
    FolderScenario("A removed device's line under the log that removed it", .alarm(.forked)) { run in
      try run.holdBackNews()
      let server = LyingServer(try run.removedLine())
      let count = Remembered(0)
      run.meanwhile.instead = { request in
        guard ["/v1/changes", "/v1/checkpoint"].contains(request.path.prefix { $0 != "?" }) else { return nil }
        return count.next() == 0 ? LyingServer.refusal(409, "rebased") : try server.answer(request)
      }
    },
    FolderScenario("Changes under a shorter log than the one shown", .refusal(.answerMalformed)) { run in
      try run.holdBackNews()
      var served = run.known
      served.log.removeLast(run.number(below: 3) + 1)
      let server = LyingServer(served)
      run.meanwhile.instead = { $0.path.hasPrefix("/v1/changes") ? try server.answer($0) : nil }
    },
  ]
}

extension FolderRun {
  /// A line by the removed device that leaves the known one before the commit seen by its removal, under the log that removed it.
  mutating func removedLine() throws -> ServedAccount {
    let (removed, log) = (base.removed.author, base.known.log)
    let last = try #require((0...log.head.sequence).last { log.publicKeys(of: removed.member, at: $0) != nil })
    let seen = try #require(log.entries[Int(last) + 1].commitHeadSeen.flatMap(base.known.chain.number(of:)))
    var served = try #require(base.states.last { $0.head.number == seen - 1 })
    (served.log, served.place) = (known.log, known.place)
    var chain = try HostileBase.replay(served).chain
    let (position, epoch) = (try #require(log.position(last)), try #require(log.epoch(at: last)))
    for _ in 0...number(below: 3) {
      let template = try chain.makeCommit(of: [], by: base.second.author, log: log, clock: hostile().clock)
      let commit = try Forger.resigned(template, by: removed) { [sequence = chain.authors[removed.member]?.sequence ?? 0] in
        ($0.device, $0.deviceSequence, $0.log, $0.epoch) = (removed.member, sequence + 1, position, epoch)
      }
      try chain.follow(commit, log: log, as: OwnDevice(base.firstAuthor.member))
      served.take(commit, [])
    }
    return served
  }
}
