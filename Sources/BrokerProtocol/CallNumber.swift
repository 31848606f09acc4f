// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The broker's number for a request that it puts to a provider, the same for the request's whole life.
package struct CallNumber: RawRepresentable, Codable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  /// The number on the wire.
  package let rawValue: Int

  /// Takes a number off the wire.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Takes a number written in source code.
  package init(integerLiteral value: Int) { rawValue = value }

  /// The number in digits, for logs.
  package var description: String { String(rawValue) }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
