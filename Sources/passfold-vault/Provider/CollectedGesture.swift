// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnModel

/// The user's answer and gesture from before the authenticator's operation began, passed on unchanged.
struct CollectedGesture: AuthorizationGestureCollector {
  /// The user's gesture.
  let gesture: AuthorizationGesture
  /// Whether the question was only whether the website may learn about an excluded passkey.
  var isForExclusion = false
  /// The passkey that the user picked, for a sign-in.
  var selected: CredentialID?

  /// The passphrase verifies every user who has a vault.
  var canVerifyUser: Bool { true }

  func gesture(forMaking request: MakeCredentialRequest, isExcluded: Bool) -> AuthorizationGesture {
    // A user who only agreed to the website being told has not agreed to a new passkey.
    isForExclusion && !isExcluded ? .none : gesture
  }

  func gesture(
    forUsing candidates: [PublicKeyCredentialSource], _ request: GetAssertionRequest
  ) -> (selected: PublicKeyCredentialSource, gesture: AuthorizationGesture)? {
    candidates.first { $0.id == selected }.map { ($0, gesture) }
  }

  func gestureForReset() -> AuthorizationGesture { .none }
}
