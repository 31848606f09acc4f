// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A position among an account's changes, which clients store and return unchanged.
package struct Cursor: Hashable, Sendable {
  private static let version: UInt8 = 1
  let sequence: UInt64

  /// The position before all changes.
  package static let beginning = Cursor(sequence: 0)

  init(sequence: UInt64) { self.sequence = sequence }

  /// Decodes the nine bytes of a cursor; nil for anything else.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 9, bytes.first == Self.version else { return nil }
    sequence = bytes.dropFirst().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The cursor as it is sent.
  package var bytes: [UInt8] { [Self.version] + (0..<8).map { UInt8(truncatingIfNeeded: sequence >> (56 - 8 * $0)) } }
}
