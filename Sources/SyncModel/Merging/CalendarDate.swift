// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Days as written into names, the same on every device.
enum CalendarDate {
  /// Returns the day of a time in UTC, such as 2026-11-28.
  static func text(ofMilliseconds milliseconds: UInt64) -> String {
    Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1000).formatted(Date.ISO8601FormatStyle().year().month().day())
  }
}
