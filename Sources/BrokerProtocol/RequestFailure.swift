// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a request ended without what it asked for (the client door's `failure`): codes and values, no words for people.
package struct RequestFailure: Codable, Hashable, Sendable {
  /// One of the client door's codes.
  package var code: String
  /// The DOMException name that the page of a passkey request may see.
  package var exception: String?
  /// A reason's code, a provider's name or a domain: which of them follows from `code`.
  package var detail: String?
  /// The half of an association that is missing; for `notAssociated` alone.
  package var association: MissingAssociationValue?
  /// The raw value of Apple's `ASAuthorizationError.Code`, for `authorize` alone.
  package var authorizationError: Int?

  /// Names a failure.
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
