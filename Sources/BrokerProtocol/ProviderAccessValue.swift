// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One thing of the person's that a provider declares to reach, for the person to agree to.
package struct ProviderAccessValue: Codable, Hashable, Sendable {
  /// `socket`, `folder`, `file`, `program` or `variable`.
  package var kind: String
  /// Where it is; for a variable its name.
  package var path: String
  /// Whether it has a place in this session that may be shown to a provider.
  package var isPlaced: Bool
  /// Whether the provider may change it.
  package var isWritable: Bool
  /// What the provider's author says it is for.
  package var purpose: String

  /// Describes one thing.
  package init(kind: String, path: String, isPlaced: Bool = true, isWritable: Bool = false, purpose: String) {
    self.kind = kind
    self.path = path
    self.isPlaced = isPlaced
    self.isWritable = isWritable
    self.purpose = purpose
  }
}
