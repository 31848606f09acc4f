// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SyncModel

/// The times at which this vault and its other devices wrote, as far as they are stored: they tell a clock that went on from one that leapt.
struct KnownTimes {
  /// The longest time without any that is no leap: as long as records lie in the trash.
  static let longestGap = CredentialVault.trashInterval
  /// How long after a leap nothing goes by itself.
  static let settlingInterval: TimeInterval = 7 * 24 * 3600

  private let times: [UInt64]

  /// - Parameter clocks: Those of hybrid clocks, in no order.
  init(_ clocks: [UInt64]) { times = clocks.map(HybridClock.milliseconds(of:)) }

  /// Whether the clock has not leapt within the last seven days: each known time of these, and this moment, has one not more than 30 days before.
  ///
  /// Times to come count for nothing, since a clock that was ahead has left them.
  func haveSettled(atMilliseconds now: UInt64) -> Bool {
    let settling = UInt64(Self.settlingInterval * 1000)
    let gap = UInt64(Self.longestGap * 1000)
    let start = now - min(now, settling)
    guard let before = times.filter({ $0 <= start }).max() else { return false }
    let next = times.filter { $0 > start && $0 <= now }.min() ?? now
    return next - before <= gap
  }
}
