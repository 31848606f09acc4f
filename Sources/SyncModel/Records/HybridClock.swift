// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The hybrid logical clock: milliseconds since 1970 in 48 bits, then a 16-bit counter.
///
/// It goes back only if it is so far ahead of the wall clock that other devices would quarantine its stamps (decision 57).
package struct HybridClock: Sendable {
  /// The last time that was returned or seen.
  package private(set) var last: UInt64

  /// Continues after a time.
  package init(last: UInt64) { self.last = last }

  /// Returns the next time: the wall clock's, or one more than the last one if the wall clock did not advance.
  ///
  /// A last time more than 366 days ahead came from a wrong wall clock, here or elsewhere, and is discarded.
  package func next(at now: Date) -> UInt64 {
    let milliseconds = UInt64(min(max(0, now.timeIntervalSince1970 * 1000), 0xFFFF_FFFF_FFFF))
    let isWrong = StampStanding(of: last, atMilliseconds: milliseconds) == .quarantined
    return isWrong ? milliseconds << 16 : max(milliseconds << 16, last + 1)
  }

  /// Returns the wall clock's part of a time, in milliseconds since 1970.
  package static func milliseconds(of time: UInt64) -> UInt64 { time >> 16 }

  /// Advances past a time that was seen elsewhere.
  package mutating func advance(to time: UInt64) { last = max(last, time) }
}
