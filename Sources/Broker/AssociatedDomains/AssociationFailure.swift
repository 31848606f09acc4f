// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FetchProtocol

/// The reason that an app may not use a domain's credentials: the missing half of the association, and where it belongs.
package struct AssociationFailure: Error, Sendable, Equatable {
  /// The kinds of failure; the set may grow.
  package struct Code: Hashable, Sendable {
    /// A stable name, for messages, logs and tests.
    package let name: String

    /// The application of the program is unknown.
    package static let applicationUnknown = Code(name: "applicationUnknown")
    /// The app's half: the entitlements file is missing.
    package static let entitlementsMissing = Code(name: "entitlementsMissing")
    /// The app's half: the entitlements file is not a property list with the entitlement.
    package static let entitlementsMalformed = Code(name: "entitlementsMalformed")
    /// The app's half: the entitlement does not name the domain.
    package static let domainNotEntitled = Code(name: "domainNotEntitled")
    /// The app's half: the entry is for developers, and the user's developer settings do not name the domain.
    package static let developersOnly = Code(name: "developersOnly")
    /// The site's half: its document could not be fetched.
    package static let documentUnavailable = Code(name: "documentUnavailable")
    /// The site's half: the response is not such a document.
    package static let documentMalformed = Code(name: "documentMalformed")
    /// The site's half: the document does not name the app.
    package static let applicationNotListed = Code(name: "applicationNotListed")
  }

  /// The kind of failure.
  package let code: Code
  /// The domain.
  package let domain: String
  /// The app's identifier, if known.
  package let application: String?
  /// The file or URL in which the missing half belongs, if there is a single one.
  package let place: String?
  /// The reason that the document could not be fetched.
  package let cause: FetchFailure?

  init(_ code: Code, domain: String, application: ApplicationIdentifier? = nil, place: String? = nil, cause: FetchFailure? = nil) {
    self.code = code
    self.domain = domain
    self.application = application?.description
    self.place = place
    self.cause = cause
  }
}
