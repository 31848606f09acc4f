// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A text for the user, in English, with numbered placeholders for values.
///
/// It is written as a literal: `"\(name) is locked"` is the message `%1 is locked` with one value. With the numbers, a translation can
/// change the order of the values. `scripts/make-translations` finds the literals in the sources.
package struct Message: ExpressibleByStringInterpolation, Sendable {
  /// The text with `%1`, `%2` … in place of the values, as translators see it and as used to look it up in catalogues.
  let identifier: String
  /// The values, in the order of their numbers.
  let values: [String]

  /// Creates a message without values.
  package init(stringLiteral text: String) {
    identifier = text
    values = []
  }

  /// Creates a message with values.
  package init(stringInterpolation text: StringInterpolation) {
    identifier = text.identifier
    values = text.values
  }

  /// Collects the parts of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var identifier = ""
    fileprivate var values: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      identifier.reserveCapacity(literalCapacity + 2 * interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ text: String) { identifier += text }

    /// Adds a value that has a text form; types that hold secrets have none.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      values.append(value.description)
      identifier += "%\(values.count)"
    }
  }

  /// Returns a text with its placeholders replaced by the values, in a single pass, so that placeholders inside values are not replaced. A
  /// placeholder without a value remains unchanged.
  func filling(_ text: String) -> String {
    guard !values.isEmpty else { return text }
    var filled = ""
    var rest = Substring(text)
    while let sign = rest.firstIndex(of: "%") {
      let next = rest.index(after: sign)
      filled += rest[..<sign]
      if next < rest.endIndex, let number = rest[next].wholeNumberValue, values.indices.contains(number - 1) {
        filled += values[number - 1]
        rest = rest[rest.index(after: next)...]
      } else {
        filled += "%"
        rest = rest[next...]
      }
    }
    return filled + rest
  }
}
