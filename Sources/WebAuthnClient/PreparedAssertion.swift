// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WebAuthnModel
public import WebDomains

/// An authentication as far as the client takes it before an authenticator is asked (WebAuthn L3 §5.1.4.1).
public struct PreparedAssertion: Sendable {
  /// The RP ID that the page's origin was found to be allowed.
  public let relyingPartyID: RelyingPartyID
  /// The credentials that will do; empty asks for any discoverable one.
  public let allowCredentialIDs: [CredentialID]
  /// The credentials among which a field may offer, in a conditional authentication; empty for no such limit.
  public let credentialIDFilter: [CredentialID]
  /// How much user verification is wanted.
  public let userVerification: UserVerificationRequirement
  /// What the page asks of extensions, read and judged.
  public let extensions: AssertionExtensions
  /// How long the ceremony may take, or nil for as long as the document lives (conditional mediation).
  public let timeout: Duration?
  /// The client data as it will be returned.
  public let clientDataJSON: [UInt8]
  /// SHA-256 of the client data, 32 bytes: what the authenticator signs.
  public let clientDataHash: [UInt8]
  private let traits: AuthenticatorTraits

  /// Runs the client's steps up to the authenticator.
  ///
  /// - Parameters:
  ///   - optionsJSON: a `PublicKeyCredentialRequestOptionsJSON` in UTF-8.
  ///   - caller: the calling document; for RP IDs of related origins see ``WebAuthnCaller/validatingRelatedOrigins(of:by:)``.
  ///   - mediation: whether the page waits for a choice in one of its fields.
  ///   - supported: the extensions that the authenticator answers.
  ///   - authenticator: what is known of the authenticator that will be asked.
  /// - Throws: `TypeError` for options that are not of their types, `NotAllowedError`, `SecurityError`, `NotSupportedError` and
  ///   `SyntaxError` as the steps say.
  public init(
    optionsJSON: [UInt8], caller: WebAuthnCaller, mediation: CeremonyMediation = .modal,
    supporting supported: ClientExtensions = .credProps, for authenticator: AuthenticatorTraits = .platform
  ) throws(WebAuthnClientError) {
    // 1. The options are for public keys; 2. here they are.
    guard let options = try? JSONDecoder().decode(PublicKeyCredentialRequestOptionsJSON.self, from: Data(optionsJSON)) else {
      throw WebAuthnClientError(.typeError, step: "5.1.4.1 step 1")
    }
    try self.init(options: options, caller: caller, mediation: mediation, supporting: supported, for: authenticator)
  }

  /// Runs the same steps on options that have been read already.
  ///
  /// - Parameters: as those of ``init(optionsJSON:caller:mediation:supporting:for:)``, with the options as a value.
  /// - Throws: `NotAllowedError`, `SecurityError` and the others as the steps say.
  public init(
    options: PublicKeyCredentialRequestOptionsJSON, caller: WebAuthnCaller, mediation: CeremonyMediation = .modal,
    supporting supported: ClientExtensions = .credProps, for authenticator: AuthenticatorTraits = .platform
  ) throws(WebAuthnClientError) {
    // A cross-origin frame needs a permission (WebAuthn L3 §5.10).
    guard caller.mayBegin else { throw WebAuthnClientError(.notAllowedError, step: "5.1.4 permissions policy") }
    let listed = options.allowCredentials ?? []
    let usable = listed.filter { $0.type == "public-key" }.compactMap { CredentialID($0.id.bytes) }
    // A list of which nothing is usable does not turn into "any credential".
    guard listed.isEmpty || !usable.isEmpty else { throw WebAuthnClientError(.notAllowedError, step: "5.1.4.1 step 18") }
    switch mediation {
    case .conditional:
      // 3. The list only filters what a field offers, and the timer never ends.
      credentialIDFilter = usable
      allowCredentialIDs = []
      timeout = nil
    case .modal:
      // 4. The time-out.
      credentialIDFilter = []
      allowCredentialIDs = usable
      timeout = CeremonyTimeout.clamped(options.timeout)
    }
    // 5. to 7. The caller has a tuple origin with a valid domain, of which the RP ID is a registrable suffix, or names it as related.
    relyingPartyID = try caller.relyingPartyID(options.rpId, step: "5.1.4.1 step 7")
    // 8. and 9. The extensions.
    extensions = try AssertionExtensions(options.extensions, allowed: listed, supported: supported)
    // 10. and 11. Client data, serialised and hashed.
    let clientData = CollectedClientData(type: .get, challenge: options.challenge.bytes, caller: caller)
    clientDataJSON = clientData.serialized
    clientDataHash = CollectedClientData.hash(of: clientDataJSON)
    // 12. to 18. Aborting, hints, the timer and the choice of the authenticator are the caller's.
    let wanted = (options.userVerification ?? .preferred).known
    // §10.1.4: the one PRF that pages see is the one for verified people, whatever was asked for.
    userVerification = extensions.evaluatesPRF && authenticator.hasPRF ? .required : wanted
    // 19. An authenticator that cannot verify the person is no candidate where that is required.
    traits = authenticator
    guard userVerification != .required || authenticator.canVerifyUser else {
      throw WebAuthnClientError(.notAllowedError, step: "5.1.4.1 step 19")
    }
  }

  /// Assembles the response for the page out of what the authenticator signed (WebAuthn L3 §5.1.4.1 step 19, "success").
  ///
  /// - Throws: `NotAllowedError` when the authenticator data is malformed, is for another relying party, or the credential is not one that was allowed.
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

  /// Assembles the response of an authenticator without extensions.
  public func response(
    credentialID: CredentialID, authenticatorData: [UInt8], signature: [UInt8], userHandle: UserHandle?
  ) throws(WebAuthnClientError) -> AuthenticationResponseJSON {
    try response(
      to: AssertionAnswer(credentialID: credentialID, authenticatorData: authenticatorData, signature: signature, userHandle: userHandle))
  }
}
