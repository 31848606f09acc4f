// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The properties of a registration request that only browsers use.
@available(iOS 17.4, macOS 13.5, *)
public protocol ASAuthorizationWebBrowserPlatformPublicKeyCredentialRegistrationRequest {
  /// The page's client data; nil for a request by an app.
  var clientData: ASPublicKeyCredentialClientData? { get }

  /// The passkeys that must not already exist here.
  var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]? { get set }

  /// Whether a request by a browser offers another device. This transport does not exist here.
  var shouldShowHybridTransport: Bool { get set }
}
