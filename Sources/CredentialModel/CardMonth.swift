// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A month as printed on a card.
package struct CardMonth: Hashable, Sendable {
  /// The year, 1900 to 2199.
  package let year: Int
  /// The month, 1 to 12.
  package let month: Int

  /// Creates a month; nil if a number is out of range.
  package init?(year: Int, month: Int) {
    guard (1900...2199).contains(year), (1...12).contains(month) else { return nil }
    self.year = year
    self.month = month
  }
}

extension CardMonth: LosslessStringConvertible {
  /// Reads 2029-08, and the forms on cards: 08/29, 08 / 29 or 08/2029. Two digits are a year after 2000.
  package init?(_ description: String) {
    func parts(_ separator: Character) -> [Int]? {
      let parts = description.split(separator: separator, omittingEmptySubsequences: false).map { part in
        let end = part.lastIndex { $0 != " " }
        return end.map { part[...$0].drop { $0 == " " } } ?? ""
      }
      guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } })
      else { return nil }
      return parts.compactMap { Int($0) }
    }
    if let parts = parts("-"), parts.count == 2 {
      self.init(year: parts[0], month: parts[1])
    } else if let parts = parts("/"), parts.count == 2 {
      self.init(year: parts[1] < 100 ? 2000 + parts[1] : parts[1], month: parts[0])
    } else {
      return nil
    }
  }

  /// The form 2029-08.
  package var description: String { "\(year)-\(month < 10 ? "0" : "")\(month)" }
}
