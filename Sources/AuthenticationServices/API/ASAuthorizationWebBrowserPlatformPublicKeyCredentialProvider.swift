// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Creates requests for passkeys with a page's own client data. Intended for browsers, which on Linux can only ask through their extension.
@available(iOS 17.4, macOS 13.5, *)
public protocol ASAuthorizationWebBrowserPlatformPublicKeyCredentialProvider {
  /// Creates a request for a new passkey for a page.
  func createCredentialRegistrationRequest(
    clientData: ASPublicKeyCredentialClientData, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest

  /// Creates a request for a new passkey for a page, in one of two styles.
  @available(iOS 18.0, macOS 15.0, *)
  func createCredentialRegistrationRequest(
    clientData: ASPublicKeyCredentialClientData, name: String, userID: Data,
    requestStyle: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest.RequestStyle
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest

  /// Creates a request for a signature for a page.
  func createCredentialAssertionRequest(
    clientData: ASPublicKeyCredentialClientData
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest
}
