// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// What is shown with a credential beside its own secret; the parts' bytes follow each other in the secret part.
  package struct ShownParts: Codable, Hashable, Sendable {
    /// One text of the secret part.
    package struct Part: Codable, Hashable, Sendable {
      /// The person's own field that it is the value of; nil for the note.
      package var field: String?
      /// Its length in bytes.
      package var bytes: Int

      /// Describes a part.
      package init(field: String? = nil, bytes: Int) {
        self.field = field
        self.bytes = bytes
      }
    }

    /// Whose they are.
    package var entry: VaultEntry
    /// The parts in the order in which they stand in the secret part.
    package var parts: [Part]

    /// Describes the parts.
    package init(entry: VaultEntry, parts: [Part]) {
      self.entry = entry
      self.parts = parts
    }
  }
}
