// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A set of names on the wire that newer vaults may extend. It is encoded as the bare name, and unknown names are preserved.
package protocol OpenName: Codable, Hashable, Sendable {
  /// The name on the wire.
  var name: String { get }

  /// Creates a name as received.
  init(name: String)
}

extension OpenName {
  /// Decodes the bare name.
  package init(from decoder: any Decoder) throws { self.init(name: try decoder.singleValueContainer().decode(String.self)) }

  /// Encodes the bare name.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
