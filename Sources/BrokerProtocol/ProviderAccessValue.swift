// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One thing of the person's that a provider declares to reach, for the person to agree to.
package struct ProviderAccessValue: Codable, Hashable, Sendable {
  /// `socket`, `folder`, `file`, `program`, `variable` or `bus`.
  package var kind: String
  /// Where it is; for a variable its name, for a program on the session's bus its well-known name.
  package var path: String
  /// Whether it has a place in this session that may be shown to a provider.
  package var isPlaced: Bool
  /// Whether the provider may change it.
  package var isWritable: Bool
  /// What the provider's author says it is for.
  package var purpose: String
  /// What it may call and hear of a program on the bus; empty for everything else.
  package var members: [Member]

  /// One method or signal of a program on the bus.
  package struct Member: Codable, Hashable, Sendable {
    /// `method` or `signal`.
    package var kind: String
    /// The whole name: `INTERFACE.MEMBER`.
    package var name: String
    /// The object that has it; `/*` at its end stands for everything below.
    package var object: String
    /// What the provider's author says it is for.
    package var purpose: String

    /// Describes one.
    package init(kind: String, name: String, object: String, purpose: String) {
      (self.kind, self.name, self.object, self.purpose) = (kind, name, object, purpose)
    }
  }

  /// Describes one thing.
  package init(
    kind: String, path: String, isPlaced: Bool = true, isWritable: Bool = false, purpose: String, members: [Member] = []
  ) {
    self.members = members
    self.kind = kind
    self.path = path
    self.isPlaced = isPlaced
    self.isWritable = isWritable
    self.purpose = purpose
  }
}
