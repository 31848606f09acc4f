// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Asks for a new public-key credential, whatever keeps it (WebAuthn §5.4).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialRegistrationRequest: NSCopying, NSSecureCoding, NSObjectProtocol {
  /// The RP ID.
  var relyingPartyIdentifier: String { get }

  /// The user handle, 1 to 64 bytes, which sign-ins with the credential return.
  var userID: Data { get set }

  /// The account's name.
  var name: String { get set }

  /// The person's name, to be shown.
  var displayName: String? { get set }

  /// The service's challenge.
  var challenge: Data { get set }

  /// How much the relying party wants the person verified.
  var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { get set }

  /// What the relying party wants to know of the authenticator.
  var attestationPreference: ASAuthorizationPublicKeyCredentialAttestationKind { get set }
}
