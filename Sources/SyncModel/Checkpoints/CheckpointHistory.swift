// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The checkpoints of a chain, which determine the age of earlier commits, and what they forgot.
package struct CheckpointHistory: Hashable, Sendable {
  /// A checkpoint with its number and its author's time.
  package struct Mark: Hashable, Sendable {
    /// The commit's number.
    package let number: UInt64
    /// The author's hybrid clock there.
    package let clock: UInt64

    /// Restores a stored value.
    package init(number: UInt64, clock: UInt64) {
      self.number = number
      self.clock = clock
    }
  }

  private static let tombstoneAge: UInt64 = 400 * 24 * 60 * 60 * 1000

  /// The number of the commit after which all checkpoints are known.
  package let knownFrom: UInt64
  /// The checkpoints of the last 400 days in order, and the last one before them.
  package private(set) var marks: [Mark]
  /// The number of the commit up to which tombstones were forgotten; 0 if none were.
  package private(set) var forgottenThrough: UInt64

  /// Restores a stored value, or starts after a commit.
  package init(knownFrom: UInt64, marks: [Mark] = [], forgottenThrough: UInt64 = 0) {
    self.knownFrom = knownFrom
    self.marks = marks
    self.forgottenThrough = forgottenThrough
  }

  /// Returns the last checkpoint that is 400 days old at a time.
  func lastOld(at clock: UInt64) -> Mark? { marks.last { Self.isOld($0, at: clock) } }

  /// Whether tombstones up to a commit are too young to be forgotten at a time; false if the chain started after that commit.
  func isTooYoung(_ number: UInt64, at clock: UInt64) -> Bool {
    number > knownFrom && !marks.contains { $0.number >= number && Self.isOld($0, at: clock) }
  }

  mutating func note(_ header: CommitHeader) {
    // Of the checkpoints that are old enough only the last is needed.
    if let last = marks.lastIndex(where: { Self.isOld($0, at: header.clock) }) { marks.removeFirst(last) }
    marks.append(Mark(number: header.number, clock: header.clock))
    forgottenThrough = max(forgottenThrough, header.forgetsThrough)
  }

  private static func isOld(_ mark: Mark, at clock: UInt64) -> Bool {
    HybridClock.milliseconds(of: clock) >= HybridClock.milliseconds(of: mark.clock) + tombstoneAge
  }
}
