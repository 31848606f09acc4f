// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The most recent fault of a provider's process.
package struct ProviderFaultValue: Codable, Hashable, Sendable {
  /// The kind's code: `exited` and `signaled` for a process that ended by itself, `misbehaved` for one that the broker ended, `notStarted`,
  /// `openBundle` for a world-writable bundle.
  package var reason: String
  /// The exit status or the signal's number; nil for the other kinds, and if it is unknown.
  package var number: Int?
  /// The last line that the process wrote to its standard output or error; nil if it wrote none.
  package var lastLine: String?
  /// The time of the fault, in seconds since 1970.
  package var time: Double

  /// Creates a fault.
  package init(reason: String, number: Int? = nil, lastLine: String? = nil, time: Double) {
    self.reason = reason
    self.number = number
    self.lastLine = lastLine
    self.time = time
  }
}
