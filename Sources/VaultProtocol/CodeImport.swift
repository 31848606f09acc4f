// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The entries that one part of a migration export has added, or would add.
package struct CodeImport: Codable, Hashable, Sendable {
  /// An entry of the export that cannot be used.
  package struct Refusal: Codable, Hashable, Sendable {
    /// Its position in this part, starting at 0.
    package var index: Int
    /// Its name in the export.
    package var name: String
    /// The reason's code.
    package var code: String

    /// Creates a refusal.
    package init(index: Int, name: String, code: String) {
      self.index = index
      self.name = name
      self.code = code
    }
  }

  /// The position of this part in an export.
  package struct Batch: Codable, Hashable, Sendable {
    /// The number of parts.
    package var size: Int
    /// This part's position, starting at 0.
    package var index: Int
    /// The identifier shared by all parts of one export.
    package var identifier: Int

    /// Creates a position.
    package init(size: Int, index: Int, identifier: Int) {
      self.size = size
      self.index = index
      self.identifier = identifier
    }
  }

  /// The entries stored; in a preview, those that would be, with meaningless identifiers.
  package var added: [VaultEntry]
  /// The entries with the same secret that were already in the vault.
  package var present: [VaultEntry]
  /// The entries that cannot be used.
  package var refused: [Refusal]
  /// The position of the part.
  package var batch: Batch

  /// Creates the result of an import.
  package init(added: [VaultEntry] = [], present: [VaultEntry] = [], refused: [Refusal] = [], batch: Batch) {
    self.added = added
    self.present = present
    self.refused = refused
    self.batch = batch
  }
}
