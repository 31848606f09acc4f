// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Asks for a signature by a public-key credential, whatever keeps it (WebAuthn §5.5).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialAssertionRequest: NSCopying, NSSecureCoding, NSObjectProtocol {
  /// The service's challenge.
  var challenge: Data { get set }

  /// The RP ID.
  var relyingPartyIdentifier: String { get set }

  /// The credentials that will do; empty means any.
  var allowedCredentials: [any ASAuthorizationPublicKeyCredentialDescriptor] { get set }

  /// How much the relying party wants the person verified.
  var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { get set }
}
