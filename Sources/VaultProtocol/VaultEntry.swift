// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One credential as the management door names it: everything but its secret.
package struct VaultEntry: Codable, Hashable, Sendable {
  /// The kinds of credential, and of what is kept beside them.
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case password
    case passkey
    case oneTimeCode = "one-time-code"
    case note
    case card
    case identity
  }

  /// The record's identifier, 32 hexadecimal digits.
  package var record: String
  /// What it is.
  package var kind: Kind
  /// What a person calls the service.
  package var title: String
  /// The services it is for: domains, URLs or app identifiers.
  package var services: [String]
  /// The account's name there.
  package var user: String
  /// Whether it is a set-up of codes that no service has taken a code of yet; nil is no.
  package var pending: Bool?
  /// When it was moved to the trash, in seconds since 1970; nil when it was not.
  package var trashed: Double?
  /// Whether its service said that it is of no use, which moved it to the trash; nil is no.
  package var hiddenByService: Bool?
  /// The rules of those services that do not match every host under their registrable domain, by their names: "host", "exact" or "never".
  package var matching: [String: String]?
  /// Whether the person wants it to come first; nil is no.
  package var favourite: Bool?
  /// The words that the person sorts by; nil for none.
  package var tags: [String]?
  /// What else a card or identity is told apart by: brand and bank, organisation and e-mail addresses; nil for nothing.
  package var about: [String]?
  /// The other credentials of the account, where these were to be joined; nil for none.
  package var others: [Other]?

  /// Another credential of an entry's account.
  package struct Other: Codable, Hashable, Sendable {
    /// Its record's identifier.
    package var record: String
    /// What it is.
    package var kind: Kind
    /// Whether it is a set-up of codes that no service has taken a code of yet; nil is no.
    package var pending: Bool?

    /// Names the credential.
    package init(record: String, kind: Kind, pending: Bool? = nil) {
      self.record = record
      self.kind = kind
      self.pending = pending
    }
  }

  /// Names a credential.
  package init(
    record: String, kind: Kind, title: String, services: [String], user: String, pending: Bool? = nil, trashed: Double? = nil,
    hiddenByService: Bool? = nil
  ) {
    self.record = record
    self.kind = kind
    self.title = title
    self.services = services
    self.user = user
    self.pending = pending
    self.trashed = trashed
    self.hiddenByService = hiddenByService
  }
}
