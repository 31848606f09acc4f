// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// A part of a list of entries.
  package struct EntryList: Codable, Hashable, Sendable {
    /// The most bytes of one answer's entries in JSON; what the frame holds beside them, and what carries the frame on, has room as well.
    package static let mostBytes = 192 * 1024

    /// The entries, sorted by title and user.
    package var entries: [VaultEntry]
    /// How many entries fit the query in all.
    package var total: Int

    /// Describes a list; without a total it is all that there is.
    package init(entries: [VaultEntry], total: Int? = nil) {
      self.entries = entries
      self.total = total ?? entries.count
    }
  }
}
