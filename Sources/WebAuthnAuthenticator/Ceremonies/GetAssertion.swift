// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel

extension WebAuthnAuthenticator {
  /// Signs a request with the passkey that the person chose, the operation authenticatorGetAssertion (WebAuthn L3 §6.3.3).
  /// - Parameters:
  ///   - request: what the client asks; data to keep beside the passkey are left to the caller.
  ///   - selectedCredential: the passkey that the person chose among those that the request accepts.
  ///   - gesture: what the person did in this ceremony; it is collected before the call.
  ///   - backup: whether the place where the passkey is kept is synchronised.
  /// - Throws: `unknown` for a bad hash or key, `notAllowed` when the passkey does not fit or the person was not there or not verified.
  public func getAssertion(
    _ request: GetAssertionRequest, with selectedCredential: PublicKeyCredentialSource, gesture: AuthorizationGesture,
    backup: CredentialBackup
  ) throws(WebAuthnAuthenticatorError) -> Assertion {
    try sign(request, with: selectedCredential, gesture: gesture, backup: backup, results: .forPage)
  }

  /// Finds the passkeys that will do, asks the person and signs: authenticatorGetAssertion with everything that belongs to it
  /// (WebAuthn L3 §6.3.3).
  /// - Parameters:
  ///   - request: what the client asks.
  ///   - store: where credentials are.
  ///   - person: who is asked, and who chooses.
  /// - Throws: `unknown` for a bad hash, key or store, `notAllowed` when no passkey fits or the person does not agree.
  public func getAssertion(
    _ request: GetAssertionRequest, in store: some PublicKeyCredentialSourceStore, asking person: some AuthorizationGestureCollector
  ) throws(WebAuthnAuthenticatorError) -> Assertion {
    // 1. The types leave only the hash to check.
    guard request.clientDataHash.count == 32 else { throw WebAuthnAuthenticatorError(.unknown) }

    // 2. to 6. The passkeys that will do.
    let candidates = try candidates(for: request, in: store)
    guard !candidates.isEmpty else { throw WebAuthnAuthenticatorError(.notAllowed) }

    // 7. The person chooses one and agrees. A passkey that shows itself to verified people only is no choice for others.
    guard let (selected, gesture) = person.gesture(forUsing: candidates, request),
      selected.protection.shows(isListed: !request.allowCredentialIDs.isEmpty, userVerified: gesture.userVerified)
    else { throw WebAuthnAuthenticatorError(.notAllowed) }

    var assertion = try sign(request, with: selected, gesture: gesture, backup: selected.backup, results: .forPage)
    if case .write(let blob) = request.extensions.largeBlob {
      assertion.extensionResults.wroteLargeBlob = keep(blob, of: selected, in: store)
    }
    return assertion
  }

  /// The passkeys that will do for a request, newest first (WebAuthn L3 §6.3.3 steps 2 to 5).
  func candidates(
    for request: GetAssertionRequest, in store: some PublicKeyCredentialSourceStore
  ) throws(WebAuthnAuthenticatorError) -> [PublicKeyCredentialSource] {
    // 2. to 4. Looked up by ID, or all that are discoverable; 5. of this relying party only.
    try store.credentials(of: request.relyingPartyID).filter(request.accepts)
  }

  private func keep(_ blob: [UInt8], of source: PublicKeyCredentialSource, in store: some PublicKeyCredentialSourceStore) -> Bool {
    guard blob.count <= PublicKeyCredentialSource.maximumLargeBlobByteCount else { return false }
    do throws(WebAuthnAuthenticatorError) {
      try store.setLargeBlob(blob, of: source.id)
      return true
    } catch {
      // The assertion stands; the page hears that nothing was written (WebAuthn L3 §10.1.5).
      return false
    }
  }

  func sign(
    _ request: GetAssertionRequest, with selectedCredential: PublicKeyCredentialSource, gesture: AuthorizationGesture,
    backup: CredentialBackup, results: PRFResultsHandling
  ) throws(WebAuthnAuthenticatorError) -> Assertion {
    // 1. The types leave only the hash to check.
    guard request.clientDataHash.count == 32 else { throw WebAuthnAuthenticatorError(.unknown) }

    // 2. to 6. The store has looked the options up; what was chosen must still be one of them.
    guard request.accepts(selectedCredential) else { throw WebAuthnAuthenticatorError(.notAllowed) }

    // 7. Consent, which the caller has collected.
    guard gesture.userPresent || !request.requireUserPresence, gesture.userVerified || !request.requireUserVerification else {
      throw WebAuthnAuthenticatorError(.notAllowed)
    }

    // 8. The extensions; a PRF's results are signed only when they are sealed.
    var given = GetAssertionExtensionResults()
    var signed: [CBORMap.Entry] = []
    if let salts = request.extensions.salts(for: selectedCredential.id), let function = selectedCredential.pseudoRandomFunction {
      let outcome = try results.outcome(of: function, on: salts, userVerified: gesture.userVerified)
      given.prfResults = outcome.results
      if let sealed = outcome.sealed { signed.append(CBORMap.Entry(key: "hmac-secret", value: .bytes(sealed))) }
    }
    if request.extensions.wantsCredBlob {
      let blob = selectedCredential.credBlob ?? []
      given.credBlob = blob
      signed.append(CBORMap.Entry(key: "credBlob", value: .bytes(blob)))
    }
    if case .read = request.extensions.largeBlob { given.largeBlob = selectedCredential.largeBlob }

    // 9. The signature counter stays at zero, but in a virtual authenticator whose test wants another.
    // 10. Authenticator data without attested credential data.
    let authenticatorData = AuthenticatorData(
      relyingPartyID: request.relyingPartyID, flags: gesture.flags.union(backup.flags), signCount: request.signCount,
      extensions: signed.isEmpty ? nil : CBORMap(signed)
    ).encoded

    // 11. and 12. The signature.
    guard let key = CredentialPrivateKey(algorithm: selectedCredential.algorithm, secret: selectedCredential.privateKey),
      let signature = try? key.sign(authenticatorData + request.clientDataHash)
    else { throw WebAuthnAuthenticatorError(.unknown) }

    // 13. The credential ID is always returned; a client with one descriptor may ignore it.
    return Assertion(
      credentialID: selectedCredential.id, authenticatorData: authenticatorData, signature: signature,
      userHandle: selectedCredential.userHandle, extensionResults: given)
  }
}
