// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Creates requests for security keys with a page's own client data. Intended for browsers, which on Linux can only ask through their
/// extension.
@available(iOS 17.4, macOS 14.4, *)
public protocol ASAuthorizationWebBrowserSecurityKeyPublicKeyCredentialProvider {
  /// Creates a request for a new credential for a page.
  func createCredentialRegistrationRequest(
    clientData: ASPublicKeyCredentialClientData, displayName: String, name: String, userID: Data
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest

  /// Creates a request for a signature for a page.
  func createCredentialAssertionRequest(
    clientData: ASPublicKeyCredentialClientData
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest
}
