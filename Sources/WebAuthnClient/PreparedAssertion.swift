// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WebAuthnModel
public import WebDomains

/// An authentication after the client's steps that precede the authenticator (WebAuthn L3 §5.1.4.1).
public struct PreparedAssertion: Sendable {
  /// The RP ID, which the page's origin may use.
  public let relyingPartyID: RelyingPartyID
  /// The acceptable credentials; empty for any discoverable one.
  public let allowCredentialIDs: [CredentialID]
  /// The credentials that a field may offer in a conditional authentication; empty for no restriction.
  public let credentialIDFilter: [CredentialID]
  /// The requested user verification.
  public let userVerification: UserVerificationRequirement
  /// The processed extensions.
  public let extensions: AssertionExtensions
  /// The time limit; nil for the lifetime of the document (conditional mediation).
  public let timeout: Duration?
  /// The client data to return.
  public let clientDataJSON: [UInt8]
  /// SHA-256 of the client data, 32 bytes, for the authenticator to sign.
  public let clientDataHash: [UInt8]
  private let traits: AuthenticatorTraits

  /// Runs the client's steps that precede the authenticator.
  ///
  /// - Parameters:
  ///   - optionsJSON: A `PublicKeyCredentialRequestOptionsJSON` in UTF-8.
  ///   - caller: The calling document. For RP IDs of related origins, see ``WebAuthnCaller/validatingRelatedOrigins(of:by:)``.
  ///   - mediation: Whether the page waits for a choice in one of its fields.
  ///   - supported: The extensions that the authenticator supports.
  ///   - authenticator: The known properties of the authenticator.
  /// - Throws: `TypeError` for options of the wrong types; `NotAllowedError`, `SecurityError`, `NotSupportedError` and `SyntaxError` as the
  ///   steps prescribe.
  public init(
    optionsJSON: [UInt8], caller: WebAuthnCaller, mediation: CeremonyMediation = .modal,
    supporting supported: ClientExtensions = .credProps, for authenticator: AuthenticatorTraits = .platform
  ) throws(WebAuthnClientError) {
    // 1. The options are for public keys; 2. this is that algorithm.
    guard let options = try? JSONDecoder().decode(PublicKeyCredentialRequestOptionsJSON.self, from: Data(optionsJSON)) else {
      throw WebAuthnClientError(.typeError, step: "5.1.4.1 step 1")
    }
    try self.init(options: options, caller: caller, mediation: mediation, supporting: supported, for: authenticator)
  }

  /// Runs the same steps on parsed options.
  ///
  /// The other parameters are those of ``init(optionsJSON:caller:mediation:supporting:for:)``.
  ///
  /// - Throws: `NotAllowedError`, `SecurityError` and the others as the steps prescribe.
  public init(
    options: PublicKeyCredentialRequestOptionsJSON, caller: WebAuthnCaller, mediation: CeremonyMediation = .modal,
    supporting supported: ClientExtensions = .credProps, for authenticator: AuthenticatorTraits = .platform
  ) throws(WebAuthnClientError) {
    // A cross-origin frame requires permission (WebAuthn L3 §5.10).
    guard caller.mayBegin else { throw WebAuthnClientError(.notAllowedError, step: "5.1.4 permissions policy") }
    let listed = options.allowCredentials ?? []
    let usable = listed.filter { $0.type == "public-key" }.compactMap { CredentialID($0.id.bytes) }
    // A list without usable entries must not turn into "any credential".
    guard listed.isEmpty || !usable.isEmpty else { throw WebAuthnClientError(.notAllowedError, step: "5.1.4.1 step 18") }
    switch mediation {
    case .conditional:
      // 3. The list only filters the field's offers, and the timer never expires.
      credentialIDFilter = usable
      allowCredentialIDs = []
      timeout = nil
    case .modal:
      // 4. The timeout.
      credentialIDFilter = []
      allowCredentialIDs = usable
      timeout = CeremonyTimeout.clamped(options.timeout)
    }
    // 5. to 7. The caller must have a tuple origin with a valid domain. The RP ID must be a registrable suffix of it, or name it as
    //    related.
    relyingPartyID = try caller.relyingPartyID(options.rpId, step: "5.1.4.1 step 7")
    // 8. and 9. The extensions.
    extensions = try AssertionExtensions(options.extensions, allowed: listed, supported: supported)
    // 10. and 11. Client data, serialised and hashed.
    let clientData = CollectedClientData(type: .get, challenge: options.challenge.bytes, caller: caller)
    clientDataJSON = clientData.serialized
    clientDataHash = CollectedClientData.hash(of: clientDataJSON)
    // 12. to 18. The caller handles aborting, hints, the timer and the choice of the authenticator.
    let wanted = (options.userVerification ?? .preferred).known
    // §10.1.4: pages always see the PRF for verified users, whatever was requested.
    userVerification = extensions.evaluatesPRF && authenticator.hasPRF ? .required : wanted
    // 19. An authenticator that cannot verify the user is not a candidate if verification is required.
    traits = authenticator
    guard userVerification != .required || authenticator.canVerifyUser else {
      throw WebAuthnClientError(.notAllowedError, step: "5.1.4.1 step 19")
    }
  }

  /// Creates the response for the page from the authenticator's response (WebAuthn L3 §5.1.4.1 step 19, "success").
  ///
  /// - Throws: `NotAllowedError` if the authenticator data are malformed or for another relying party, or the credential is not allowed.
  public func response(to answer: AssertionAnswer) throws(WebAuthnClientError) -> AuthenticationResponseJSON {
    let allowed = allowCredentialIDs + credentialIDFilter
    guard let data = try? AuthenticatorData(parsing: answer.authenticatorData),
      data.relyingPartyIDHash == AuthenticatorData.hash(of: relyingPartyID), allowed.isEmpty || allowed.contains(answer.credentialID)
    else { throw WebAuthnClientError(.notAllowedError, step: "5.1.4.1 step 19") }
    return AuthenticationResponseJSON(
      credentialID: answer.credentialID, clientDataJSON: clientDataJSON, authenticatorData: answer.authenticatorData,
      signature: answer.signature, userHandle: answer.userHandle, authenticatorAttachment: traits.attachment,
      clientExtensionResults: extensions.outputs(for: answer))
  }

  /// Creates the response for an authenticator without extensions.
  public func response(
    credentialID: CredentialID, authenticatorData: [UInt8], signature: [UInt8], userHandle: UserHandle?
  ) throws(WebAuthnClientError) -> AuthenticationResponseJSON {
    try response(
      to: AssertionAnswer(credentialID: credentialID, authenticatorData: authenticatorData, signature: signature, userHandle: userHandle))
  }
}
