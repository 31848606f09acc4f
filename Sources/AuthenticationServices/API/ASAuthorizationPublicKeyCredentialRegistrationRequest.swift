// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for a new public-key credential on any authenticator (WebAuthn §5.4).
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
public protocol ASAuthorizationPublicKeyCredentialRegistrationRequest: NSCopying, NSSecureCoding, NSObjectProtocol {
  /// The RP ID.
  var relyingPartyIdentifier: String { get }

  /// The user handle, 1 to 64 bytes. Assertions with the credential return it.
  var userID: Data { get set }

  /// The account's name.
  var name: String { get set }

  /// The user's display name.
  var displayName: String? { get set }

  /// The challenge from the service.
  var challenge: Data { get set }

  /// The relying party's preference for user verification.
  var userVerificationPreference: ASAuthorizationPublicKeyCredentialUserVerificationPreference { get set }

  /// The relying party's preference for attestation.
  var attestationPreference: ASAuthorizationPublicKeyCredentialAttestationKind { get set }
}
