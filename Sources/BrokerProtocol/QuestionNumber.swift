// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A provider's own number for something that it asks the broker: a store operation or the name of a program.
package struct QuestionNumber: RawRepresentable, Codable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number on the wire.
  package let rawValue: Int

  /// Takes a number off the wire.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Takes a number written in source code.
  package init(integerLiteral value: Int) { rawValue = value }
}
