// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import FoundationEssentials

/// The points in time that files name.
enum DateText {
  // 1 January of year 1 and of year 10 000: what lies outside is no date of an entry.
  private static let seconds: ClosedRange<Double> = -62_135_596_800...253_402_300_800

  /// Reads ISO 8601 in UTC or with an offset, with or without a fraction of the second; nil for anything else.
  static func iso8601(_ text: String) -> Date? {
    if let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) { return date }
    return try? Date(text, strategy: .iso8601)
  }

  /// The point so many seconds after 1970; nil outside of the years 1 to 9999.
  static func seconds(_ count: Double) -> Date? {
    seconds.contains(count) ? Date(timeIntervalSince1970: count) : nil
  }

  /// The point so many milliseconds after 1970; nil outside of the years 1 to 9999.
  static func milliseconds(_ count: Double) -> Date? { seconds(count / 1000) }

  /// The day of a point, in UTC.
  static func day(_ date: Date) -> CalendarDay? { CalendarDay(String(date.formatted(.iso8601).prefix(10))) }
}
