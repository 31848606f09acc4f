// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An account that a device transfers from another place: its complete log, and the commit from which it continues here.
///
/// Earlier commits are not here; the device commits every record again.
package struct AccountCarrying: Hashable, Sendable {
  /// The account, with its log and its members at the end.
  package let founding: AccountFounding
  /// The last commit that the device has seen.
  package let base: StoredPosition
  /// The head here as known to the device; the beginning for an account that does not exist here.
  package let seen: StoredPosition
  /// The storage quota of the account in bytes.
  package let byteLimit: UInt64

  /// Creates a value.
  package init(founding: AccountFounding, base: StoredPosition, seen: StoredPosition, byteLimit: UInt64) {
    self.founding = founding
    self.base = base
    self.seen = seen
    self.byteLimit = byteLimit
  }
}

/// The outcome of transferring an account here.
package enum CarryingOutcome: Hashable, Sendable {
  /// The account continues from the commit, now or since an earlier attempt; the number is that of its last change.
  case carried(sequence: UInt64)
  /// The log here is not part of the transferred one.
  case staleLog
  /// The head differs from the one known to the device.
  case staleHead(StoredPosition)
  /// The invite does not exist, has expired, or was used.
  case notInvited
  /// The account would exceed its quota.
  case quotaExceeded
  /// The account is being erased.
  case closed
}

extension AccountRow {
  /// Returns the reason against transferring an account that is already known here; nil if there is none.
  func objection(to carrying: AccountCarrying) -> CarryingOutcome? {
    let entries = carrying.founding.entries
    guard logCount > 0, logCount <= UInt64(entries.count), entries[Int(logCount - 1)].hash == logHead else { return .staleLog }
    guard head == carrying.base || head == carrying.seen, head.number <= carrying.base.number else { return .staleHead(head) }
    return nil
  }

  /// Adds the entries and the commit that are not here yet.
  /// - Returns: The first new entry's position; nil if the account would exceed its quota.
  mutating func take(_ carrying: AccountCarrying) -> Int? {
    let first = Int(logCount)
    let more = carrying.founding.entries.dropFirst(first)
    // The head counts as one change, so that waiting devices are notified.
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
