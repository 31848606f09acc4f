// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The broker's own number for a client, from its hello to its end.
package struct ClientNumber: Hashable, Comparable, Sendable {
  let rawValue: Int

  /// Creates a number that no other client has had.
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
