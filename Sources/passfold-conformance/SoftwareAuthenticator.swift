// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

/// The library's authenticator with a store that ends with the run, and a person who always agrees.
struct SoftwareAuthenticator {
  private struct Account: Hashable {
    let relyingPartyID: RelyingPartyID
    let userHandle: UserHandle
  }

  private let authenticator = WebAuthnAuthenticator()
  private var sources: [(account: Account, source: PublicKeyCredentialSource)] = []

  /// Makes a credential and keeps it; one relying party's account has one (WebAuthn L3 §6.3.2 step 7).
  mutating func make(
    _ request: MakeCredentialRequest, gesture: AuthorizationGesture
  ) throws(WebAuthnAuthenticatorError) -> MadeCredential {
    let existing = sources.filter { $0.account.relyingPartyID == request.relyingPartyID }.map(\.source.id)
    var generator = SystemRandomNumberGenerator()
    let made = try authenticator.makeCredential(
      request, existingCredentialIDs: existing, gesture: gesture, backup: .eligible, using: &generator)
    let account = Account(relyingPartyID: request.relyingPartyID, userHandle: request.userHandle)
    sources.removeAll { $0.account == account }
    sources.append((account, made.source))
    return made
  }

  /// Signs with the newest credential that the request accepts, or returns nil when there is none.
  func assert(_ request: GetAssertionRequest, gesture: AuthorizationGesture) throws(WebAuthnAuthenticatorError) -> Assertion? {
    guard
      let source = sources.map(\.source).last(where: { request.accepts(credentialID: $0.id, relyingPartyID: $0.relyingPartyID) })
    else { return nil }
    return try authenticator.getAssertion(request, with: source, gesture: gesture, backup: .eligible)
  }
}
