// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Which of an app's requests can be answered here.
enum RequestSupport {
  /// Leaves out what nothing here can answer, as a device does that lacks something: the others are still performed.
  ///
  /// - Throws: Why the first request cannot be answered, when none can.
  static func answerable(among requests: [ASAuthorizationRequest]) throws(ASAuthorizationError) -> [ASAuthorizationRequest] {
    let answerable = requests.filter { obstacle(to: $0) == nil }
    guard answerable.isEmpty else { return answerable }
    throw (requests.first.flatMap { obstacle(to: $0) } ?? .noRequests).error
  }

  private static func obstacle(to request: ASAuthorizationRequest) -> AuthorizationFailure? {
    switch request {
    case is ASAuthorizationPasswordRequest: nil
    case let request as ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: request.clientData == nil ? nil : .notABrowser
    case let request as ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: request.clientData == nil ? nil : .notABrowser
    case is ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest,
      is ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest:
      .noSecurityKeys
    case is ASAuthorizationAppleIDRequest: .signInWithAppleUnavailable
    case is ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest: .noContacts
    default: .kindUnknown
    }
  }
}
