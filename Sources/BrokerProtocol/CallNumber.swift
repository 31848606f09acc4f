// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The broker's number for a request to a provider, the same for the request's whole life.
package struct CallNumber: RawRepresentable, Codable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  /// The number on the wire.
  package let rawValue: Int

  /// Creates a number received on the wire.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates a number from an integer literal.
  package init(integerLiteral value: Int) { rawValue = value }

  /// The number in decimal digits, for logs.
  package var description: String { String(rawValue) }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
