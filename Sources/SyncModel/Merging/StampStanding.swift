// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How far the stamps of a record are ahead of a device's time (design: section 3.10).
///
/// It never changes what a merge gives, since two devices with two clocks would then get two results. It says whether a device merges
/// now: a version that is quarantined is kept as it came, beside the last good one, and merged when its time has come or a person says so.
package enum StampStanding: Int, Comparable, Sendable {
  /// Not more than a day ahead.
  case plausible
  /// More than 24 hours ahead: used, and told to the person.
  case ahead
  /// More than 366 days ahead: not used until a person says so, and no hybrid clock ever goes on after it.
  case quarantined

  private static let day: UInt64 = 24 * 60 * 60 * 1000

  /// Judges one time of a hybrid clock.
  /// - Parameter now: The device's time, in milliseconds since 1970.
  package init(of time: UInt64, atMilliseconds now: UInt64) {
    let stamped = HybridClock.milliseconds(of: time)
    self = stamped > now + 366 * Self.day ? .quarantined : stamped > now + Self.day ? .ahead : .plausible
  }

  /// Whether the left standing is the better one.
  package static func < (left: StampStanding, right: StampStanding) -> Bool { left.rawValue < right.rawValue }
}

extension RecordBody {
  /// The newest stamp of the body, those of elements in sets included; nil for a body without fields.
  package var newestStamp: FieldStamp? {
    fields.values.flatMap { field in [field.stamp] + (StampedElements(field.value)?.elements.values.map(\.stamp) ?? []) }.max()
  }

  /// How far the newest stamp is ahead of a device's time, in milliseconds since 1970.
  package func standing(atMilliseconds now: UInt64) -> StampStanding {
    newestStamp.map { StampStanding(of: $0.time, atMilliseconds: now) } ?? .plausible
  }
}
