// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
public import WebAuthnModel

extension WebAuthnAuthenticator {
  /// Makes a credential, the operation authenticatorMakeCredential (WebAuthn L3 §6.3.2), and leaves keeping it to the caller.
  /// - Parameters:
  ///   - request: what the client asks.
  ///   - existingCredentialIDs: the credentials already kept for this relying party.
  ///   - gesture: what the person did in this ceremony; it is collected before the call.
  ///   - backup: whether the place where the passkey will be kept is synchronised.
  ///   - generator: the source of the key, the credential ID and the PRF.
  /// - Throws: `unknown`, `notSupported`, `invalidState`, `constraint` or `notAllowed`, in the order of the steps.
  public func makeCredential(
    _ request: MakeCredentialRequest, existingCredentialIDs: some Sequence<CredentialID>, gesture: AuthorizationGesture,
    backup: CredentialBackup,
    using generator: inout some RandomNumberGenerator
  ) throws(WebAuthnAuthenticatorError) -> MadeCredential {
    let algorithm = try checkedAlgorithm(of: request)

    // 3. An excluded credential shows only to a person who agreed.
    if !Set(request.excludeCredentialIDs).isDisjoint(with: existingCredentialIDs) {
      throw WebAuthnAuthenticatorError(gesture.userPresent ? .invalidState : .notAllowed)
    }

    // 4. Discoverable credentials can always be made.
    // 5. User verification, which the caller has collected or could not collect.
    if request.requireUserPresence, !gesture.userPresent { throw WebAuthnAuthenticatorError(.notAllowed) }
    if request.requireUserVerification, !gesture.userVerified { throw WebAuthnAuthenticatorError(.constraint) }

    return try generate(request, algorithm: algorithm, gesture: gesture, backup: backup, results: .forPage, using: &generator)
  }

  /// Makes a credential and keeps it, the operation authenticatorMakeCredential with everything that belongs to it (WebAuthn L3 §6.3.2).
  /// - Parameters:
  ///   - request: what the client asks.
  ///   - store: where credentials are; the new one supersedes the account's earlier discoverable ones.
  ///   - person: who is asked.
  ///   - backup: whether the store is synchronised.
  ///   - generator: the source of the key, the credential ID and the PRF.
  /// - Throws: `unknown`, `notSupported`, `invalidState`, `constraint` or `notAllowed`, in the order of the steps.
  public func makeCredential(
    _ request: MakeCredentialRequest, in store: some PublicKeyCredentialSourceStore, asking person: some AuthorizationGestureCollector,
    backup: CredentialBackup, using generator: inout some RandomNumberGenerator
  ) throws(WebAuthnAuthenticatorError) -> MadeCredential {
    try makeCredential(request, in: store, asking: person, backup: backup, results: .forPage, using: &generator)
  }

  func makeCredential(
    _ request: MakeCredentialRequest, in store: some PublicKeyCredentialSourceStore, asking person: some AuthorizationGestureCollector,
    backup: CredentialBackup, results: PRFResultsHandling, using generator: inout some RandomNumberGenerator
  ) throws(WebAuthnAuthenticatorError) -> MadeCredential {
    let algorithm = try checkedAlgorithm(of: request)
    let existing = try store.credentials(of: request.relyingPartyID)

    // 3. The person agrees before an excluded credential is told of. One that shows itself to verified people only (CTAP 2.2 §12.1)
    // is not told of without verification.
    let excluded = existing.filter { request.excludeCredentialIDs.contains($0.id) }
    if !excluded.isEmpty {
      let gesture = person.gesture(forMaking: request, isExcluded: true)
      guard gesture.userPresent else { throw WebAuthnAuthenticatorError(.notAllowed) }
      if excluded.contains(where: { $0.protection.shows(isListed: true, userVerified: gesture.userVerified) }) {
        throw WebAuthnAuthenticatorError(.invalidState)
      }
    }

    // 4. Discoverable credentials can always be made; a store without room says so in step 7.
    // 5. and 6. The gesture.
    guard person.canVerifyUser || !request.requireUserVerification else { throw WebAuthnAuthenticatorError(.constraint) }
    let gesture = person.gesture(forMaking: request, isExcluded: false)
    guard gesture.userPresent || !request.requireUserPresence, gesture.userVerified || !request.requireUserVerification else {
      throw WebAuthnAuthenticatorError(.notAllowed)
    }

    let made = try generate(request, algorithm: algorithm, gesture: gesture, backup: backup, results: results, using: &generator)

    // 7.4. The credentials map has one credential for each relying party and account.
    let superseded = existing.filter { $0.isDiscoverable && made.source.isDiscoverable && $0.userHandle == request.userHandle }
    try store.add(made.source, superseding: superseded.map(\.id))
    return made
  }

  /// Steps 1 and 2.
  private func checkedAlgorithm(of request: MakeCredentialRequest) throws(WebAuthnAuthenticatorError) -> COSEAlgorithm {
    // 1. The types leave only the hash to check.
    guard request.clientDataHash.count == 32 else { throw WebAuthnAuthenticatorError(.unknown) }
    // 2. One of the algorithms must be supported; the relying party's order counts.
    guard let algorithm = request.algorithms.first(where: algorithms.contains) else { throw WebAuthnAuthenticatorError(.notSupported) }
    return algorithm
  }

  /// Steps 7 to 14, once the person has agreed.
  private func generate(
    _ request: MakeCredentialRequest, algorithm: COSEAlgorithm, gesture: AuthorizationGesture, backup: CredentialBackup,
    results: PRFResultsHandling, using generator: inout some RandomNumberGenerator
  ) throws(WebAuthnAuthenticatorError) -> MadeCredential {
    // 7. and 8. The new credential.
    guard let (key, secret) = CredentialPrivateKey.generate(algorithm, using: &generator), let publicKey = key.publicKey,
      let credentialID = CredentialID((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    else { throw WebAuthnAuthenticatorError(.unknown) }
    let asked = request.extensions
    let pseudoRandomFunction = asked.wantsPRF ? CredentialPRF(using: &generator) : nil
    var source = PublicKeyCredentialSource(
      id: credentialID, algorithm: algorithm, privateKey: secret, relyingPartyID: request.relyingPartyID, userHandle: request.userHandle,
      backup: backup, isDiscoverable: request.requireResidentKey, protection: asked.protection ?? .userVerificationOptional,
      pseudoRandomFunction: pseudoRandomFunction, userNames: request.userNames)
    source.credBlob = asked.credBlob

    // 9. The extensions.
    let (given, signed) = try extensionOutputs(asked, pseudoRandomFunction, gesture: gesture, results: results)
    // 10. No signature counter: a synchronised passkey could not keep one.
    // 11. Attested credential data.
    let credential = AuthenticatorData.AttestedCredentialData(aaguid: aaguid, credentialID: credentialID, publicKey: publicKey)
    // 12. The attestation statement format.
    let format =
      request.attestationFormats.first(where: Self.supportedAttestationFormats.contains) ?? Self.supportedAttestationFormats.first
    // 13. Authenticator data.
    let authenticatorData = AuthenticatorData(
      relyingPartyID: request.relyingPartyID, flags: gesture.flags.union(backup.flags), signCount: 0, attestedCredentialData: credential,
      extensions: signed.isEmpty ? nil : CBORMap(signed))
    // 14. Attestation object.
    guard format == "packed" else {
      return MadeCredential(
        source: source, credential: credential, attestationObject: AttestationObject(unattested: authenticatorData),
        extensionResults: given)
    }
    guard let signature = try? key.sign(authenticatorData.encoded + request.clientDataHash) else {
      throw WebAuthnAuthenticatorError(.unknown)
    }
    // WebAuthn L3 §8.2, self attestation: the credential's own key signs, and there is no certificate.
    let attestationObject = AttestationObject(
      format: "packed", statement: ["alg": .integer(Int64(algorithm.rawValue)), "sig": .bytes(signature)],
      authenticatorData: authenticatorData)
    return MadeCredential(source: source, credential: credential, attestationObject: attestationObject, extensionResults: given)
  }

  /// Step 9: what the client is told of the extensions, and what is signed of them.
  private func extensionOutputs(
    _ asked: MakeCredentialExtensions, _ pseudoRandomFunction: CredentialPRF?, gesture: AuthorizationGesture, results: PRFResultsHandling
  ) throws(WebAuthnAuthenticatorError) -> (given: MakeCredentialExtensionResults, signed: [CBORMap.Entry]) {
    var given = MakeCredentialExtensionResults()
    var signed: [CBORMap.Entry] = []
    if let protection = asked.protection {
      given.protection = protection
      signed.append(CBORMap.Entry(key: "credProtect", value: .unsigned(UInt64(protection.rawValue))))
    }
    if let pseudoRandomFunction {
      given.hasPRF = true
      signed.append(CBORMap.Entry(key: "hmac-secret", value: true))
      if let salts = asked.prfSalts {
        let outcome = try results.outcome(of: pseudoRandomFunction, on: salts, userVerified: gesture.userVerified)
        given.prfResults = outcome.results
        if let sealed = outcome.sealed { signed.append(CBORMap.Entry(key: "hmac-secret-mc", value: .bytes(sealed))) }
      }
    }
    if asked.credBlob != nil { signed.append(CBORMap.Entry(key: "credBlob", value: true)) }
    if let length = asked.minimumPINLength.flatMap(UInt64.init(exactly:)) {
      signed.append(CBORMap.Entry(key: "minPinLength", value: .unsigned(length)))
    }
    return (given, signed)
  }
}
