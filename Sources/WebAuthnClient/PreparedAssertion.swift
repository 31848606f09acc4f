// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WebAuthnModel
public import WebDomains

/// An authentication as far as the client takes it before an authenticator is asked (WebAuthn L3 §5.1.4.1).
public struct PreparedAssertion: Sendable {
  /// The relying party.
  public let relyingPartyID: RelyingPartyID
  /// The credentials that will do; empty asks for any discoverable one.
  public let allowCredentialIDs: [CredentialID]
  /// How much user verification is wanted.
  public let userVerification: UserVerificationRequirement
  /// How long the ceremony may take.
  public let timeout: Duration
  /// The client data as it will be returned.
  public let clientDataJSON: [UInt8]
  /// SHA-256 of the client data, 32 bytes: what the authenticator signs.
  public let clientDataHash: [UInt8]

  /// Runs the client's steps up to the authenticator.
  ///
  /// - Parameters:
  ///   - optionsJSON: a `PublicKeyCredentialRequestOptionsJSON` in UTF-8.
  ///   - caller: the calling document.
  /// - Throws: `TypeError` for options that are not of their types, `NotAllowedError` and `SecurityError` as the steps say.
  public init(optionsJSON: [UInt8], caller: WebAuthnCaller) throws(WebAuthnClientError) {
    // 1. The options are for public keys.
    guard let options = try? JSONDecoder().decode(PublicKeyCredentialRequestOptionsJSON.self, from: Data(optionsJSON)) else {
      throw WebAuthnClientError(.typeError, step: "5.1.4.1 step 1")
    }
    // A cross-origin frame needs a permissions policy that cannot be seen from here: refused.
    guard !caller.isCrossOrigin else { throw WebAuthnClientError(.notAllowedError, step: "5.1.4 permissions policy") }
    // 2. and 3. The time-out.
    timeout = CeremonyTimeout.clamped(options.timeout)
    // 4. to 7. The caller has a tuple origin with a valid domain, of which the RP ID is a registrable suffix.
    // Departure: related origin requests (step 7, "isRelatedOrigin") are not supported yet.
    relyingPartyID = try caller.relyingPartyID(options.rpId, step: "5.1.4.1 step 7")
    // 8. Extensions: none is known for authentication.
    // 9. to 11. Client data, serialised and hashed.
    let clientData = CollectedClientData(
      type: .get, challenge: options.challenge.bytes, origin: caller.origin.description, crossOrigin: false, topOrigin: nil)
    clientDataJSON = clientData.serialized
    clientDataHash = CollectedClientData.hash(of: clientDataJSON)
    // 12. to 18. Aborting, mediation and the choice of the authenticator are the caller's.
    let listed = (options.allowCredentials ?? [])
    allowCredentialIDs = listed.filter { $0.type == "public-key" }.compactMap { CredentialID($0.id.bytes) }
    // A list of which nothing is usable does not turn into "any credential".
    guard listed.isEmpty || !allowCredentialIDs.isEmpty else { throw WebAuthnClientError(.notAllowedError, step: "5.1.4.1 step 18") }
    userVerification = (options.userVerification ?? .preferred).known
  }

  /// Assembles the response for the page out of what the authenticator signed (WebAuthn L3 §5.1.4.1 step 21).
  ///
  /// - Throws: `NotAllowedError` when the authenticator data is malformed, is for another relying party, or the credential is not one that was allowed.
  public func response(
    credentialID: CredentialID, authenticatorData: [UInt8], signature: [UInt8], userHandle: UserHandle?
  ) throws(WebAuthnClientError) -> AuthenticationResponseJSON {
    guard let data = try? AuthenticatorData(parsing: authenticatorData),
      data.relyingPartyIDHash == AuthenticatorData.hash(of: relyingPartyID),
      allowCredentialIDs.isEmpty || allowCredentialIDs.contains(credentialID)
    else { throw WebAuthnClientError(.notAllowedError, step: "5.1.4.1 step 21") }
    return AuthenticationResponseJSON(
      credentialID: credentialID, clientDataJSON: clientDataJSON, authenticatorData: authenticatorData, signature: signature,
      userHandle: userHandle, authenticatorAttachment: .platform, clientExtensionResults: AuthenticationExtensionsClientOutputsJSON())
  }
}
