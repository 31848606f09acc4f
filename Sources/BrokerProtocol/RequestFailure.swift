// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason that a request ended without a result (the client door's `failure`): codes and values, no display texts.
package struct RequestFailure: Codable, Hashable, Sendable {
  /// One of the client door's codes.
  package var code: String
  /// The DOMException name that the page of a passkey request may see.
  package var exception: String?
  /// A reason's code, a provider's name or a domain, depending on `code`.
  package var detail: String?
  /// The missing half of an association; only for `notAssociated`.
  package var association: MissingAssociationValue?
  /// The raw value of Apple's `ASAuthorizationError.Code`, only for `authorize`.
  package var authorizationError: Int?

  /// Creates a failure.
  package init(
    code: String, exception: String? = nil, detail: String? = nil, association: MissingAssociationValue? = nil,
    authorizationError: Int? = nil
  ) {
    self.code = code
    self.exception = exception
    self.detail = detail
    self.association = association
    self.authorizationError = authorizationError
  }
}
