// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The hybrid logical clock: milliseconds since 1970 in 48 bits, then a 16-bit counter; it never runs back.
package struct HybridClock: Sendable {
  /// The last time that was given or seen.
  package private(set) var last: UInt64

  /// Continues after a time.
  package init(last: UInt64) { self.last = last }

  /// The next time: the wall clock's, or one more than the last one when the wall clock stands still or went back.
  package func next(at now: Date) -> UInt64 {
    let milliseconds = min(max(0, now.timeIntervalSince1970 * 1000), 0xFFFF_FFFF_FFFF)
    return max(UInt64(milliseconds) << 16, last &+ 1)
  }

  /// The wall clock's part of a time, in milliseconds since 1970.
  package static func milliseconds(of time: UInt64) -> UInt64 { time >> 16 }

  /// Goes on after a time that was seen elsewhere; a time that is quarantined is not seen.
  package mutating func advance(to time: UInt64) { last = max(last, time) }
}
