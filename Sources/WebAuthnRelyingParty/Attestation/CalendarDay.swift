// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A day in UTC of the proleptic Gregorian calendar.
struct CalendarDay {
  /// The number of days since 1970-01-01.
  private let number: Int

  /// Creates a day, from year 1 to 9999; nil if the calendar does not have it.
  init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...Self.dayCount(of: month, in: year)).contains(day) else { return nil }
    let past = year - 1
    let days = 365 * past + past / 4 - past / 100 + past / 400 - Self.daysBefore1970
    number = (1..<month).reduce(days) { $0 + Self.dayCount(of: $1, in: year) } + day - 1
  }

  /// Reads a day in the form `2026-11-21` (ISO 8601); nil for any other form.
  init?(parsing text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1) - 0x30 } }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// The start of the day.
  var start: Date { Date(timeIntervalSince1970: TimeInterval(number) * 86_400) }

  private static let daysBefore1970 = 365 * 1969 + 1969 / 4 - 1969 / 100 + 1969 / 400

  private static func dayCount(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
