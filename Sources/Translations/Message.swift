// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A text for a person, in English, with numbered places for what it is about.
///
/// It is written as a literal: `"\(name) is locked"` is the message `%1 is locked` with one value. The numbers let a translation put the values
/// into another order. `scripts/make-translations` finds the literals in the sources.
package struct Message: ExpressibleByStringInterpolation, Sendable {
  /// The text with `%1`, `%2` … in the places of the values: what translators see, and what catalogues are searched for.
  let identifier: String
  /// The values in the order of their numbers.
  let values: [String]

  /// Takes a text without values.
  package init(stringLiteral text: String) {
    identifier = text
    values = []
  }

  /// Takes a text with its values.
  package init(stringInterpolation text: StringInterpolation) {
    identifier = text.identifier
    values = text.values
  }

  /// Gathers the parts of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var identifier = ""
    fileprivate var values: [String] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      identifier.reserveCapacity(literalCapacity + 2 * interpolationCount)
      values.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ text: String) { identifier += text }

    /// Takes a value that has a text form; types that hold secrets have none.
    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      values.append(value.description)
      identifier += "%\(values.count)"
    }
  }

  /// Puts the values into a text with places, once: what a value says is never read as a place. A place without a value stays as it stands.
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
