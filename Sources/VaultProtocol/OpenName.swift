// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A set of names on the wire that a newer vault may add to: it travels as the bare name, and one that is not known is kept as it came.
package protocol OpenName: Codable, Hashable, Sendable {
  /// The name on the wire.
  var name: String { get }

  /// Takes a name as it came.
  init(name: String)
}

extension OpenName {
  /// Reads the bare name.
  package init(from decoder: any Decoder) throws { self.init(name: try decoder.singleValueContainer().decode(String.self)) }

  /// Writes the bare name.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
