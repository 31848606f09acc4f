// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
public import WebAuthnModel

extension WebAuthnAuthenticator {
  /// Creates a credential: the operation authenticatorMakeCredential (WebAuthn L3 §6.3.2). The caller stores it.
  ///
  /// - Parameters:
  ///   - request: The client's request.
  ///   - existingCredentialIDs: The credentials already stored for this relying party.
  ///   - gesture: The user's consent in this ceremony, obtained before the call.
  ///   - backup: Whether the passkey's storage will be synchronised.
  ///   - generator: The source of the key, the credential ID and the PRF.
  /// - Throws: `unknown`, `notSupported`, `invalidState`, `constraint` or `notAllowed`, in the order of the steps.
  public func makeCredential(
    _ request: MakeCredentialRequest, existingCredentialIDs: some Sequence<CredentialID>, gesture: AuthorizationGesture,
    backup: CredentialBackup,
    using generator: inout some RandomNumberGenerator
  ) throws(WebAuthnAuthenticatorError) -> MadeCredential {
    let algorithm = try checkedAlgorithm(of: request)

    // 3. An excluded credential is disclosed only if the user agreed.
    if !Set(request.excludeCredentialIDs).isDisjoint(with: existingCredentialIDs) {
      throw WebAuthnAuthenticatorError(gesture.userPresent ? .invalidState : .notAllowed)
    }

    // 4. Discoverable credentials can always be created.
    // 5. User verification, which the caller has attempted.
    if request.requireUserPresence, !gesture.userPresent { throw WebAuthnAuthenticatorError(.notAllowed) }
    if request.requireUserVerification, !gesture.userVerified { throw WebAuthnAuthenticatorError(.constraint) }

    return try generate(request, algorithm: algorithm, gesture: gesture, backup: backup, results: .forPage, using: &generator)
  }

  /// Creates and stores a credential: the complete operation authenticatorMakeCredential (WebAuthn L3 §6.3.2).
  ///
  /// - Parameters:
  ///   - request: The client's request.
  ///   - store: The store of credentials. The new one replaces the account's earlier discoverable ones.
  ///   - person: Asks the user for consent.
  ///   - backup: Whether the store is synchronised.
  ///   - generator: The source of the key, the credential ID and the PRF.
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

    // 3. The user must agree before an excluded credential is disclosed. One that requires user verification (CTAP 2.2 §12.1) is not
    //    disclosed without it.
    let excluded = existing.filter { request.excludeCredentialIDs.contains($0.id) }
    if !excluded.isEmpty {
      let gesture = person.gesture(forMaking: request, isExcluded: true)
      guard gesture.userPresent else { throw WebAuthnAuthenticatorError(.notAllowed) }
      if excluded.contains(where: { $0.protection.shows(isListed: true, userVerified: gesture.userVerified) }) {
        throw WebAuthnAuthenticatorError(.invalidState)
      }
    }

    // 4. Discoverable credentials can always be created; a full store fails in step 7.
    // 5. and 6. The gesture.
    guard person.canVerifyUser || !request.requireUserVerification else { throw WebAuthnAuthenticatorError(.constraint) }
    let gesture = person.gesture(forMaking: request, isExcluded: false)
    guard gesture.userPresent || !request.requireUserPresence, gesture.userVerified || !request.requireUserVerification else {
      throw WebAuthnAuthenticatorError(.notAllowed)
    }

    let made = try generate(request, algorithm: algorithm, gesture: gesture, backup: backup, results: results, using: &generator)

    // 7.4. The credentials map holds one credential per relying party and account.
    let superseded = existing.filter { $0.isDiscoverable && made.source.isDiscoverable && $0.userHandle == request.userHandle }
    try store.add(made.source, superseding: superseded.map(\.id))
    return made
  }

  /// Performs steps 1 and 2.
  private func checkedAlgorithm(of request: MakeCredentialRequest) throws(WebAuthnAuthenticatorError) -> COSEAlgorithm {
    // 1. Given the types, only the hash needs checking.
    guard request.clientDataHash.count == 32 else { throw WebAuthnAuthenticatorError(.unknown) }
    // 2. One of the algorithms must be supported. The relying party's order applies.
    guard let algorithm = request.algorithms.first(where: algorithms.contains) else { throw WebAuthnAuthenticatorError(.notSupported) }
    return algorithm
  }

  /// Performs steps 7 to 14, after the user has agreed.
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
    // 10. No signature counter: a synchronised passkey cannot maintain one.
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
    // WebAuthn L3 §8.2, self attestation: the credential's own key signs, without a certificate.
    let attestationObject = AttestationObject(
      format: "packed", statement: ["alg": .integer(Int64(algorithm.rawValue)), "sig": .bytes(signature)],
      authenticatorData: authenticatorData)
    return MadeCredential(source: source, credential: credential, attestationObject: attestationObject, extensionResults: given)
  }

  /// Performs step 9: the extension outputs for the client and those in the signed data.
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
