// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// The description of a code.
  package struct IssuedCode: Codable, Hashable, Sendable {
    /// The entry of the code.
    package var entry: VaultEntry
    /// The time at which its validity starts by the system's clock, in seconds since 1970; nil for a counter-based code.
    package var validFrom: Double?
    /// The time at which its validity ends by the system's clock, in seconds since 1970; nil for a counter-based code.
    package var validUntil: Double?
    /// The time for which each of the codes is valid, in seconds; nil for a counter-based code.
    package var period: Double?
    /// Whether a row of a list has no code because generating one uses it up; nil means no.
    package var onRequest: Bool?

    /// Creates a description.
    package init(entry: VaultEntry, validFrom: Double? = nil, validUntil: Double? = nil, period: Double? = nil, onRequest: Bool? = nil) {
      self.entry = entry
      self.validFrom = validFrom
      self.validUntil = validUntil
      self.period = period
      self.onRequest = onRequest
    }
  }

  /// A part of a live list of codes.
  package struct CodeList: Codable, Hashable, Sendable {
    /// The maximum number of rows in one answer.
    package static let longest = 200

    /// The rows, sorted by title and user.
    package var rows: [IssuedCode]
    /// The total number of matching rows.
    package var total: Int
    /// The system's time when the codes were generated, in seconds since 1970.
    package var time: Double
    /// The difference between the time for which the codes were generated and the system's, in seconds; nil if there is none.
    package var compensation: Double?

    /// Creates a list.
    package init(rows: [IssuedCode], total: Int, time: Double, compensation: Double? = nil) {
      self.rows = rows
      self.total = total
      self.time = time
      self.compensation = compensation
    }
  }

  /// The time for generating codes.
  package struct ClockState: Codable, Hashable, Sendable {
    /// Seconds added to the system's time; nil if none are.
    package var compensation: Double?
    /// Whether a compensation that the user agreed to no longer applies, because the clock was set or the computer restarted.
    package var void: Bool

    /// Creates a state.
    package init(compensation: Double? = nil, void: Bool = false) {
      self.compensation = compensation
      self.void = void
    }
  }
}
