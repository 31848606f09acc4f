// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A client's own number for one of its requests: unique within its conversation, `id` on the wire.
///
/// A surface names what is on it by numbers of the same form, which the broker gives out.
package struct RequestNumber: RawRepresentable, Codable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  /// The number on the wire.
  package let rawValue: Int

  /// Takes a number off the wire.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Takes a number written in source code.
  package init(integerLiteral value: Int) { rawValue = value }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
