// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// The texts shown with an entry besides its own secret; their bytes are concatenated in the secret part.
  package struct ShownParts: Codable, Hashable, Sendable {
    /// One text of the secret part.
    package struct Part: Codable, Hashable, Sendable {
      /// The user's own field that has this value; nil for the note.
      package var field: String?
      /// Its length in bytes.
      package var bytes: Int

      /// Creates a part.
      package init(field: String? = nil, bytes: Int) {
        self.field = field
        self.bytes = bytes
      }
    }

    /// The entry.
    package var entry: VaultEntry
    /// The parts in the order of the secret part.
    package var parts: [Part]

    /// Creates a value.
    package init(entry: VaultEntry, parts: [Part]) {
      self.entry = entry
      self.parts = parts
    }
  }
}
