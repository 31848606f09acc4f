// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The checkpoints that a chain went through, from which the age of what lies before them is known, and what they forgot.
package struct CheckpointHistory: Hashable, Sendable {
  /// A checkpoint by its number and the time that its author gave.
  package struct Mark: Hashable, Sendable {
    /// The commit's number.
    package let number: UInt64
    /// The author's hybrid clock there.
    package let clock: UInt64

    /// Puts back what a device stored.
    package init(number: UInt64, clock: UInt64) {
      self.number = number
      self.clock = clock
    }
  }

  private static let tombstoneAge: UInt64 = 400 * 24 * 60 * 60 * 1000

  /// The number of the commit behind which all checkpoints are known.
  package let knownFrom: UInt64
  /// Those of the last 400 days in their order, and the last one before them.
  package private(set) var marks: [Mark]
  /// The number of the commit up to which tombstones were forgotten; 0 for none.
  package private(set) var forgottenThrough: UInt64

  /// Puts back what a device stored, or begins behind a commit.
  package init(knownFrom: UInt64, marks: [Mark] = [], forgottenThrough: UInt64 = 0) {
    self.knownFrom = knownFrom
    self.marks = marks
    self.forgottenThrough = forgottenThrough
  }

  /// The last checkpoint that is 400 days old at a time.
  func lastOld(at clock: UInt64) -> Mark? { marks.last { Self.isOld($0, at: clock) } }

  /// Whether tombstones up to a commit are too young to be forgotten at a time; false where the chain began behind that commit.
  func isTooYoung(_ number: UInt64, at clock: UInt64) -> Bool {
    number > knownFrom && !marks.contains { $0.number >= number && Self.isOld($0, at: clock) }
  }

  mutating func note(_ header: CommitHeader) {
    // Of those that are old enough only the last is of use.
    if let last = marks.lastIndex(where: { Self.isOld($0, at: header.clock) }) { marks.removeFirst(last) }
    marks.append(Mark(number: header.number, clock: header.clock))
    forgottenThrough = max(forgottenThrough, header.forgetsThrough)
  }

  private static func isOld(_ mark: Mark, at clock: UInt64) -> Bool {
    HybridClock.milliseconds(of: clock) >= HybridClock.milliseconds(of: mark.clock) + tombstoneAge
  }
}
