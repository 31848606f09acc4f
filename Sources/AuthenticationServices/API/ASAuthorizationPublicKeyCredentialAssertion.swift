// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A signature by a public-key credential, for the service to verify.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialAssertion: ASPublicKeyCredential {
  /// The signed authenticator data (WebAuthn §6.1).
  var rawAuthenticatorData: Data! { get }

  /// The user handle.
  var userID: Data! { get }

  /// The signature.
  var signature: Data! { get }
}
