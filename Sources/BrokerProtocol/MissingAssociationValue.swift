// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Which half of the association between an app and a domain is missing, and where it belongs.
package struct MissingAssociationValue: Codable, Hashable, Sendable {
  /// `applicationUnknown`, `entitlementsMissing`, `entitlementsMalformed`, `domainNotEntitled`, `noDomainEntitled`, `developersOnly`,
  /// `documentUnavailable`, `documentMalformed` or `applicationNotListed`.
  package var code: String
  /// The domain that the app asked for; nil where it asked for whatever it belongs to.
  package var domain: String?
  /// The app's identifier as sites name it, where one is known.
  package var application: String?
  /// The file or URL in which the missing half belongs, where there is one place.
  package var place: String?
  /// The code of what kept a document from being fetched.
  package var cause: String?

  /// Names what is missing.
  package init(code: String, domain: String? = nil, application: String? = nil, place: String? = nil, cause: String? = nil) {
    self.code = code
    self.domain = domain
    self.application = application
    self.place = place
    self.cause = cause
  }
}
