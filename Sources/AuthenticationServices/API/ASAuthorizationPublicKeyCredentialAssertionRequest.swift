// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for a signature by a public-key credential on any authenticator (WebAuthn §5.5).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialAssertionRequest: NSCopying, NSSecureCoding, NSObjectProtocol {
  /// The challenge from the service.
  var challenge: Data { get set }

  /// The RP ID.
  var relyingPartyIdentifier: String { get set }

  /// The acceptable credentials; empty for any.
  var allowedCredentials: [any ASAuthorizationPublicKeyCredentialDescriptor] { get set }

  /// The relying party's preference for user verification.
  var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { get set }
}
