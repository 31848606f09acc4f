// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// A password to be stored.
  package struct NewPassword: Codable, Hashable, Sendable {
    /// The domain or URL it is for.
    package var service: String
    /// The account's name there.
    package var user: String
    /// What to call it; nil takes the service's name.
    package var title: String?
    /// The record of the login that takes the password in place of its own; nil adds a login.
    package var update: String?
    /// Whether it is added even where a login of this account is kept already. Nil is no.
    package var separate: Bool?

    /// Describes a password.
    package init(service: String, user: String, title: String? = nil, update: String? = nil, separate: Bool? = nil) {
      self.service = service
      self.user = user
      self.title = title
      self.update = update
      self.separate = separate
    }
  }

  /// A password to be compared with those that are kept.
  package struct PasswordStateQuery: Codable, Hashable, Sendable {
    /// The domain or URL that it was typed at.
    package var service: String
    /// The account; empty where none is known.
    package var user: String

    /// Describes where it was typed.
    package init(service: String, user: String) {
      self.service = service
      self.user = user
    }
  }

  /// Where a set-up link to be looked at was found.
  package struct SetUpQuery: Codable, Hashable, Sendable {
    /// The address of the page that showed the link; nil when it came from elsewhere.
    package var page: String?

    /// Describes where a link was found.
    package init(page: String? = nil) { self.page = page }
  }

  /// Verification codes to be set up.
  package struct NewCode: Codable, Hashable, Sendable {
    /// The domain or URL they are for; nil takes the link's issuer, or the services of ``login``.
    package var service: String?
    /// The account's name there; nil takes the link's.
    package var user: String?
    /// What to call it; nil takes the link's issuer or the service's name.
    package var title: String?
    /// The record of the password that the codes belong to, or of the codes that they are to replace; nil takes the one that fits.
    package var login: String?
    /// Whether the codes stand for themselves: they belong to no password and replace no codes. Nil is no.
    package var separate: Bool?
    /// Whether the service is known to take the codes, so that nothing stays pending. Nil is no.
    package var confirmed: Bool?

    /// Describes a set-up; what is nil comes from the link.
    package init(
      service: String? = nil, user: String? = nil, title: String? = nil, login: String? = nil, separate: Bool? = nil,
      confirmed: Bool? = nil
    ) {
      self.service = service
      self.user = user
      self.title = title
      self.login = login
      self.separate = separate
      self.confirmed = confirmed
    }
  }

  /// How a part of a migration export is taken.
  package struct ImportQuery: Codable, Hashable, Sendable {
    /// Whether to say only what would be added; nil is no.
    package var preview: Bool?

    /// Describes an import.
    package init(preview: Bool? = nil) { self.preview = preview }
  }

  /// The pending set-up that a service has taken a code of.
  package struct Confirmation: Codable, Hashable, Sendable {
    /// The record's identifier.
    package var record: String

    /// Names a pending set-up.
    package init(record: String) { self.record = record }
  }
}
