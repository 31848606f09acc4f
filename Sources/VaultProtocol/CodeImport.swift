// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What one part of a migration export has added, or would add.
package struct CodeImport: Codable, Hashable, Sendable {
  /// An entry of the export that cannot be used.
  package struct Refusal: Codable, Hashable, Sendable {
    /// Its place in this part, from 0.
    package var index: Int
    /// The name that the export gives it.
    package var name: String
    /// The reason's code.
    package var code: String

    /// Describes a refused entry.
    package init(index: Int, name: String, code: String) {
      self.index = index
      self.name = name
      self.code = code
    }
  }

  /// Which part of an export this is.
  package struct Batch: Codable, Hashable, Sendable {
    /// The number of parts.
    package var size: Int
    /// This part's place, from 0.
    package var index: Int
    /// What all parts of one export share.
    package var identifier: Int

    /// Describes a part.
    package init(size: Int, index: Int, identifier: Int) {
      self.size = size
      self.index = index
      self.identifier = identifier
    }
  }

  /// What was stored; in a preview, what would be, with identifiers that mean nothing.
  package var added: [VaultEntry]
  /// What was in the vault already, with the same secret.
  package var present: [VaultEntry]
  /// What cannot be used.
  package var refused: [Refusal]
  /// Which part it was.
  package var batch: Batch

  /// Describes an import.
  package init(added: [VaultEntry] = [], present: [VaultEntry] = [], refused: [Refusal] = [], batch: Batch) {
    self.added = added
    self.present = present
    self.refused = refused
    self.batch = batch
  }
}
