// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import CredentialVault
import Synchronization
import SyncModel
import VaultSync

/// A value that a lie keeps from one answer to the next.
final class Remembered<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
  var now: Value {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

extension Remembered<Int> {
  /// The number of earlier calls.
  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}

/// Lies about which states and commits of an account are served, and in which order.
extension HostileScenario {
  static let served: [HostileScenario] = [
    HostileScenario("An honest server with new commits", .none) { _ in },
    HostileScenario("An account rolled back to an earlier state", .alarm(.rolledBack)) { run in
      let former = run.base.states.filter { 0 < $0.head.number && $0.head.number < run.known.head.number }
      run.served = try run.pick(former)
      run.served.log = run.known.log
    },
    HostileScenario("An older state than the device has seen, under the present log", .present, .alarm(.rolledBack)) { run in
      run.served = run.known
      run.served.log = run.base.last.log
    },
    HostileScenario("An account without any commits", .alarm(.rolledBack)) { run in
      run.served = ServedAccount()
      run.served.log = run.known.log
    },
    HostileScenario("A different commit in place of the last one", .alarm(.forked)) { run in
      try run.branch(back: 1, commits: 1)
    },
    HostileScenario("A longer branch from before the device's head", .alarm(.forked)) { run in
      let back = run.number(below: 3) + 1
      try run.branch(back: back, commits: back + 1 + run.number(below: 3))
    },
    HostileScenario("A branch whose first commit is withheld", .alarm(.forked)) { run in
      try run.branch(back: 1, commits: 2)
      run.lies.changes = { changes in
        changes.commits = Array(changes.commits.suffix(1))
        changes.versions = []
      }
    },
    HostileScenario("A branch made while the device was cut off", .running, .alarm(.forked)) { run in
      // The device continued on its own; the others continued without it.
      try run.branch(back: 1, commits: 3)
      run.honest = run.known
    },
    HostileScenario("An omitted commit", .refusal(.answerMalformed)) { run in
      let left = try run.pick(Array(run.newCommits().dropLast())).encoded
      run.lies.changes = { changes in changes.commits.removeAll { $0 == left } }
    },
    HostileScenario("A withheld last commit that the head names", .refusal(.answerMalformed)) { run in
      run.lies.changes = { changes in
        if changes.commits.isEmpty { return }
        changes.commits.removeLast()
        let head = changes.head.number
        changes.versions.removeAll { $0.number == head }
      }
    },
    HostileScenario("A head with the device's number and a different hash", .alarm(.forked)) { run in
      let bit = run.number(below: 256)
      run.served = run.known
      run.served.head = CommitPosition(number: run.known.head.number, hash: Forger.flipped(run.known.head.hash, bit: bit))
    },
    HostileScenario("A head that is not among the served commits", .alarm(.forked)) { run in
      let (bit, back) = (run.number(below: 256), UInt64(run.number(below: try run.newCommits().count)))
      run.lies.changes = { changes in
        changes.head = CommitPosition(number: changes.head.number - back, hash: Forger.flipped(changes.head.hash, bit: bit))
      }
    },
    HostileScenario("Commits in reverse order", .refusal(.answerMalformed)) { run in
      run.lies.changes = { $0.commits.reverse() }
    },
    HostileScenario("A commit served twice", .none) { run in
      run.lies.changes = { changes in changes.commits += changes.commits.suffix(1) }
    },
    HostileScenario("Versions served twice", .none) { run in
      run.lies.changes = { changes in changes.versions += changes.versions.suffix(2) }
    },
    HostileScenario("A page served twice", .refusal(.answerMalformed)) { run in
      let (count, former) = (Remembered(0), Remembered<ServedChanges?>(nil))
      run.lies.pageSize = 2
      run.lies.changes = { changes in
        if !count.next().isMultiple(of: 2), let former = former.now { changes = former }
        former.now = changes
      }
    },
    HostileScenario("A first page repeated endlessly", .refusal(.answerMalformed)) { run in
      let (count, first) = (Remembered(0), Remembered<ServedChanges?>(nil))
      run.lies.pageSize = 1 + run.number(below: 2)
      run.lies.changes = { changes in
        if let first = first.now { changes = first }
        first.now = changes
        // Each time with an unknown cursor.
        changes.cursor = [1, 1, 1, 1, 1, 1, 1, 1, UInt8(truncatingIfNeeded: count.next())]
      }
    },
    HostileScenario("A known version repeated endlessly", .present, .refusal(.answerMalformed)) { run in
      let count = Remembered(0)
      let version = try run.pick(Array(run.base.last.versions.values))
      run.lies.changes = { changes in
        changes.versions = [ServedChanges.Version(number: version.number, wrap: version.wrap, body: version.body)]
        changes.hasMore = true
        changes.cursor = [1, 1, 1, 1, 1, 1, 1, 1, UInt8(truncatingIfNeeded: count.next())]
      }
    },
    HostileScenario("Endless empty pages", .refusal(.answerMalformed)) { run in
      run.lies.changes = { changes in (changes.commits, changes.versions, changes.hasMore) = ([], [], true) }
    },
    HostileScenario("A cursor that skips changes", .refusal(.answerMalformed)) { run in
      run.lies.pageSize = 1
      run.lies.changes = { changes in changes.cursor[8] &+= 2 }
    },
  ]
}
