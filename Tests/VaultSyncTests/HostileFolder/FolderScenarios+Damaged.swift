// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialVault
import Foundation
import Glibc
import SyncModel
import Testing
import VaultSync

/// Damaged files.
extension FolderScenario {
  static let damaged: [FolderScenario] = contents + names + wraps

  /// A spoiled file counts as missing: the outcome depends on which file it is.
  private static func spoilt(_ how: String, _ change: @escaping @Sendable (inout FolderRun, [UInt8]) throws -> [UInt8]) -> [FolderScenario]
  {
    @Sendable func spoil(_ run: inout FolderRun, _ path: String) throws {
      let content = try run.disk.read(path)
      try Data(change(&run, content)).write(to: run.disk.place(path))
    }
    return [
      FolderScenario("A new commit damaged by \(how)", .none) { run in
        try spoil(&run, run.commit(try run.pick(run.newNumbers)))
      },
      FolderScenario("A known commit damaged by \(how)", .none) { run in
        try spoil(&run, run.commit(try run.pick(run.freeNumbers)))
      },
      FolderScenario("A known entry damaged by \(how)", .alarm(.logRolledBack)) { run in
        try spoil(&run, try run.pick(Array(run.knownEntries.dropFirst(2))))
      },
    ]
  }

  private static let contents: [FolderScenario] =
    spoilt("truncation") { run, content in Array(content.prefix(run.number(below: content.count))) }
    + spoilt("a flipped bit") { run, content in Forger.flipped(content, bit: run.number(below: content.count * 8)) }
    + spoilt("zeroes of the same length") { _, content in [UInt8](repeating: 0, count: content.count) }
    + spoilt("trailing data") { run, content in content + (0...run.number(below: 4_000)).map { UInt8(truncatingIfNeeded: $0) } }
    + spoilt("trailing data of five mebibytes") { _, content in content + [UInt8](repeating: 0, count: 5 << 20) }
    + [
      FolderScenario("Truncated wraps", .none) { run in
        let path = try run.pick(run.honest.rewraps)
        let content = try run.disk.read(path)
        try Data(content.prefix(run.number(below: content.count))).write(to: run.disk.place(path))
      },
      FolderScenario("Wraps with a flipped bit", .none) { run in
        let path = try run.pick(run.honest.rewraps)
        let content = try run.disk.read(path)
        try Data(Forger.flipped(content, bit: run.number(below: content.count * 8))).write(to: run.disk.place(path))
      },
      FolderScenario("Two commits with swapped contents", .none) { run in
        let (first, second) = (try run.commit(run.newNumbers[0]), try run.commit(run.newNumbers[1]))
        let (one, other) = (try run.disk.read(first), try run.disk.read(second))
        try Data(other).write(to: run.disk.place(first))
        try Data(one).write(to: run.disk.place(second))
      } then: { run, vault in
        let replica = try #require(try vault.replica())
        #expect(replica.chain.head != run.last.head && replica.chain.position(run.last.head.number) != run.last.head)
      },
      FolderScenario("A known commit in place of a new one", .none) { run in
        let content = try run.disk.read(run.commit(try run.pick(run.freeNumbers)))
        try Data(content).write(to: run.disk.place(try run.commit(try run.pick(run.newNumbers))))
      },
      FolderScenario("Files that arrive incomplete and are completed later", .none, attempts: 2) { run in
        let numbers = run.newNumbers
        var whole: [String: [UInt8]] = [:]
        for number in numbers {
          let path = try run.commit(number)
          whole[path] = try run.disk.read(path)
          try Data(try run.disk.read(path).prefix(run.number(below: 90))).write(to: run.disk.place(path))
        }
        let (disk, contents, changes) = (run.disk, whole, Remembered(0))
        run.meanwhile.before = { request, _ in
          // Between two reads of one exchange.
          guard request.path.hasPrefix("/v1/changes"), changes.next() == 1 else { return }
          for (path, content) in contents { try Data(content).write(to: disk.place(path)) }
        }
      } then: { run, vault in
        try run.expectNews(in: vault)
      },
    ]

  private static let names: [FolderScenario] = [
    FolderScenario("Conflict copies next to every file", .none) { run in
      for (path, content) in run.honest.contents {
        let parts = path.split(separator: ".", maxSplits: 1)
        try run.disk.write(content, at: "\(parts[0]).sync-conflict-20260102-030405-ABCDEFG.\(parts[1])")
        try run.disk.write(Array(content.prefix(9)), at: "\(parts[0]) (conflicted copy).\(parts[1])")
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("Copies in place of every file", .none) { run in
      for (path, content) in run.honest.contents {
        let parts = path.split(separator: ".", maxSplits: 1)
        try run.disk.write(content, at: "\(parts[0]) (Copy 2).\(parts[1])")
        try run.disk.remove(path)
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("Commits in the wrong subfolder", .none) { run in
      for number in run.newNumbers {
        let path = try run.commit(number)
        let name = try #require(path.split(separator: "/").last)
        let other = "\(run.disk.accountPath)/commit/ab/\(name)"
        try run.disk.makeFolder("\(run.disk.accountPath)/commit/ab")
        if other != path { try run.disk.move(path, to: other) }
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("File names in capitals", .none) { run in
      for number in run.newNumbers {
        let path = try run.commit(number)
        let parts = path.split(separator: "/")
        try run.disk.move(path, to: (parts.dropLast() + [Substring(parts[parts.count - 1].uppercased())]).joined(separator: "/"))
      }
    },
    FolderScenario("File names that differ only in case", .none) { run in
      // A file system that folds case elsewhere returns both.
      for number in run.newNumbers {
        let path = try run.commit(number)
        let parts = path.split(separator: "/")
        let name = parts[parts.count - 1].replacing(".commit", with: ".COMMIT")
        try run.disk.write([1, 2, 3], at: (parts.dropLast() + [Substring(name)]).joined(separator: "/"))
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("An account folder in capitals", .refusal(.refused)) { run in
      try run.disk.move(run.disk.accountPath, to: "passfold-sync-1/\(FolderOnDisk.hexadecimal(run.disk.account.bytes).uppercased())")
    },
    FolderScenario("File names without a hash", .none) { run in
      for (count, number) in run.newNumbers.enumerated() {
        try run.disk.move(try run.commit(number), to: "\(run.disk.accountPath)/commit/ab-\(count).commit")
      }
    },
    FolderScenario("Files of one kind in place of another", .none) { run in
      for (path, content) in run.honest.contents {
        let name = FolderOnDisk.hash(content)
        for kind in ["entry", "commit", "rewraps"] where !path.hasSuffix(kind) {
          try run.disk.write(content, at: "\(run.disk.accountPath)/\(kind)/\(kind == "commit" ? "ab/" : "")\(name).\(kind)")
        }
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("File names of unusual bytes", .none) { run in
      let odd: [[UInt8]] = [
        [0xff, 0xfe], Array("\n\u{1b}[2J".utf8), Array(".commit".utf8), Array("..commit".utf8), [0xc0, 0xaf],
        [UInt8](repeating: 0xf0, count: 200), Array("\u{202e}timmoc.".utf8),
        Array(String(repeating: "é", count: 32).utf8) + Array(".commit".utf8),
        Array((String(repeating: "ａ", count: 40) + ".commit").utf8),
      ]
      for folder in ["", "/entry", "/rewraps", "/commit", "/commit/ab"] {
        try run.disk.makeFolder(run.disk.accountPath + folder)
        for name in odd {
          let parent = open(run.disk.place(run.disk.accountPath + folder).path, O_RDONLY | O_DIRECTORY)
          let file = (name + [0]).map(CChar.init(bitPattern:)).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { openat(parent, $0, O_WRONLY | O_CREAT, 0o644) } ?? -1
          }
          close(parent)
          if file >= 0 { close(file) }
        }
      }
    } then: { run, vault in
      try run.expectNews(in: vault)
    },
    FolderScenario("Temporary files left by a crash", .none) { run in
      for number in 0..<200 {
        let name = String(format: ".passfold-%032x.tmp", number)
        try run.disk.write([UInt8(truncatingIfNeeded: number)], at: "\(run.disk.accountPath)/entry/\(name)")
      }
    },
  ]

  private static let wraps: [FolderScenario] = [
    FolderScenario("A copy of a commit with forged wraps", .alarm(.bodyUnreadable)) { run in
      // Of two files for one commit, the one with the smaller hash is read.
      let stored = try run.pick(
        run.last.commits.suffix(run.newNumbers.count).filter { commit in
          commit.envelopes.contains {
            run.last.versions[$0.facts.record.bytes]?.body == $0.body && run.last.versions[$0.facts.record.bytes]?.wrap == $0.wrap
          }
        })
      let original = try #require(run.honest.commits[stored.number]).split(separator: "/").last ?? ""
      for _ in 0..<100_000 {
        let envelopes = stored.envelopes.map { envelope in
          (
            wrap: Array(envelope.wrap.prefix(16)) + (0..<48).map { _ in UInt8.random(in: 0...255, using: &run.generator) },
            body: envelope.body
          )
        }
        let content = FolderOnDisk.commitFile(stored.bytes, envelopes)
        guard FolderOnDisk.hash(content) + ".commit" < original else { continue }
        return try run.disk.write(content, at: run.disk.commitPath(content))
      }
      Issue.record("no smaller hash was found")
    },
    FolderScenario("Forged wraps of the present epoch", .alarm(.bodyUnreadable)) { run in
      let epoch = run.base.present.log.epoch
      let old = run.last.commits.suffix(run.newNumbers.count).flatMap(\.envelopes).filter { envelope in
        envelope.epoch < epoch && run.last.versions[envelope.facts.record.bytes]?.body == envelope.body
      }
      try run.disk.remove("\(run.disk.accountPath)/rewraps")
      let wraps = old.map { envelope in
        let prefix = (0..<4).map { UInt8(truncatingIfNeeded: epoch >> (24 - 8 * $0)) }
        return (record: envelope.facts.record.bytes, revision: envelope.facts.revision, wrap: prefix + [UInt8](repeating: 7, count: 60))
      }
      let content = FolderOnDisk.rewrapsFile(epoch, wraps)
      try run.disk.write(content, at: run.disk.rewrapsPath(content))
    },
    FolderScenario("Wraps of an epoch that never arrives", .none) { run in
      let wraps = run.last.versions.map { name, version in
        (record: name, revision: (try? version.item().revision) ?? 1, wrap: [0, 0, 0, 77] + [UInt8](repeating: 7, count: 60))
      }
      let content = FolderOnDisk.rewrapsFile(77, wraps)
      try run.disk.write(content, at: run.disk.rewrapsPath(content))
    },
    FolderScenario("Wraps of versions that do not exist", .none) { run in
      let epoch = run.base.present.log.epoch
      let prefix = (0..<4).map { UInt8(truncatingIfNeeded: epoch >> (24 - 8 * $0)) }
      let content = FolderOnDisk.rewrapsFile(
        epoch,
        run.last.versions.keys.map { (record: $0, revision: 1 << 60, wrap: prefix + [UInt8](repeating: 7, count: 60)) })
      try run.disk.write(content, at: run.disk.rewrapsPath(content))
    },
  ]
}
