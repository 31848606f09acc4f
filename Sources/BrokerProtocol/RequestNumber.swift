// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A client's own number for one of its requests: unique within its conversation, `id` on the wire.
///
/// A surface identifies what it shows by numbers of the same form, which the broker assigns.
package struct RequestNumber: RawRepresentable, Codable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  /// The number on the wire.
  package let rawValue: Int

  /// Creates a number received on the wire.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates a number from an integer literal.
  package init(integerLiteral value: Int) { rawValue = value }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
