// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The extent to which the stamps of a record are ahead of a device's time (design: section 3.10).
///
/// It never changes the result of a merge, since two devices with different clocks would then get different results. It decides whether a
/// device merges now: a quarantined version is kept as it came, next to the last good one, and merged when its time has come or the user
/// asks for it.
package enum StampStanding: Int, Comparable, Sendable {
  /// At most a day ahead.
  case plausible
  /// More than 24 hours ahead: used, and reported to the user.
  case ahead
  /// More than 366 days ahead: not used until the user asks for it, and no hybrid clock continues after it.
  case quarantined

  private static let day: UInt64 = 24 * 60 * 60 * 1000

  /// Classifies one time of a hybrid clock.
  /// - Parameter now: The device's time, in milliseconds since 1970.
  package init(of time: UInt64, atMilliseconds now: UInt64) {
    let stamped = HybridClock.milliseconds(of: time)
    self = stamped > now + 366 * Self.day ? .quarantined : stamped > now + Self.day ? .ahead : .plausible
  }

  /// Whether the left value is less far ahead.
  package static func < (left: StampStanding, right: StampStanding) -> Bool { left.rawValue < right.rawValue }
}

extension RecordBody {
  /// The newest stamp of the body, including those of elements in sets; nil for a body without fields.
  package var newestStamp: FieldStamp? {
    fields.values.flatMap { field in [field.stamp] + (StampedElements(field.value)?.elements.values.map(\.stamp) ?? []) }.max()
  }

  /// Returns how far the newest stamp is ahead of a device's time, in milliseconds since 1970.
  package func standing(atMilliseconds now: UInt64) -> StampStanding {
    newestStamp.map { StampStanding(of: $0.time, atMilliseconds: now) } ?? .plausible
  }
}
