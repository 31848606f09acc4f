// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The difference between the correct time and the system's, as the user agreed to it, with the state that it was agreed for.
///
/// It is valid for one run of the computer and one setting of its clock: a change of the clock may have corrected it.
package struct AgreedCompensation: Codable, Hashable, Sendable {
  /// The maximum change of the clock against the time since boot before it counts as set, in seconds.
  package static let tolerance: TimeInterval = 2
  /// The maximum compensation, in seconds: a day. A clock with a larger error has to be set.
  package static let greatest: TimeInterval = 86_400

  /// The seconds to add to the system's time.
  package let seconds: Double
  /// The identifier of the computer's run.
  package let bootID: String
  /// The system's time at the start of that run, in seconds since 1970; setting the clock changes it.
  package let bootTime: Double

  /// Creates an agreement for the current state of the clocks; nil for seconds out of range.
  package init?(seconds: Double, at reading: SystemClockReading) {
    guard abs(seconds) <= Self.greatest else { return nil }
    self.seconds = seconds
    bootID = reading.bootID
    bootTime = Self.bootTime(reading)
  }

  /// Returns whether the agreement is still valid for the current state of the clocks.
  package func holds(at reading: SystemClockReading) -> Bool {
    abs(seconds) <= Self.greatest && reading.bootID == bootID && abs(Self.bootTime(reading) - bootTime) <= Self.tolerance
  }

  private static func bootTime(_ reading: SystemClockReading) -> Double {
    reading.realtime.timeIntervalSince1970 - reading.sinceBoot / .seconds(1)
  }
}
