// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import CredentialVault
import SecretMemory
import SyncModel
import Testing
import VaultSync

import class SecretMemory.SharedSecret

/// Lies about the served records.
extension HostileScenario {
  static let bodies: [HostileScenario] = exchanged + sealed

  private static let exchanged: [HostileScenario] = [
    HostileScenario("A flipped bit in encrypted content", .alarm(.bodyMismatch)) { run in
      let (choice, bit) = (run.generator.next(), run.number(below: 8_000))
      run.alter(choice) { $0.body = Array($0.body.prefix(93)) + Forger.flipped(Array($0.body.dropFirst(93)), bit: bit) }
    },
    HostileScenario("A body with a changed revision", .alarm(.bodyMismatch)) { run in
      run.alter(run.generator.next()) { $0.body[45] ^= 1 }
    },
    HostileScenario("A body with a changed author", .alarm(.bodyMismatch)) { run in
      run.alter(run.generator.next()) { $0.body[50] ^= 1 }
    },
    HostileScenario("A body with a changed time", .alarm(.bodyMismatch)) { run in
      run.alter(run.generator.next()) { $0.body[65] ^= 1 }
    },
    HostileScenario("A body with a changed record name", .alarm(.bodyMismatch)) { run in
      run.alter(run.generator.next()) { $0.body[30] ^= 1 }
    },
    HostileScenario("A body with a changed account name", .alarm(.bodyMismatch)) { run in
      run.alter(run.generator.next()) { $0.body[10] ^= 1 }
    },
    HostileScenario("A truncated body", .alarm(.bodyUnreadable)) { run in
      let cut = run.number(below: 90) + 1
      run.alter(run.generator.next()) { $0.body.removeLast(cut) }
    },
    HostileScenario("A body with an unknown cipher suite", .refusal(.programTooOld)) { run in
      run.alter(run.generator.next()) { $0.body[4] = 9 }
    },
    HostileScenario("A record served as a tombstone", .alarm(.bodyUnreadable)) { run in
      let choice = run.generator.next()
      run.lies.changes = { changes in
        let records = changes.versions.indices.filter { changes.versions[$0].body[5] == 1 }
        if !records.isEmpty { changes.versions[records[Int(choice % UInt64(records.count))]].body[5] = 2 }
      }
    },
    HostileScenario("Two records with swapped bodies", .alarm(.bodyMismatch)) { run in
      run.exchange {
        ($0.body, $1.body) = (Array($0.body.prefix(93)) + $1.body.dropFirst(93), Array($1.body.prefix(93)) + $0.body.dropFirst(93))
      }
    },
    HostileScenario("Two records with swapped wraps", .alarm(.bodyUnreadable)) { run in
      run.exchange { ($0.wrap, $1.wrap) = ($1.wrap, $0.wrap) }
    },
    HostileScenario("Two records with swapped commit numbers", .alarm(.bodyMismatch)) { run in
      run.lies.changes = { changes in
        guard let other = changes.versions.firstIndex(where: { $0.number != changes.versions[0].number }) else { return }
        let number = changes.versions[0].number
        changes.versions[0].number = changes.versions[other].number
        changes.versions[other].number = number
      }
    },
    HostileScenario("A wrap of a previous epoch", .none) { run in
      let states = run.base.states
      run.lies.changes = { changes in
        for index in changes.versions.indices {
          let former = states.lazy.flatMap(\.versions.values).first { $0.body == changes.versions[index].body }
          changes.versions[index].wrap = former?.wrap ?? changes.versions[index].wrap
        }
      }
    },
    HostileScenario("A wrap of an epoch that never arrives", .refusal(.answerMalformed)) { run in
      run.alter(run.generator.next()) { $0.wrap[3] = 77 }
    },
    HostileScenario("A wrap of an epoch before the first", .refusal(.answerMalformed)) { run in
      run.alter(run.generator.next()) { $0.wrap[3] = 0 }
    },
    HostileScenario("A wrap labelled with another epoch", .alarm(.bodyUnreadable)) { run in
      run.alter(run.generator.next()) { $0.wrap[3] = $0.wrap[3] == 1 ? 2 : 1 }
    },
    HostileScenario("A truncated wrap", .alarm(.bodyUnreadable)) { run in
      run.alter(run.generator.next()) { $0.wrap.removeLast() }
    },
    HostileScenario("An older version of a record", .alarm(.bodyMismatch)) { run in
      let (known, choice) = (run.known, run.generator.next())
      run.lies.changes = { changes in
        let old = changes.versions.indices.filter { known.versions[Array(changes.versions[$0].body[22..<38])] != nil }
        guard !old.isEmpty else { return }
        let index = old[Int(choice % UInt64(old.count))]
        guard let version = known.versions[Array(changes.versions[index].body[22..<38])] else { return }
        (changes.versions[index].body, changes.versions[index].wrap) = (version.body, version.wrap)
      }
    },
    HostileScenario("An omitted record", .alarm(.bodyMissing)) { run in
      let known = run.known
      let left = try run.pick(
        run.base.last.versions.values.filter { version in !known.versions.values.contains { $0.body == version.body } })
      run.lies.changes = { changes in changes.versions.removeAll { $0.body == left.body } }
    },
    HostileScenario("All records omitted", .alarm(.bodyMissing)) { run in
      run.lies.changes = { $0.versions = [] }
    },
    HostileScenario("A record that no commit names", .alarm(.bodyMismatch)) { run in
      var generator = SystemRandomNumberGenerator()
      let envelope = try run.revised(try run.pick(run.knownNames)) { $0.record = .random(using: &generator) }
      run.lies.changes = { changes in
        changes.versions.append(ServedChanges.Version(number: changes.head.number, wrap: envelope.wrap, body: envelope.body))
      }
    },
  ]

  /// By a lying member: a commit names these records, and they decrypt.
  private static let sealed: [HostileScenario] = [
    HostileScenario("A committed record of another account", .alarm(.bodyUnreadable)) { run in
      let other = try Forger.otherAccount().log.account
      try run.serve([try run.revised(try run.pick(run.knownNames)) { $0.account = other }])
    },
    HostileScenario("A committed record with invalid content", .alarm(.bodyUnreadable)) { run in
      let content = (0...run.number(below: 200)).map { _ in UInt8.random(in: 0...255, using: &run.generator) }
      try run.serve([try run.revised(try run.pick(run.knownNames), content: content)])
    },
    HostileScenario("A committed record marked as a tombstone", .alarm(.bodyUnreadable)) { run in
      try run.serve([try run.revised(try run.pick(run.knownNames), content: [1, 0xa0]) { $0.purpose = .tombstone }])
    },
    HostileScenario("A committed version below the format floor", .alarm(.formatBelowFloor)) { run in
      try run.serve([try run.revised(try run.pick(run.knownNames)) { $0.schema = 0 }])
    },
    HostileScenario(
      "A version committed before another device raises the format floor", .refusal(.programTooOld), isFinal: true
    ) { run in
      // The author's format was valid at the log position that the commit names. This program can no longer write, which is no alarm.
      let (commit, envelopes) = try run.next()
      run.served = run.known
      run.served.take(commit, envelopes)
      let second = run.base.second.author
      let raised = try run.knownLog.raisingFloor(to: 2, by: LogAuthor(second.member, second.keys, seeing: commit.position.hash))
      run.served.log = raised.entries.map(\.encoded)
    },
    HostileScenario(
      "A record of a newer program", .none, keepsServer: true,
      afterwards: { vault, _ in
        let id = try #require(RecordIdentifier(bytes: [UInt8](repeating: 0x5a, count: 16)))
        #expect(throws: CredentialVaultError.self) { _ = try vault.record(id) }
        #expect(try !vault.summaries().map(\.id).contains(id))
      }
    ) { run in
      let name = try #require(RecordName([UInt8](repeating: 0x5a, count: 16)))
      try run.serve([try run.revised(try run.pick(run.knownNames)) { ($0.record, $0.schema) = (name, 99) }])
    },
    HostileScenario("A record of a newer program with a changed wrap", .alarm(.bodyUnreadable)) { run in
      var generator = SystemRandomNumberGenerator()
      let envelope = try run.revised(try run.pick(run.knownNames)) { ($0.record, $0.schema) = (.random(using: &generator), 99) }
      let bit = run.number(below: 60 * 8)
      try run.serve([envelope])
      run.served.versions[envelope.facts.record.bytes]?.wrap =
        Array(envelope.wrap.prefix(4)) + Forger.flipped(Array(envelope.wrap.dropFirst(4)), bit: bit)
    },
    HostileScenario(
      "A record dated far in the future", .none, keepsServer: true,
      afterwards: { vault, base in #expect(vault.quarantinedCount == 1) }
    ) { run in
      let name = try run.pick(run.knownNames)
      let version = try #require(run.known.versions[name])
      let content = try Forger.content(of: version, try run.knownKey(), run.knownLog)
      guard let body = RecordBody(content: SecretBytes(copying: content)) else { return }
      let time = run.clock + (366 * 86_400_000 * 2) << 16
      let device = run.base.second.author.member
      let fields = body.fields.mapValues { RecordBody.Field(value: $0.value, stamp: FieldStamp(time: time, device: device)) }
      try run.serve([try run.revised(name, content: RecordBody(kind: body.kind, fields: fields).encoded().withBytes { Array($0) })])
    },
  ]
}

extension HostileRun {
  /// Changes one of the versions of a page.
  mutating func alter(_ choice: UInt64, _ change: @escaping @Sendable (inout ServedChanges.Version) -> Void) {
    lies.changes = { changes in
      if !changes.versions.isEmpty { change(&changes.versions[Int(choice % UInt64(changes.versions.count))]) }
    }
  }

  /// Exchanges parts of two versions of a page whose bodies have the same length.
  mutating func exchange(_ change: @escaping @Sendable (inout ServedChanges.Version, inout ServedChanges.Version) -> Void) {
    lies.changes = { changes in
      guard var first = changes.versions.first,
        let other = changes.versions.indices.dropFirst().first(where: { changes.versions[$0].body.count == first.body.count })
      else { return }
      change(&first, &changes.versions[other])
      changes.versions[0] = first
    }
  }

  /// Serves the known state and one more commit, with these versions.
  mutating func serve(_ envelopes: [RecordEnvelope]) throws {
    let (commit, envelopes) = try next(envelopes)
    served = known
    served.take(commit, envelopes)
  }
}
