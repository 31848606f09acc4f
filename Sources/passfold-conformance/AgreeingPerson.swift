// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnModel

/// A simulated user who is present, agrees to everything and picks the newest credential.
struct AgreeingPerson: AuthorizationGestureCollector {
  /// Whether user verification succeeds; otherwise nothing that requires it is created.
  let isVerified: Bool
  /// The credentials that a field offers; empty for all.
  var filter: [CredentialID] = []

  init(isVerified: Bool) {
    self.isVerified = isVerified
  }

  var canVerifyUser: Bool { isVerified }

  func gesture(forMaking request: MakeCredentialRequest, isExcluded: Bool) -> AuthorizationGesture {
    // A conditional registration does not ask the user, so there is neither presence nor verification.
    request.requireUserPresence || isExcluded ? agreement : .none
  }

  func gesture(
    forUsing candidates: [PublicKeyCredentialSource], _ request: GetAssertionRequest
  ) -> (selected: PublicKeyCredentialSource, gesture: AuthorizationGesture)? {
    candidates.first { filter.isEmpty || filter.contains($0.id) }.map { ($0, agreement) }
  }

  func gestureForReset() -> AuthorizationGesture { agreement }

  private var agreement: AuthorizationGesture { AuthorizationGesture(userPresent: true, userVerified: isVerified) }
}
