// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// Which password is wanted.
  package struct RevealQuery: Codable, Hashable, Sendable {
    /// Which credential, as in ``EntryQuery/query``.
    package var query: String
    /// The kind that is meant; nil fits all that can be revealed.
    package var kind: VaultEntry.Kind?
    /// Which element of ``EntryDetails/history``, counted from 0, is wanted instead of the current one.
    package var history: Int?

    /// Means one password.
    package init(query: String, kind: VaultEntry.Kind? = nil, history: Int? = nil) {
      self.query = query
      self.kind = kind
      self.history = history
    }
  }
}
