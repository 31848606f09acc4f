// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnModel

/// What the person was asked and did before the authenticator's operation began: it is passed on, and nothing is added to it.
struct CollectedGesture: AuthorizationGestureCollector {
  /// What the person did.
  let gesture: AuthorizationGesture
  /// Whether the question only was if the website may be told of an excluded passkey.
  var isForExclusion = false
  /// The passkey that the person picked, for a sign-in.
  var selected: CredentialID?

  /// The passphrase verifies everybody who has a vault.
  var canVerifyUser: Bool { true }

  func gesture(forMaking request: MakeCredentialRequest, isExcluded: Bool) -> AuthorizationGesture {
    // Who only agreed that the website be told has not agreed to a new passkey.
    isForExclusion && !isExcluded ? .none : gesture
  }

  func gesture(
    forUsing candidates: [PublicKeyCredentialSource], _ request: GetAssertionRequest
  ) -> (selected: PublicKeyCredentialSource, gesture: AuthorizationGesture)? {
    candidates.first { $0.id == selected }.map { ($0, gesture) }
  }

  func gestureForReset() -> AuthorizationGesture { .none }
}
