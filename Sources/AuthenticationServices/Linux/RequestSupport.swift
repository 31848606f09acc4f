// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// Determines which of an app's requests are supported here.
enum RequestSupport {
  /// Returns the supported requests. Unsupported ones are left out, as on a device that lacks a feature.
  ///
  /// - Throws: The reason why the first request is not supported, if none is.
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
