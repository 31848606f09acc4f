// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The properties of an authentication request that only browsers use.
@available(iOS 17.4, macOS 13.5, *)
public protocol ASAuthorizationWebBrowserPlatformPublicKeyCredentialAssertionRequest {
  /// The page's client data; nil for a request by an app.
  var clientData: ASPublicKeyCredentialClientData? { get }

  /// Whether a request by a browser offers another device. This transport does not exist here.
  var shouldShowHybridTransport: Bool { get set }
}
