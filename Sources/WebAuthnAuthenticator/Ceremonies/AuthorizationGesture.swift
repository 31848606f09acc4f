// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// The user's consent in this ceremony. An earlier unlock does not count as verification (WebAuthn L3 §4, "Authorization Gesture").
public struct AuthorizationGesture: Sendable {
  /// Whether the user was present and agreed.
  public var userPresent: Bool
  /// Whether the user was verified in this ceremony, by passphrase or fingerprint.
  public var userVerified: Bool

  /// Creates a gesture.
  public init(userPresent: Bool, userVerified: Bool) {
    self.userPresent = userPresent
    self.userVerified = userVerified
  }

  /// The user did nothing or refused.
  public static let none = AuthorizationGesture(userPresent: false, userVerified: false)

  var flags: AuthenticatorData.Flags {
    var flags: AuthenticatorData.Flags = []
    if userPresent { flags.insert(.userPresent) }
    if userVerified { flags.insert(.userVerified) }
    return flags
  }
}

/// Asks the user, for operations that find their credentials in a store.
///
/// The results set the flags of the ceremony, so an implementation must report exactly what happened.
public protocol AuthorizationGestureCollector {
  /// Whether this authenticator can verify the user.
  var canVerifyUser: Bool { get }

  /// Asks whether a credential may be created.
  ///
  /// - Parameter isExcluded: Whether the relying party named a credential that exists here. The user then only agrees to disclose that
  ///   (WebAuthn L3 §6.3.2 step 3).
  func gesture(forMaking request: MakeCredentialRequest, isExcluded: Bool) -> AuthorizationGesture

  /// Asks which of the credentials, newest first, may be used. Returns nil if the user declines.
  func gesture(
    forUsing candidates: [PublicKeyCredentialSource], _ request: GetAssertionRequest
  ) -> (selected: PublicKeyCredentialSource, gesture: AuthorizationGesture)?

  /// Asks whether all credentials may be deleted (CTAP 2.2 §6.6).
  func gestureForReset() -> AuthorizationGesture
}
