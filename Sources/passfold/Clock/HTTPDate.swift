// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The time in a `Date` header (RFC 9110 §5.6.7, IMF-fixdate; the obsolete forms are not accepted).
package enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// Seconds since 1970; nil for anything but "Sun, 06 Nov 1994 08:49:37 GMT" in form and meaning, and for years outside 2020 to 2199.
  package static func seconds(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[5] == "GMT", parts[0].hasSuffix(","), let weekday = days.firstIndex(of: String(parts[0].dropLast())),
      let day = number(parts[1], digits: 2), let month = months.firstIndex(of: String(parts[2])),
      let year = number(parts[3], digits: 4), (2020...2199).contains(year)
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2], hour < 24, minute < 60, second <= 60 else {
      return nil
    }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month]).contains(day) else { return nil }
    let past = year - 1
    let count = past * 365 + past / 4 - past / 100 + past / 400 + lengths.prefix(month).reduce(0, +) + day - 1
    // 1 January of the year 1 was a Monday in this calendar.
    guard count % 7 == weekday else { return nil }
    return Double((count - 719_162) * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  private static func number(_ text: some StringProtocol, digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
