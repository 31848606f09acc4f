// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What went wrong with a provider's process the last time that something did.
package struct ProviderFaultValue: Codable, Hashable, Sendable {
  /// The kind's code: `exited` and `signaled` for a process that ended by itself, `misbehaved` for one that the broker ended, `notStarted`,
  /// `openBundle` for a bundle that everybody may write.
  package var reason: String
  /// The exit status or the signal's number; nil for the other kinds, and where it is not known.
  package var number: Int?
  /// The last line that the process wrote to its standard output or error; nil when it wrote none.
  package var lastLine: String?
  /// When it happened, in seconds since 1970.
  package var time: Double

  /// Describes a fault.
  package init(reason: String, number: Int? = nil, lastLine: String? = nil, time: Double) {
    self.reason = reason
    self.number = number
    self.lastLine = lastLine
    self.time = time
  }
}
