// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The difference between the right time and the system's, as a person agreed to it, with what it was agreed for.
///
/// It holds for one run of the computer and one setting of its clock: whoever sets the clock may have set it right.
package struct AgreedCompensation: Codable, Hashable, Sendable {
  /// How far the clock may move against the time since boot before it counts as set, in seconds.
  package static let tolerance: TimeInterval = 2
  /// The most that can be agreed to, in seconds: a day; a clock further off is to be set.
  package static let greatest: TimeInterval = 86_400

  /// Seconds to add to the system's time.
  package let seconds: Double
  /// The run of the computer.
  package let bootID: String
  /// The system's time at the instant at which that run began, in seconds since 1970; setting the clock changes it.
  package let bootTime: Double

  /// Agrees for the clocks as they are now; nil for seconds out of range.
  package init?(seconds: Double, at reading: SystemClockReading) {
    guard abs(seconds) <= Self.greatest else { return nil }
    self.seconds = seconds
    bootID = reading.bootID
    bootTime = Self.bootTime(reading)
  }

  /// Whether the agreement still holds for the clocks as they are now.
  package func holds(at reading: SystemClockReading) -> Bool {
    abs(seconds) <= Self.greatest && reading.bootID == bootID && abs(Self.bootTime(reading) - bootTime) <= Self.tolerance
  }

  private static func bootTime(_ reading: SystemClockReading) -> Double {
    reading.realtime.timeIntervalSince1970 - reading.sinceBoot / .seconds(1)
  }
}
