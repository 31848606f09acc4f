// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// What goes with a code.
  package struct IssuedCode: Codable, Hashable, Sendable {
    /// Whose code it is.
    package var entry: VaultEntry
    /// From when it is good by the system's clock, in seconds since 1970; nil for a counter-based code.
    package var validFrom: Double?
    /// Until when it is good by the system's clock; nil for a counter-based code.
    package var validUntil: Double?
    /// How long each of the codes is good, in seconds; nil for a counter-based code.
    package var period: Double?
    /// Whether the row of a list has no code because making one uses it up; nil is no.
    package var onRequest: Bool?

    /// Describes a code.
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
    /// The most rows of one answer.
    package static let longest = 200

    /// The rows, sorted by title and user.
    package var rows: [IssuedCode]
    /// How many rows fit the query in all.
    package var total: Int
    /// The system's time when the codes were made, in seconds since 1970.
    package var time: Double
    /// How far the time that the codes were made for is from the system's, in seconds; nil where it is the system's.
    package var compensation: Double?

    /// Describes a list.
    package init(rows: [IssuedCode], total: Int, time: Double, compensation: Double? = nil) {
      self.rows = rows
      self.total = total
      self.time = time
      self.compensation = compensation
    }
  }

  /// The time that codes are made for.
  package struct ClockState: Codable, Hashable, Sendable {
    /// Seconds added to the system's time; nil while the system's time holds.
    package var compensation: Double?
    /// Whether a compensation that was agreed to is not applied any more, since the clock was set or the computer restarted.
    package var void: Bool

    /// Describes a time.
    package init(compensation: Double? = nil, void: Bool = false) {
      self.compensation = compensation
      self.void = void
    }
  }
}
