// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// A password to be stored.
  package struct NewPassword: Codable, Hashable, Sendable {
    /// The domain or URL it is for.
    package var service: String
    /// The account's name at the service.
    package var user: String
    /// The title; nil uses the service's name.
    package var title: String?
    /// The record of the login whose password is replaced; nil adds a login.
    package var update: String?
    /// Whether it is added even if a login of this account exists. Nil means no.
    package var separate: Bool?

    /// Creates a password.
    package init(service: String, user: String, title: String? = nil, update: String? = nil, separate: Bool? = nil) {
      self.service = service
      self.user = user
      self.title = title
      self.update = update
      self.separate = separate
    }
  }

  /// A password to be compared with the stored ones.
  package struct PasswordStateQuery: Codable, Hashable, Sendable {
    /// The domain or URL where it was typed.
    package var service: String
    /// The account; empty if unknown.
    package var user: String

    /// Creates a query.
    package init(service: String, user: String) {
      self.service = service
      self.user = user
    }
  }

  /// The origin of a set-up link to be previewed.
  package struct SetUpQuery: Codable, Hashable, Sendable {
    /// The address of the page with the link; nil if it came from elsewhere.
    package var page: String?

    /// Creates a query.
    package init(page: String? = nil) { self.page = page }
  }

  /// One-time codes to be set up.
  package struct NewCode: Codable, Hashable, Sendable {
    /// The domain or URL they are for; nil uses the link's issuer, or the services of ``login``.
    package var service: String?
    /// The account's name at the service; nil uses the link's.
    package var user: String?
    /// The title; nil uses the link's issuer or the service's name.
    package var title: String?
    /// The record of the password that the codes belong to, or of the codes to be replaced; nil uses the matching one.
    package var login: String?
    /// Whether the codes are separate: they belong to no password and replace no codes. Nil means no.
    package var separate: Bool?
    /// Whether the service is known to accept the codes, so that nothing stays pending. Nil means no.
    package var confirmed: Bool?

    /// Creates a set-up; nil members come from the link.
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

  /// The options for a part of a migration export.
  package struct ImportQuery: Codable, Hashable, Sendable {
    /// Whether only to report what would be added; nil means no.
    package var preview: Bool?

    /// Creates options.
    package init(preview: Bool? = nil) { self.preview = preview }
  }

  /// The pending set-up of which a service has accepted a code.
  package struct Confirmation: Codable, Hashable, Sendable {
    /// The record's identifier.
    package var record: String

    /// Creates a confirmation.
    package init(record: String) { self.record = record }
  }
}
