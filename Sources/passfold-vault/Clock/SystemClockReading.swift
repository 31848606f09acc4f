// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
import Glibc

/// The computer's clocks at one instant.
package struct SystemClockReading: Hashable, Sendable {
  /// What the system says the time is; a person or a service may set it.
  package let realtime: Date
  /// Time since the computer started, time asleep included; nobody sets it.
  package let sinceBoot: Duration
  /// Names this run of the computer.
  package let bootID: String

  /// Puts a reading together.
  package init(realtime: Date, sinceBoot: Duration, bootID: String) {
    self.realtime = realtime
    self.sinceBoot = sinceBoot
    self.bootID = bootID
  }

  /// Reads `CLOCK_REALTIME`, `CLOCK_BOOTTIME` (clock_gettime(2)) and the kernel's boot identifier (random(4)); nil when one cannot be read.
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
