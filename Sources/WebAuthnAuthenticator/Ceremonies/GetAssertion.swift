// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel

extension WebAuthnAuthenticator {
  /// Signs a request with the passkey that the user chose: the operation authenticatorGetAssertion (WebAuthn L3 §6.3.3).
  ///
  /// - Parameters:
  ///   - request: The client's request. Writing data stored with the passkey is left to the caller.
  ///   - selectedCredential: The passkey that the user chose among those that the request accepts.
  ///   - gesture: The user's consent in this ceremony, obtained before the call.
  ///   - backup: Whether the passkey's storage is synchronised.
  /// - Throws: `unknown` for an invalid hash or key; `notAllowed` if the passkey is not acceptable or the user was not present or verified
  ///   as required.
  public func getAssertion(
    _ request: GetAssertionRequest, with selectedCredential: PublicKeyCredentialSource, gesture: AuthorizationGesture,
    backup: CredentialBackup
  ) throws(WebAuthnAuthenticatorError) -> Assertion {
    try sign(request, with: selectedCredential, gesture: gesture, backup: backup, results: .forPage)
  }

  /// Finds the acceptable passkeys, asks the user and signs: the complete operation authenticatorGetAssertion (WebAuthn L3 §6.3.3).
  ///
  /// - Parameters:
  ///   - request: The client's request.
  ///   - store: The store of credentials.
  ///   - person: Asks the user for consent and a choice.
  /// - Throws: `unknown` for an invalid hash or key or a failing store; `notAllowed` if no passkey is acceptable or the user does not
  ///   agree.
  public func getAssertion(
    _ request: GetAssertionRequest, in store: some PublicKeyCredentialSourceStore, asking person: some AuthorizationGestureCollector
  ) throws(WebAuthnAuthenticatorError) -> Assertion {
    // 1. Given the types, only the hash needs checking.
    guard request.clientDataHash.count == 32 else { throw WebAuthnAuthenticatorError(.unknown) }

    // 2. to 6. The acceptable passkeys.
    let candidates = try candidates(for: request, in: store)
    guard !candidates.isEmpty else { throw WebAuthnAuthenticatorError(.notAllowed) }

    // 7. The user chooses one and agrees. A passkey that requires user verification cannot be chosen without it.
    guard let (selected, gesture) = person.gesture(forUsing: candidates, request),
      selected.protection.shows(isListed: !request.allowCredentialIDs.isEmpty, userVerified: gesture.userVerified)
    else { throw WebAuthnAuthenticatorError(.notAllowed) }

    var assertion = try sign(request, with: selected, gesture: gesture, backup: selected.backup, results: .forPage)
    if case .write(let blob) = request.extensions.largeBlob {
      assertion.extensionResults.wroteLargeBlob = keep(blob, of: selected, in: store)
    }
    return assertion
  }

  /// Returns the acceptable passkeys for a request, newest first (WebAuthn L3 §6.3.3 steps 2 to 5).
  func candidates(
    for request: GetAssertionRequest, in store: some PublicKeyCredentialSourceStore
  ) throws(WebAuthnAuthenticatorError) -> [PublicKeyCredentialSource] {
    // 2. to 4. Looked up by ID, or all discoverable ones; 5. only those of this relying party.
    try store.credentials(of: request.relyingPartyID).filter(request.accepts)
  }

  private func keep(_ blob: [UInt8], of source: PublicKeyCredentialSource, in store: some PublicKeyCredentialSourceStore) -> Bool {
    guard blob.count <= PublicKeyCredentialSource.maximumLargeBlobByteCount else { return false }
    do throws(WebAuthnAuthenticatorError) {
      try store.setLargeBlob(blob, of: source.id)
      return true
    } catch {
      // The assertion remains valid; the page learns that nothing was written (WebAuthn L3 §10.1.5).
      return false
    }
  }

  func sign(
    _ request: GetAssertionRequest, with selectedCredential: PublicKeyCredentialSource, gesture: AuthorizationGesture,
    backup: CredentialBackup, results: PRFResultsHandling
  ) throws(WebAuthnAuthenticatorError) -> Assertion {
    // 1. Given the types, only the hash needs checking.
    guard request.clientDataHash.count == 32 else { throw WebAuthnAuthenticatorError(.unknown) }

    // 2. to 6. The store has looked up the options; the choice must still be one of them.
    guard request.accepts(selectedCredential) else { throw WebAuthnAuthenticatorError(.notAllowed) }

    // 7. Consent, which the caller has obtained.
    guard gesture.userPresent || !request.requireUserPresence, gesture.userVerified || !request.requireUserVerification else {
      throw WebAuthnAuthenticatorError(.notAllowed)
    }

    // 8. The extensions. A PRF's results are part of the signed data only if they are encrypted.
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

    // 9. The signature counter remains zero, except in a virtual authenticator whose test sets another value.
    // 10. Authenticator data without attested credential data.
    let authenticatorData = AuthenticatorData(
      relyingPartyID: request.relyingPartyID, flags: gesture.flags.union(backup.flags), signCount: request.signCount,
      extensions: signed.isEmpty ? nil : CBORMap(signed)
    ).encoded

    // 11. and 12. The signature.
    guard let key = CredentialPrivateKey(algorithm: selectedCredential.algorithm, secret: selectedCredential.privateKey),
      let signature = try? key.sign(authenticatorData + request.clientDataHash)
    else { throw WebAuthnAuthenticatorError(.unknown) }

    // 13. The credential ID is always returned. A client with one descriptor may ignore it.
    return Assertion(
      credentialID: selectedCredential.id, authenticatorData: authenticatorData, signature: signature,
      userHandle: selectedCredential.userHandle, extensionResults: given)
  }
}
