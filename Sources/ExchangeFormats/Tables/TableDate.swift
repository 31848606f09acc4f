// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The dates in tables.
enum TableDate {
  /// Reads ISO 8601 with or without its T and its zone, or seconds or milliseconds since 1970; nil for anything else.
  static func date(_ text: String) -> Date? {
    if let number = Double(text), number.isFinite { return abs(number) >= 1e11 ? DateText.milliseconds(number) : DateText.seconds(number) }
    if let date = DateText.iso8601(text) { return date }
    let text = text.split(separator: " ", maxSplits: 1).joined(separator: "T")
    return DateText.iso8601(text) ?? DateText.iso8601(text + "Z") ?? (text.count == 10 ? DateText.iso8601(text + "T00:00:00Z") : nil)
  }
}
