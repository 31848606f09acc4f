// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One resource of the user's that a provider declares to need, for the user to agree to.
package struct ProviderAccessValue: Codable, Hashable, Sendable {
  /// `socket`, `folder`, `file`, `program`, `variable` or `bus`.
  package var kind: String
  /// The path; for a variable its name, for a program on the session bus its well-known name.
  package var path: String
  /// Whether it exists in this session and may be shown to a provider.
  package var isPlaced: Bool
  /// Whether the provider may change it.
  package var isWritable: Bool
  /// The purpose, in the words of the provider's author.
  package var purpose: String
  /// The members of a program on the bus that it may call or receive; empty for everything else.
  package var members: [Member]

  /// One method or signal of a program on the bus.
  package struct Member: Codable, Hashable, Sendable {
    /// `method` or `signal`.
    package var kind: String
    /// The full name: `INTERFACE.MEMBER`.
    package var name: String
    /// The object that has it; a trailing `/*` matches everything below.
    package var object: String
    /// The purpose, in the words of the provider's author.
    package var purpose: String

    /// Creates a member.
    package init(kind: String, name: String, object: String, purpose: String) {
      (self.kind, self.name, self.object, self.purpose) = (kind, name, object, purpose)
    }
  }

  /// Creates a description of one resource.
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
