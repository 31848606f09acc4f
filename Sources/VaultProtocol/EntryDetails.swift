// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Everything about one credential but its secret.
package struct EntryDetails: Codable, Hashable, Sendable {
  /// A password or a set-up of codes that another took the place of.
  package struct Retired: Codable, Hashable, Sendable {
    /// Until when, in seconds since 1970.
    package var retired: Double
    /// How the codes were made; nil for a password.
    package var scheme: CodeScheme?

    /// Describes a former secret.
    package init(retired: Double, scheme: CodeScheme? = nil) {
      self.retired = retired
      self.scheme = scheme
    }
  }

  /// A field of the person's own.
  package struct Field: Codable, Hashable, Sendable {
    /// What the person calls it.
    package var name: String
    /// Whether it is shown only where the person asks for it; nil is no.
    package var hidden: Bool?

    /// Names a field.
    package init(name: String, hidden: Bool? = nil) {
      self.name = name
      self.hidden = hidden
    }
  }

  /// The credential.
  package var entry: VaultEntry
  /// How often it was stored, by which a caller sees that it changed, also where that shows nowhere else.
  package var revision: UInt64?
  /// The issuer of codes.
  package var issuer: String?
  /// How codes are made; nil for other kinds.
  package var scheme: CodeScheme?
  /// When it was stored, in seconds since 1970; nil when an older Passfold did not write that down.
  package var added: Double?
  /// Since when a set-up waits for its first accepted code.
  package var pendingSince: Double?
  /// The codes that a pending set-up will replace.
  package var replaces: [VaultEntry]?
  /// Former passwords or set-ups, the oldest first; nil for a kind that has none.
  package var history: [Retired]?
  /// The password that codes belong to.
  package var login: VaultEntry?
  /// The other credentials of its account; nil for none.
  package var others: [VaultEntry]?
  /// Whether nothing is in what it is asked for by itself, a login's password or a note's text; nil is no.
  package var empty: Bool?
  /// Whether it has a note; nil is no.
  package var note: Bool?
  /// The person's own fields, without their values; nil for none.
  package var fields: [Field]?
  /// What is shown of a note, card or identity; nil for nothing, and for other kinds.
  package var values: [EntryValue]?
  /// The secrets of a note, card or identity, by the names that they are asked for by; nil for none, and for other kinds.
  package var secrets: [String]?
  /// The files that it holds, the oldest first; nil for none.
  package var attachments: [AttachedFile]?

  /// Describes a credential.
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
