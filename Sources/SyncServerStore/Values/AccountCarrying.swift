// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An account that a device brings from another place: its whole log, and the commit from which on it goes on here.
///
/// The commits before are not there; the device commits every record anew.
package struct AccountCarrying: Hashable, Sendable {
  /// The account, with its log and its members as they are at the end.
  package let founding: AccountFounding
  /// The last commit that the device has seen.
  package let base: StoredPosition
  /// What the device believes to be the head here; the beginning for an account that is not there.
  package let seen: StoredPosition
  /// What the account may take at most, in bytes.
  package let byteLimit: UInt64

  /// Puts it together.
  package init(founding: AccountFounding, base: StoredPosition, seen: StoredPosition, byteLimit: UInt64) {
    self.founding = founding
    self.base = base
    self.seen = seen
    self.byteLimit = byteLimit
  }
}

/// What came of carrying an account here.
package enum CarryingOutcome: Hashable, Sendable {
  /// The account goes on from the commit, now or since a former try; the number is that of its last change.
  case carried(sequence: UInt64)
  /// The log here is no part of the one that was brought.
  case staleLog
  /// Another commit is the head than the device believes.
  case staleHead(StoredPosition)
  /// There is no such invite, or its time has passed, or it was used.
  case notInvited
  /// The account would take more than it may.
  case quotaExceeded
  /// The account is being erased.
  case closed
}

extension AccountRow {
  /// What speaks against carrying an account to where it is known already; nil for nothing.
  func objection(to carrying: AccountCarrying) -> CarryingOutcome? {
    let entries = carrying.founding.entries
    guard logCount > 0, logCount <= UInt64(entries.count), entries[Int(logCount - 1)].hash == logHead else { return .staleLog }
    guard head == carrying.base || head == carrying.seen, head.number <= carrying.base.number else { return .staleHead(head) }
    return nil
  }

  /// Takes the entries and the commit in that are not here yet.
  /// - Returns: The first new entry's place; nil where the account would take more than it may.
  mutating func take(_ carrying: AccountCarrying) -> Int? {
    let first = Int(logCount)
    let more = carrying.founding.entries.dropFirst(first)
    // The head's change counts as one, so that who waits hears of it.
    sequence += UInt64(more.count) + 1
    byteCount += UInt64(more.reduce(0) { $0 + $1.body.count })
    logCount += UInt64(more.count)
    logHead = carrying.founding.entries.last?.hash ?? logHead
    epoch = carrying.founding.epoch
    head = carrying.base
    erasure = nil
    return byteCount <= carrying.byteLimit ? first : nil
  }
}
