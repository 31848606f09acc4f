// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import SyncModel

/// The state at the end of a line of commits, which can move to another line without starting at the first commit.
struct LineState: Sendable {
  private struct Step: Sendable {
    let commit: Int
    let author: DeviceIdentifier
    let formerCount: UInt64?
    /// In the order in which they were replaced or forgotten.
    let formerVersions: [(record: RecordName, version: RecordVersion?)]
  }

  /// The commit from which the line continues; the folder may have nothing before it.
  let root: CommitPosition
  private var steps: [Step] = []
  /// The newest version of each record.
  private(set) var versions: [RecordName: RecordVersion] = [:]
  /// The commit count of each device.
  private(set) var counts: [DeviceIdentifier: UInt64] = [:]

  init(root: CommitPosition = .beginning) { self.root = root }

  /// The number of the last commit.
  var length: Int { Int(clamping: root.number) + steps.count }
  /// The last commit, as an index into the tree; nil before the first.
  var end: Int? { steps.last?.commit }

  /// Returns the commit with a number after the root's.
  func commit(at number: UInt64) -> Int? {
    guard number > root.number, number - root.number <= UInt64(steps.count) else { return nil }
    return steps[Int(number - root.number - 1)].commit
  }

  /// Whether a commit follows the rules that depend on the line before it (docs/formats/sync.md, "The chain", rules 4 and 7 to 10).
  func admits(_ commit: Commit) -> Bool {
    let header = commit.header
    guard header.number == UInt64(length) + 1, header.deviceSequence > counts[header.device] ?? 0,
      commit.items.allSatisfy({ (versions[$0.record]?.item.revision ?? 0) < $0.revision })
    else { return false }
    // A checkpoint covers the records without the tombstones it forgets. Devices check whether those are old enough.
    let forgotten = header.forgetsThrough
    return header.checkpoint.map { $0 == CheckpointRoot(over: versions.values.filter { !$0.isForgotten(through: forgotten) }) } ?? true
  }

  mutating func append(_ commit: Commit, at place: Int) {
    let header = commit.header
    let forgotten = header.forgetsThrough > 0 ? versions.values.filter { $0.isForgotten(through: header.forgetsThrough) } : []
    steps.append(
      Step(
        commit: place, author: header.device, formerCount: counts[header.device],
        formerVersions: forgotten.map { ($0.item.record, $0) } + commit.items.map { ($0.record, versions[$0.record]) }))
    for version in forgotten { versions[version.item.record] = nil }
    counts[header.device] = header.deviceSequence
    for item in commit.items { versions[item.record] = RecordVersion(item: item, author: header.device, number: header.number) }
  }

  mutating func removeLast() {
    guard let step = steps.popLast() else { return }
    counts[step.author] = step.formerCount
    for (record, version) in step.formerVersions { versions[record] = version }
  }
}
