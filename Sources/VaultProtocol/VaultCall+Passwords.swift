// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// Which password is wanted, which text of a note or number of a card, or what is named instead.
  package struct RevealQuery: Codable, Hashable, Sendable {
    /// Which credential, as in ``EntryQuery/query``.
    package var query: String
    /// The kind that is meant; nil fits all that can be revealed.
    package var kind: VaultEntry.Kind?
    /// Which element of ``EntryDetails/history``, counted from 0, is wanted instead of the current one.
    package var history: Int?
    /// Whether its note is wanted instead. Nil is no.
    package var note: Bool?
    /// The person's own field that is wanted instead, or the secret of a card or identity, by its name.
    package var field: String?

    /// Means one password.
    package init(query: String, kind: VaultEntry.Kind? = nil, history: Int? = nil, note: Bool? = nil, field: String? = nil) {
      self.query = query
      self.kind = kind
      self.history = history
      self.note = note
      self.field = field
    }
  }
}
