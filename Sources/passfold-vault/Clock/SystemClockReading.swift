// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Glibc

/// The computer's clocks at one instant.
package struct SystemClockReading: Hashable, Sendable {
  /// The system's time; the user or a service may set it.
  package let realtime: Date
  /// The time since the computer started, including sleep; it cannot be set.
  package let sinceBoot: Duration
  /// The identifier of this run of the computer.
  package let bootID: String

  /// Creates a reading from its parts.
  package init(realtime: Date, sinceBoot: Duration, bootID: String) {
    self.realtime = realtime
    self.sinceBoot = sinceBoot
    self.bootID = bootID
  }

  /// Reads `CLOCK_REALTIME`, `CLOCK_BOOTTIME` (clock_gettime(2)) and the kernel's boot identifier (random(4)); returns nil if one cannot be
  /// read.
  package static func now() -> SystemClockReading? {
    var realtime = timespec()
    var sinceBoot = timespec()
    guard clock_gettime(CLOCK_REALTIME, &realtime) == 0, clock_gettime(CLOCK_BOOTTIME, &sinceBoot) == 0,
      let bootID = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    else { return nil }
    return SystemClockReading(
      realtime: Date(timeIntervalSince1970: Double(realtime.tv_sec) + Double(realtime.tv_nsec) / 1e9),
      sinceBoot: .seconds(sinceBoot.tv_sec) + .nanoseconds(sinceBoot.tv_nsec), bootID: bootID.filter { !$0.isWhitespace })
  }
}
