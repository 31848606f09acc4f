// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WebAuthnModel
public import WebDomains

/// A registration after the client's steps that precede the authenticator (WebAuthn L3 §5.1.3).
public struct PreparedCreation: Sendable {
  /// The RP ID, which the page's origin may use.
  public let relyingPartyID: RelyingPartyID
  /// The relying party's name, chosen by the page. It is not trustworthy; show it only next to the RP ID.
  public let relyingPartyName: String
  /// The account's user handle.
  public let userHandle: UserHandle
  /// The account's name, such as an e-mail address; at most 1 KiB.
  public let userName: String
  /// The user's display name as the relying party has it; at most 1 KiB.
  public let userDisplayName: String
  /// The algorithms that the relying party accepts, in order of preference; never empty.
  public let algorithms: [COSEAlgorithm]
  /// The credentials that the authenticator must not already hold.
  public let excludeCredentialIDs: [CredentialID]
  /// The requested user verification.
  public let userVerification: UserVerificationRequirement
  /// Whether the user must be present: always, except in a conditional registration.
  public let requireUserPresence: Bool
  /// Whether the credential must be discoverable, if the authenticator supports it.
  public let requireResidentKey: Bool
  /// The attestation statement formats to request, in order of preference; empty leaves the choice to the authenticator.
  public let attestationFormats: [String]
  /// The processed extensions.
  public let extensions: CreationExtensions
  /// The time limit of the ceremony.
  public let timeout: Duration
  /// The client data to return.
  public let clientDataJSON: [UInt8]
  /// SHA-256 of the client data, 32 bytes, for the authenticator to sign.
  public let clientDataHash: [UInt8]
  private let attestation: AttestationConveyancePreference
  private let traits: AuthenticatorTraits
  /// The maximum length of a name, in bytes (WebAuthn L3 §6.4.1.1; at least 64). Real names are shorter: an e-mail address has at most 254
  /// bytes (RFC 5321). The same limit applies when a service renames the account later.
  private static let nameLimit = 1024

  /// Runs the client's steps that precede the authenticator.
  ///
  /// - Parameters:
  ///   - optionsJSON: A `PublicKeyCredentialCreationOptionsJSON` in UTF-8.
  ///   - caller: The calling document. For RP IDs of related origins, see ``WebAuthnCaller/validatingRelatedOrigins(of:by:)``.
  ///   - mediation: Whether the page requests a conditional registration. The caller must know that the user has just signed in and
  ///     consents to this kind of registration (step 19).
  ///   - supported: The extensions that the authenticator supports.
  ///   - authenticator: The known properties of the authenticator.
  /// - Throws: `TypeError` for options of the wrong types; `NotAllowedError`, `SecurityError` and `NotSupportedError` as the steps
  ///   prescribe.
  public init(
    optionsJSON: [UInt8], caller: WebAuthnCaller, mediation: CeremonyMediation = .modal,
    supporting supported: ClientExtensions = .credProps, for authenticator: AuthenticatorTraits = .platform
  ) throws(WebAuthnClientError) {
    // 1. The options are for public keys; 3. this is that algorithm.
    guard let options = try? JSONDecoder().decode(PublicKeyCredentialCreationOptionsJSON.self, from: Data(optionsJSON)) else {
      throw WebAuthnClientError(.typeError, step: "5.1.3 step 1")
    }
    try self.init(options: options, caller: caller, mediation: mediation, supporting: supported, for: authenticator)
  }

  /// Runs the same steps on parsed options.
  ///
  /// The other parameters are those of ``init(optionsJSON:caller:mediation:supporting:for:)``.
  ///
  /// - Throws: `NotAllowedError`, `SecurityError` and the others as the steps prescribe.
  public init(
    options: PublicKeyCredentialCreationOptionsJSON, caller: WebAuthnCaller, mediation: CeremonyMediation = .modal,
    supporting supported: ClientExtensions = .credProps, for authenticator: AuthenticatorTraits = .platform
  ) throws(WebAuthnClientError) {
    // 2. A cross-origin frame requires permission and user activation, and cannot create a credential without a dialogue.
    guard caller.mayBegin, !caller.isCrossOrigin || mediation == .modal else {
      throw WebAuthnClientError(.notAllowedError, step: "5.1.3 step 2")
    }
    // 4. The timeout.
    timeout = CeremonyTimeout.clamped(options.timeout)
    // 5. The user handle is 1 to 64 bytes.
    guard let handle = UserHandle(options.user.id.bytes) else { throw WebAuthnClientError(.typeError, step: "5.1.3 step 5") }
    userHandle = handle
    // 6. and 7. The caller must have a tuple origin, and its effective domain must be a valid domain; 8. the RP ID must be a registrable
    //    suffix of it, or name the origin as related.
    relyingPartyID = try caller.relyingPartyID(options.rp.id, step: "5.1.3 step 8")
    relyingPartyName = options.rp.name
    // The page chooses the names, and providers store them for years on every device.
    userName = options.user.name.truncated(toUTF8Bytes: Self.nameLimit)
    userDisplayName = options.user.displayName.truncated(toUTF8Bytes: Self.nameLimit)
    // 9. and 10. Known types; an empty list means ES256 and RS256.
    let known = options.pubKeyCredParams.filter { $0.type == "public-key" }.map(\.alg)
    guard !known.isEmpty || options.pubKeyCredParams.isEmpty else { throw WebAuthnClientError(.notSupportedError, step: "5.1.3 step 10") }
    algorithms = known.isEmpty ? [.es256, .rs256] : known
    // 11. and 12. The extensions.
    extensions = try CreationExtensions(options.extensions, supported: supported)
    // 13. and 14. Client data, serialised and hashed.
    let clientData = CollectedClientData(type: .create, challenge: options.challenge.bytes, caller: caller)
    clientDataJSON = clientData.serialized
    clientDataHash = CollectedClientData.hash(of: clientDataJSON)
    // 15. to 21. The caller handles aborting, consent to a conditional registration, hints and the timer.
    requireUserPresence = mediation == .modal
    // 22. The request to the authenticator. If it is not a candidate, the ceremony ends as it does without any (step 23).
    traits = authenticator
    let selection = options.authenticatorSelection
    let noCandidate = WebAuthnClientError(.notAllowedError, step: "5.1.3 step 22")
    if let wanted = selection?.authenticatorAttachment?.known, wanted != authenticator.attachment { throw noCandidate }
    let residentKey = selection?.residentKey?.known ?? (selection?.requireResidentKey == true ? .required : .discouraged)
    guard residentKey != .required || authenticator.makesDiscoverableCredentials else { throw noCandidate }
    requireResidentKey = residentKey != .discouraged && authenticator.makesDiscoverableCredentials
    userVerification = (selection?.userVerification ?? .preferred).known
    guard userVerification != .required || authenticator.canVerifyUser else { throw noCandidate }
    if mediation == .conditional, userVerification == .required {
      // A conditional registration has no dialogue, so the user cannot be verified.
      throw WebAuthnClientError(.constraintError, step: "5.1.3 step 22, userVerification")
    }
    attestation = (options.attestation ?? .none).known
    // Individually identifying attestation is never created here, so `enterprise` is treated like `direct`.
    attestationFormats = attestation == .none ? ["none"] : options.attestationFormats ?? []
    // Excluded credentials of unknown types are ignored.
    excludeCredentialIDs = (options.excludeCredentials ?? []).filter { $0.type == "public-key" }.compactMap { CredentialID($0.id.bytes) }
  }

  /// Creates the response for the page from the authenticator's response (WebAuthn L3 §5.1.3 step 22, "success").
  ///
  /// - Throws: `NotAllowedError` if the attestation object is malformed, is for another relying party or credential, has an algorithm that
  ///   was not requested, or lacks something that the page requires.
  public func response(to answer: CreationAnswer) throws(WebAuthnClientError) -> RegistrationResponseJSON {
    let malformed = WebAuthnClientError(.notAllowedError, step: "5.1.3 step 22")
    guard var object = try? AttestationObject(parsing: answer.attestationObject),
      let credential = object.authenticatorData.attestedCredentialData, credential.credentialID == answer.credentialID,
      object.authenticatorData.relyingPartyIDHash == AuthenticatorData.hash(of: relyingPartyID),
      algorithms.contains(credential.publicKey.algorithm)
    else { throw malformed }
    // §10.1.5, registration step 2.2: an authenticator that cannot store data is not a candidate if that is required.
    guard extensions.largeBlobSupport != .required || answer.keepsLargeBlob else { throw malformed }
    // Attestation that was not requested is not passed on.
    if attestation == .none, object.format != "none" { object = object.withoutStatement }
    return RegistrationResponseJSON(
      credential: credential, attestationObject: object, clientDataJSON: clientDataJSON, transports: traits.transports,
      authenticatorAttachment: traits.attachment, clientExtensionResults: extensions.outputs(for: answer))
  }

  /// Creates the response for an authenticator without extensions.
  public func response(attestationObject: [UInt8], credentialID: CredentialID) throws(WebAuthnClientError) -> RegistrationResponseJSON {
    try response(to: CreationAnswer(attestationObject: attestationObject, credentialID: credentialID))
  }
}

extension CollectedClientData {
  /// Creates the client data of a ceremony. The top-level origin is included only for a cross-origin frame.
  init(type: CeremonyType, challenge: [UInt8], caller: WebAuthnCaller) {
    self.init(
      type: type, challenge: challenge, origin: caller.origin.description, crossOrigin: caller.isCrossOrigin,
      topOrigin: caller.isCrossOrigin ? caller.topOrigin.description : nil)
  }
}

extension AuthenticatorAttachment {
  /// This value; nil if the specification does not define it (WebAuthn L3 §5.4.5).
  var known: AuthenticatorAttachment? {
    [.platform, .crossPlatform].contains(self) ? self : nil
  }
}

extension ResidentKeyRequirement {
  /// This value; nil if the specification does not define it (WebAuthn L3 §5.4.6).
  var known: ResidentKeyRequirement? {
    [.required, .preferred, .discouraged].contains(self) ? self : nil
  }
}

extension AttestationConveyancePreference {
  /// This value; `none` if the specification does not define it (WebAuthn L3 §5.4.7).
  var known: AttestationConveyancePreference {
    [.indirect, .direct, .enterprise].contains(self) ? self : .none
  }
}
