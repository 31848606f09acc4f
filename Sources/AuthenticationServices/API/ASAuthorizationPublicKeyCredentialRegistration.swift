// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A new public-key credential, for the service to store.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialRegistration: ASPublicKeyCredential {
  /// The attestation object, which contains the public key (WebAuthn §6.5).
  var rawAttestationObject: Data? { get }
}
