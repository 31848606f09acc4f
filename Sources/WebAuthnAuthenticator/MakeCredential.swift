// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
public import WebDomains

/// What a registration asks of an authenticator; it never sees the origin or the challenge, only their hash.
public struct MakeCredentialRequest: Sendable {
  /// The relying party, already judged by the client.
  public var relyingPartyID: RelyingPartyID
  /// SHA-256 of the client data, 32 bytes.
  public var clientDataHash: [UInt8]
  /// The account.
  public var userHandle: UserHandle
  /// The acceptable algorithms, best first.
  public var algorithms: [COSEAlgorithm]
  /// Credentials whose presence here forbids a new one.
  public var excludeCredentialIDs: [CredentialID]
  /// Whether the person must be verified in this ceremony.
  public var requireUserVerification: Bool
  /// False for automatic registration only, where the client collected consent before (WebAuthn L3 §5.1.3, conditional mediation).
  public var requireUserPresence: Bool

  /// Gathers the parameters of one registration.
  public init(
    relyingPartyID: RelyingPartyID, clientDataHash: [UInt8], userHandle: UserHandle, algorithms: [COSEAlgorithm],
    excludeCredentialIDs: [CredentialID] = [],
    requireUserVerification: Bool = false, requireUserPresence: Bool = true
  ) {
    self.relyingPartyID = relyingPartyID
    self.clientDataHash = clientDataHash
    self.userHandle = userHandle
    self.algorithms = algorithms
    self.excludeCredentialIDs = excludeCredentialIDs
    self.requireUserVerification = requireUserVerification
    self.requireUserPresence = requireUserPresence
  }
}

/// A new passkey: what to keep and what to answer.
public struct MadeCredential: Sendable {
  /// The passkey to store, with its private key.
  public let source: PublicKeyCredentialSource
  /// The new credential as the answer describes it.
  public let credential: AuthenticatorData.AttestedCredentialData
  /// The attestation object of the answer.
  public let attestationObject: AttestationObject
}

extension WebAuthnAuthenticator {
  /// Makes a discoverable credential, the operation authenticatorMakeCredential (WebAuthn L3 §6.3.2).
  /// - Parameters:
  ///   - request: what the client asks.
  ///   - existingCredentialIDs: the credentials already kept for this relying party.
  ///   - gesture: what the person did in this ceremony; it is collected before the call.
  ///   - backup: whether the place where the passkey will be kept is synchronised.
  ///   - generator: the source of the key and the credential ID.
  /// - Throws: `unknown`, `notSupported`, `invalidState`, `constraint` or `notAllowed`, in the order of the steps.
  public func makeCredential(
    _ request: MakeCredentialRequest, existingCredentialIDs: some Sequence<CredentialID>, gesture: AuthorizationGesture,
    backup: CredentialBackup,
    using generator: inout some RandomNumberGenerator
  ) throws(WebAuthnAuthenticatorError) -> MadeCredential {
    // 1. The types leave only the hash to check.
    guard request.clientDataHash.count == 32 else { throw WebAuthnAuthenticatorError(.unknown) }

    // 2. One of the algorithms must be supported.
    guard let algorithm = request.algorithms.first(where: Self.supportedAlgorithms.contains) else {
      throw WebAuthnAuthenticatorError(.notSupported)
    }

    // 3. An excluded credential shows only to a person who agreed.
    if !Set(request.excludeCredentialIDs).isDisjoint(with: existingCredentialIDs) {
      throw WebAuthnAuthenticatorError(gesture.userPresent ? .invalidState : .notAllowed)
    }

    // 4. Every credential made here is discoverable.
    // 5. and 6. User verification and consent, which the caller has collected.
    if request.requireUserPresence, !gesture.userPresent { throw WebAuthnAuthenticatorError(.notAllowed) }
    if request.requireUserVerification, !gesture.userVerified { throw WebAuthnAuthenticatorError(.constraint) }

    // 7. and 8. The new credential.
    guard let (key, secret) = CredentialPrivateKey.generate(algorithm, using: &generator), let publicKey = key.publicKey,
      let credentialID = CredentialID((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    else { throw WebAuthnAuthenticatorError(.unknown) }
    let source = PublicKeyCredentialSource(
      id: credentialID, algorithm: algorithm, privateKey: secret, relyingPartyID: request.relyingPartyID, userHandle: request.userHandle)

    // 9. No authenticator extension is supported.
    // 10. No signature counter: a synchronised passkey could not keep one.
    // 11. Attested credential data.
    let credential = AuthenticatorData.AttestedCredentialData(aaguid: aaguid, credentialID: credentialID, publicKey: publicKey)
    // 12. The one attestation format is `none`.
    // 13. Authenticator data.
    let authenticatorData = AuthenticatorData(
      relyingPartyID: request.relyingPartyID, flags: gesture.flags.union(backup.flags), signCount: 0, attestedCredentialData: credential)
    // 14. Attestation object.
    return MadeCredential(source: source, credential: credential, attestationObject: AttestationObject(unattested: authenticatorData))
  }
}
