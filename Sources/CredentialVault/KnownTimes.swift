// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SyncModel

/// The stored times at which this vault and its other devices wrote. They show whether the clock advanced normally or jumped.
struct KnownTimes {
  /// The longest gap between two times that is not a jump: the time that records stay in the trash.
  static let longestGap = CredentialVault.trashInterval
  /// The time after a jump during which nothing is erased automatically.
  static let settlingInterval: TimeInterval = 7 * 24 * 3600

  private let times: [UInt64]

  /// - Parameter clocks: Hybrid clock values, in any order.
  init(_ clocks: [UInt64]) { times = clocks.map(HybridClock.milliseconds(of:)) }

  /// Whether the clock has not jumped within the last seven days: the known times of that period, and now, each follow another known time by
  /// at most 30 days.
  ///
  /// Ignores future times, which a clock that was ahead has left.
  func haveSettled(atMilliseconds now: UInt64) -> Bool {
    let settling = UInt64(Self.settlingInterval * 1000)
    let gap = UInt64(Self.longestGap * 1000)
    let start = now - min(now, settling)
    guard let before = times.filter({ $0 <= start }).max() else { return false }
    let next = times.filter { $0 > start && $0 <= now }.min() ?? now
    return next - before <= gap
  }
}
