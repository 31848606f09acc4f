// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import FoundationEssentials

/// Reads the dates in files.
enum DateText {
  // 1 January of the years 1 and 10 000: dates outside this range are invalid.
  private static let seconds: ClosedRange<Double> = -62_135_596_800...253_402_300_800

  /// Reads ISO 8601 in UTC or with an offset, with or without fractional seconds; nil for anything else.
  static func iso8601(_ text: String) -> Date? {
    if let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) { return date }
    return try? Date(text, strategy: .iso8601)
  }

  /// Returns the date a number of seconds after 1970; nil outside the years 1 to 9999.
  static func seconds(_ count: Double) -> Date? {
    seconds.contains(count) ? Date(timeIntervalSince1970: count) : nil
  }

  /// Returns the date a number of milliseconds after 1970; nil outside the years 1 to 9999.
  static func milliseconds(_ count: Double) -> Date? { seconds(count / 1000) }

  /// Returns the day of a date, in UTC.
  static func day(_ date: Date) -> CalendarDay? { CalendarDay(String(date.formatted(.iso8601).prefix(10))) }
}
