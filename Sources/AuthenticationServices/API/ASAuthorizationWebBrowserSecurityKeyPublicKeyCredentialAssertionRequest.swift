// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a browser can say of a security key's sign-in beyond what apps can.
@available(iOS 17.4, macOS 14.4, *)
public protocol ASAuthorizationWebBrowserSecurityKeyPublicKeyCredentialAssertionRequest {
  /// The page's client data; nil for an app's request.
  var clientData: ASPublicKeyCredentialClientData? { get }
}
