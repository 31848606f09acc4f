// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a browser can say of a registration beyond what apps can.
@available(iOS 17.4, macOS 13.5, *)
public protocol ASAuthorizationWebBrowserPlatformPublicKeyCredentialRegistrationRequest {
  /// The page's client data; nil for an app's request.
  var clientData: ASPublicKeyCredentialClientData? { get }

  /// The passkeys that must not exist here already.
  var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? { get set }

  /// Whether a browser's request offers another device; there is no such transport here.
  var shouldShowHybridTransport: Bool { get set }
}
