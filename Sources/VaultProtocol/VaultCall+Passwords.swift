// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// The requested password, text of a note or number of a card, or the part named instead.
  package struct RevealQuery: Codable, Hashable, Sendable {
    /// The entry, as in ``EntryQuery/query``.
    package var query: String
    /// The kind of the entry; nil matches all that can be revealed.
    package var kind: VaultEntry.Kind?
    /// The element of ``EntryDetails/history``, counted from 0, that is requested instead of the current one.
    package var history: Int?
    /// Whether its note is requested instead. Nil means no.
    package var note: Bool?
    /// The name of the user's own field, or of the secret of a card or identity, that is requested instead.
    package var field: String?

    /// Creates a query.
    package init(query: String, kind: VaultEntry.Kind? = nil, history: Int? = nil, note: Bool? = nil, field: String? = nil) {
      self.query = query
      self.kind = kind
      self.history = history
      self.note = note
      self.field = field
    }
  }
}
