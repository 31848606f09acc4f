// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The property of a security key's registration request that only browsers use.
@available(iOS 17.4, macOS 14.4, *)
public protocol ASAuthorizationWebBrowserSecurityKeyPublicKeyCredentialRegistrationRequest {
  /// The page's client data; nil for a request by an app.
  var clientData: ASPublicKeyCredentialClientData? { get }
}
