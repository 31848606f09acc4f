// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import WebAuthnModel
public import WebDomains

/// A registration as far as the client takes it before an authenticator is asked (WebAuthn L3 §5.1.3).
public struct PreparedCreation: Sendable {
  /// The relying party.
  public let relyingPartyID: RelyingPartyID
  /// The relying party's own name; not to be trusted, shown beside the RP ID only.
  public let relyingPartyName: String
  /// The account: its handle.
  public let userHandle: UserHandle
  /// The account's name, such as an e-mail address.
  public let userName: String
  /// The person's name as the relying party has it.
  public let userDisplayName: String
  /// The algorithms the relying party takes, best first; never empty.
  public let algorithms: [COSEAlgorithm]
  /// Credentials of which the authenticator may hold none.
  public let excludeCredentialIDs: [CredentialID]
  /// How much user verification is wanted.
  public let userVerification: UserVerificationRequirement
  /// How long the ceremony may take.
  public let timeout: Duration
  /// The client data as it will be returned.
  public let clientDataJSON: [UInt8]
  /// SHA-256 of the client data, 32 bytes: what the authenticator signs.
  public let clientDataHash: [UInt8]
  private let wantsCredentialProperties: Bool

  /// Runs the client's steps up to the authenticator.
  ///
  /// - Parameters:
  ///   - optionsJSON: a `PublicKeyCredentialCreationOptionsJSON` in UTF-8.
  ///   - caller: the calling document.
  /// - Throws: `TypeError` for options that are not of their types, `NotAllowedError`, `SecurityError`, `NotSupportedError` as the steps say.
  public init(optionsJSON: [UInt8], caller: WebAuthnCaller) throws(WebAuthnClientError) {
    // 1. and 2. The options are for public keys.
    guard let options = try? JSONDecoder().decode(PublicKeyCredentialCreationOptionsJSON.self, from: Data(optionsJSON)) else {
      throw WebAuthnClientError(.typeError, step: "5.1.3 step 1")
    }
    // 3. A cross-origin frame needs a permissions policy that cannot be seen from here: refused.
    guard !caller.isCrossOrigin else { throw WebAuthnClientError(.notAllowedError, step: "5.1.3 step 3") }
    // 4. The time-out.
    timeout = CeremonyTimeout.clamped(options.timeout)
    // 5. The user handle is 1 to 64 bytes.
    guard let handle = UserHandle(options.user.id.bytes) else { throw WebAuthnClientError(.typeError, step: "5.1.3 step 5") }
    userHandle = handle
    // 6. and 7. The caller has a tuple origin, and its effective domain is a valid domain; 8. the RP ID is a registrable suffix of it.
    // Departure: related origin requests (step 8, "isRelatedOrigin") are not supported yet.
    relyingPartyID = try caller.relyingPartyID(options.rp.id, step: "5.1.3 step 8")
    relyingPartyName = options.rp.name
    userName = options.user.name
    userDisplayName = options.user.displayName
    // 9. to 11. Known types; an empty list stands for ES256 and RS256.
    let known = options.pubKeyCredParams.filter { $0.type == "public-key" }.map(\.alg)
    guard !known.isEmpty || options.pubKeyCredParams.isEmpty else { throw WebAuthnClientError(.notSupportedError, step: "5.1.3 step 10") }
    algorithms = known.isEmpty ? [.es256, .rs256] : known
    // 12. Extensions: only credProps is known.
    wantsCredentialProperties = options.extensions?.credProps ?? false
    // 13. to 15. Client data, serialised and hashed.
    let clientData = CollectedClientData(
      type: .create, challenge: options.challenge.bytes, origin: caller.origin.description, crossOrigin: false, topOrigin: nil)
    clientDataJSON = clientData.serialized
    clientDataHash = CollectedClientData.hash(of: clientDataJSON)
    // 16. to 19. Aborting and the choice of the authenticator are the caller's; excluded credentials of unknown types are passed over.
    excludeCredentialIDs = (options.excludeCredentials ?? []).filter { $0.type == "public-key" }.compactMap { CredentialID($0.id.bytes) }
    // 20. The selection criteria: this client's authenticators are attached to the platform and make discoverable credentials.
    if let attachment = options.authenticatorSelection?.authenticatorAttachment, attachment == .crossPlatform {
      throw WebAuthnClientError(.notSupportedError, step: "5.1.3 step 20")
    }
    userVerification = (options.authenticatorSelection?.userVerification ?? .preferred).known
  }

  /// Assembles the response for the page out of what the authenticator made (WebAuthn L3 §5.1.3 step 22).
  ///
  /// - Throws: `NotAllowedError` when the attestation object is malformed, is for another relying party or credential, or for an algorithm that was not asked for.
  public func response(attestationObject: [UInt8], credentialID: CredentialID) throws(WebAuthnClientError) -> RegistrationResponseJSON {
    let malformed = WebAuthnClientError(.notAllowedError, step: "5.1.3 step 22")
    guard let object = try? AttestationObject(parsing: attestationObject),
      let credential = object.authenticatorData.attestedCredentialData, credential.credentialID == credentialID,
      object.authenticatorData.relyingPartyIDHash == AuthenticatorData.hash(of: relyingPartyID),
      algorithms.contains(credential.publicKey.algorithm)
    else { throw malformed }
    return RegistrationResponseJSON(
      credential: credential, attestationObject: object, clientDataJSON: clientDataJSON, transports: ["internal"],
      authenticatorAttachment: .platform,
      clientExtensionResults: AuthenticationExtensionsClientOutputsJSON(credProps: wantsCredentialProperties ? .init(rk: true) : nil))
  }
}
