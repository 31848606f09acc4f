// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnModel

/// A person who is there, agrees to everything and takes the newest credential.
struct AgreeingPerson: AuthorizationGestureCollector {
  /// Whether the verification happens; where it cannot, nothing that requires it is made.
  let isVerified: Bool
  /// The credentials among which a field offers; empty for all.
  var filter: [CredentialID] = []

  init(isVerified: Bool) {
    self.isVerified = isVerified
  }

  var canVerifyUser: Bool { isVerified }

  func gesture(forMaking request: MakeCredentialRequest, isExcluded: Bool) -> AuthorizationGesture {
    // A conditional registration asks nobody, so nobody is there and nobody is verified.
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
