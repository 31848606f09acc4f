// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Makes requests for security keys with a page's own client data; for browsers, which Linux lets ask by their extension alone.
@available(iOS 17.4, macOS 14.4, *)
public protocol ASAuthorizationWebBrowserSecurityKeyPublicKeyCredentialProvider {
  /// Asks for a new credential for a page.
  func createCredentialRegistrationRequest(
    clientData: ASPublicKeyCredentialClientData, displayName: String, name: String, userID: Data
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest

  /// Asks for a signature for a page.
  func createCredentialAssertionRequest(
    clientData: ASPublicKeyCredentialClientData
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest
}
