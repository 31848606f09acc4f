// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// What the person did in this ceremony; an earlier unlock is no verification (WebAuthn L3 §4, "Authorization Gesture").
public struct AuthorizationGesture: Sendable {
  /// The person was there and agreed.
  public var userPresent: Bool
  /// The person was verified in this ceremony, by passphrase or fingerprint.
  public var userVerified: Bool

  /// States what the person did.
  public init(userPresent: Bool, userVerified: Bool) {
    self.userPresent = userPresent
    self.userVerified = userVerified
  }

  /// The person did nothing, or said no.
  public static let none = AuthorizationGesture(userPresent: false, userVerified: false)

  var flags: AuthenticatorData.Flags {
    var flags: AuthenticatorData.Flags = []
    if userPresent { flags.insert(.userPresent) }
    if userVerified { flags.insert(.userVerified) }
    return flags
  }
}

/// Asks the person, for the operations that find their credentials in a store.
///
/// What is answered goes into the flags of the ceremony, so an implementation says what really happened and nothing more.
public protocol AuthorizationGestureCollector {
  /// Whether this authenticator can verify the person at all.
  var canVerifyUser: Bool { get }

  /// Asks whether a credential may be made.
  /// - Parameter isExcluded: the relying party named a credential that is here: the person only agrees that it may be told so
  ///   (WebAuthn L3 §6.3.2 step 3).
  func gesture(forMaking request: MakeCredentialRequest, isExcluded: Bool) -> AuthorizationGesture

  /// Asks which of the credentials, newest first, may be used; nil when the person wants none.
  func gesture(
    forUsing candidates: [PublicKeyCredentialSource], _ request: GetAssertionRequest
  ) -> (selected: PublicKeyCredentialSource, gesture: AuthorizationGesture)?

  /// Asks whether every credential may be forgotten (CTAP 2.2 §6.6).
  func gestureForReset() -> AuthorizationGesture
}
