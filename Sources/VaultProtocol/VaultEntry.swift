// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One entry as described at the management door: everything but its secret.
package struct VaultEntry: Codable, Hashable, Sendable {
  /// The kinds of entry.
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
  /// The kind.
  package var kind: Kind
  /// The user's name for the service.
  package var title: String
  /// The services it is for: domains, URLs or app identifiers.
  package var services: [String]
  /// The account's name at the service.
  package var user: String
  /// Whether it is a set-up of codes of which no service has accepted a code yet; nil means no.
  package var pending: Bool?
  /// The time at which it was moved to the trash, in seconds since 1970; nil if it is not there.
  package var trashed: Double?
  /// Whether it was moved to the trash because its service reported it as useless; nil means no.
  package var hiddenByService: Bool?
  /// The rules of those services that do not match every host under their registrable domain, by name: "host", "exact" or "never".
  package var matching: [String: String]?
  /// Whether the user wants it to come first; nil means no.
  package var favourite: Bool?
  /// The user's tags; nil if there are none.
  package var tags: [String]?
  /// Further text that identifies a card or identity: brand and bank, organisation and e-mail addresses; nil if there is none.
  package var about: [String]?
  /// The other entries of the account, if joining was requested; nil if there are none.
  package var others: [Other]?

  /// Another entry of the same account.
  package struct Other: Codable, Hashable, Sendable {
    /// Its record's identifier.
    package var record: String
    /// The kind.
    package var kind: Kind
    /// Whether it is a set-up of codes of which no service has accepted a code yet; nil means no.
    package var pending: Bool?

    /// Creates a value.
    package init(record: String, kind: Kind, pending: Bool? = nil) {
      self.record = record
      self.kind = kind
      self.pending = pending
    }
  }

  /// Creates an entry.
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
