// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Everything about one entry but its secret.
package struct EntryDetails: Codable, Hashable, Sendable {
  /// A replaced password or set-up of codes.
  package struct Retired: Codable, Hashable, Sendable {
    /// The time at which it was replaced, in seconds since 1970.
    package var retired: Double
    /// The parameters of the codes; nil for a password.
    package var scheme: CodeScheme?

    /// Creates an old secret.
    package init(retired: Double, scheme: CodeScheme? = nil) {
      self.retired = retired
      self.scheme = scheme
    }
  }

  /// The user's own field.
  package struct Field: Codable, Hashable, Sendable {
    /// The user's name for it.
    package var name: String
    /// Whether it is shown only on request; nil means no.
    package var hidden: Bool?

    /// Creates a field.
    package init(name: String, hidden: Bool? = nil) {
      self.name = name
      self.hidden = hidden
    }
  }

  /// The entry.
  package var entry: VaultEntry
  /// The number of times it was stored. Callers use it to detect a change even if nothing else shows one.
  package var revision: UInt64?
  /// The issuer of codes.
  package var issuer: String?
  /// The parameters of codes; nil for other kinds.
  package var scheme: CodeScheme?
  /// The time at which it was stored, in seconds since 1970; nil if an older Passfold did not note it.
  package var added: Double?
  /// The time at which a pending set-up started waiting for its first accepted code, in seconds since 1970.
  package var pendingSince: Double?
  /// The codes that a pending set-up will replace.
  package var replaces: [VaultEntry]?
  /// Old passwords or set-ups, oldest first; nil for kinds without history.
  package var history: [Retired]?
  /// The password that codes belong to.
  package var login: VaultEntry?
  /// The other entries of its account; nil if there are none.
  package var others: [VaultEntry]?
  /// Whether its main content, a login's password or a note's text, is empty; nil means no.
  package var empty: Bool?
  /// Whether it has a note; nil means no.
  package var note: Bool?
  /// The user's own fields, without their values; nil if there are none.
  package var fields: [Field]?
  /// The shown values of a note, card or identity; nil if there are none, and for other kinds.
  package var values: [EntryValue]?
  /// The names for requesting the secrets of a note, card or identity; nil if there are none, and for other kinds.
  package var secrets: [String]?
  /// Its files, oldest first; nil if there are none.
  package var attachments: [AttachedFile]?

  /// Creates a value.
  package init(
    entry: VaultEntry, issuer: String? = nil, scheme: CodeScheme? = nil, added: Double? = nil, pendingSince: Double? = nil,
    replaces: [VaultEntry]? = nil, history: [Retired]? = nil, login: VaultEntry? = nil
  ) {
    self.entry = entry
    self.issuer = issuer
    self.scheme = scheme
    self.added = added
    self.pendingSince = pendingSince
    self.replaces = replaces
    self.history = history
    self.login = login
  }
}
