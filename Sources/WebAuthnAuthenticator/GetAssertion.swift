// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
public import WebDomains

/// What an authentication asks of an authenticator; it never sees the origin or the challenge, only their hash.
public struct GetAssertionRequest: Sendable {
  /// The relying party, already judged by the client.
  public var relyingPartyID: RelyingPartyID
  /// SHA-256 of the client data, 32 bytes.
  public var clientDataHash: [UInt8]
  /// The credentials that will do; empty means any discoverable one.
  public var allowCredentialIDs: [CredentialID]
  /// Whether the person must be verified in this ceremony.
  public var requireUserVerification: Bool

  /// Gathers the parameters of one authentication.
  public init(
    relyingPartyID: RelyingPartyID, clientDataHash: [UInt8], allowCredentialIDs: [CredentialID] = [], requireUserVerification: Bool = false
  ) {
    self.relyingPartyID = relyingPartyID
    self.clientDataHash = clientDataHash
    self.allowCredentialIDs = allowCredentialIDs
    self.requireUserVerification = requireUserVerification
  }

  /// Whether a stored credential may be offered for this request (WebAuthn L3 §6.3.3 steps 3 to 5).
  public func accepts(credentialID: CredentialID, relyingPartyID: RelyingPartyID) -> Bool {
    relyingPartyID == self.relyingPartyID && (allowCredentialIDs.isEmpty || allowCredentialIDs.contains(credentialID))
  }
}

/// The answer to an authentication.
public struct Assertion: Sendable {
  /// The credential that signed.
  public let credentialID: CredentialID
  /// The authenticator data as it was signed.
  public let authenticatorData: [UInt8]
  /// The signature over authenticator data and client data hash.
  public let signature: [UInt8]
  /// The account that the credential was made for.
  public let userHandle: UserHandle
}

extension WebAuthnAuthenticator {
  /// Signs a request with the passkey that the person chose, the operation authenticatorGetAssertion (WebAuthn L3 §6.3.3).
  /// - Parameters:
  ///   - request: what the client asks.
  ///   - selectedCredential: the passkey that the person chose among those that the request accepts.
  ///   - gesture: what the person did in this ceremony; it is collected before the call.
  ///   - backup: whether the place where the passkey is kept is synchronised.
  /// - Throws: `unknown` for a bad hash or key, `notAllowed` when the passkey does not fit or the person was not there or not verified.
  public func getAssertion(
    _ request: GetAssertionRequest, with selectedCredential: PublicKeyCredentialSource, gesture: AuthorizationGesture,
    backup: CredentialBackup
  ) throws(WebAuthnAuthenticatorError) -> Assertion {
    // 1. The types leave only the hash to check.
    guard request.clientDataHash.count == 32 else { throw WebAuthnAuthenticatorError(.unknown) }

    // 2. to 6. The store has looked the options up; what was chosen must still be one of them.
    guard request.accepts(credentialID: selectedCredential.id, relyingPartyID: selectedCredential.relyingPartyID) else {
      throw WebAuthnAuthenticatorError(.notAllowed)
    }

    // 7. Consent, which the caller has collected.
    guard gesture.userPresent, gesture.userVerified || !request.requireUserVerification else {
      throw WebAuthnAuthenticatorError(.notAllowed)
    }

    // 8. No authenticator extension is supported.
    // 9. The signature counter stays at zero.
    // 10. Authenticator data without attested credential data.
    let authenticatorData = AuthenticatorData(
      relyingPartyID: request.relyingPartyID, flags: gesture.flags.union(backup.flags), signCount: 0
    ).encoded

    // 11. and 12. The signature.
    guard let key = CredentialPrivateKey(algorithm: selectedCredential.algorithm, secret: selectedCredential.privateKey),
      let signature = try? key.sign(authenticatorData + request.clientDataHash)
    else { throw WebAuthnAuthenticatorError(.unknown) }

    // 13. The credential ID is always returned; a client with one descriptor may ignore it.
    return Assertion(
      credentialID: selectedCredential.id, authenticatorData: authenticatorData, signature: signature,
      userHandle: selectedCredential.userHandle)
  }
}
