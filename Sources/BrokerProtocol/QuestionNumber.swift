// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A provider's own number for a question to the broker, such as a store operation or the name of a program.
package struct QuestionNumber: RawRepresentable, Codable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number on the wire.
  package let rawValue: Int

  /// Creates a number received on the wire.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Creates a number from an integer literal.
  package init(integerLiteral value: Int) { rawValue = value }
}
