// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The missing half of the association between an app and a domain, and where it belongs.
package struct MissingAssociationValue: Codable, Hashable, Sendable {
  /// `applicationUnknown`, `entitlementsMissing`, `entitlementsMalformed`, `domainNotEntitled`, `noDomainEntitled`, `developersOnly`,
  /// `documentUnavailable`, `documentMalformed` or `applicationNotListed`.
  package var code: String
  /// The domain that the app asked for; nil if it asked for everything that it belongs to.
  package var domain: String?
  /// The app's identifier as sites name it, if one is known.
  package var application: String?
  /// The file or URL in which the missing half belongs, if there is exactly one.
  package var place: String?
  /// The code of the reason that a document could not be fetched.
  package var cause: String?

  /// Creates a description of the missing half.
  package init(code: String, domain: String? = nil, application: String? = nil, place: String? = nil, cause: String? = nil) {
    self.code = code
    self.domain = domain
    self.application = application
    self.place = place
    self.cause = cause
  }
}
