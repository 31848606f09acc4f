// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Translations

/// Moments in words: local date and time of day.
package enum CalendarTime {
  /// The words for a moment in seconds since 1970.
  package static func text(_ seconds: Double) -> String {
    var moment = time_t(min(max(seconds, -6e10), 2.5e11))
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return translated("unknown") }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(Int(parts.tm_year) + 1_900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }
}
