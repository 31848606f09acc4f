// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WebAuthnModel
public import WebDomains

/// A registration as far as the client takes it before an authenticator is asked (WebAuthn L3 §5.1.3).
public struct PreparedCreation: Sendable {
  /// The RP ID that the page's origin was found to be allowed.
  public let relyingPartyID: RelyingPartyID
  /// The relying party's own name; not to be trusted, shown beside the RP ID only.
  public let relyingPartyName: String
  /// The account: its handle.
  public let userHandle: UserHandle
  /// The account's name, such as an e-mail address; at most 1 KiB.
  public let userName: String
  /// The person's name as the relying party has it; at most 1 KiB.
  public let userDisplayName: String
  /// The algorithms the relying party takes, best first; never empty.
  public let algorithms: [COSEAlgorithm]
  /// Credentials of which the authenticator may hold none.
  public let excludeCredentialIDs: [CredentialID]
  /// How much user verification is wanted.
  public let userVerification: UserVerificationRequirement
  /// Whether the person must be there: always, but for a conditional registration.
  public let requireUserPresence: Bool
  /// Whether the credential shall be discoverable, for an authenticator that can make such.
  public let requireResidentKey: Bool
  /// The attestation statement formats to ask for, best first; empty leaves the choice to the authenticator.
  public let attestationFormats: [String]
  /// What the page asks of extensions, read and judged.
  public let extensions: CreationExtensions
  /// How long the ceremony may take.
  public let timeout: Duration
  /// The client data as it will be returned.
  public let clientDataJSON: [UInt8]
  /// SHA-256 of the client data, 32 bytes: what the authenticator signs.
  public let clientDataHash: [UInt8]
  private let attestation: AttestationConveyancePreference
  private let traits: AuthenticatorTraits
  /// The most bytes of a name that are passed on (WebAuthn L3 §6.4.1.1; at least 64). No name that a person has is longer: an e-mail address
  /// has at most 254 bytes (RFC 5321), and a service that renames the account later is heard up to the same bound.
  private static let nameLimit = 1024

  /// Runs the client's steps up to the authenticator.
  ///
  /// - Parameters:
  ///   - optionsJSON: a `PublicKeyCredentialCreationOptionsJSON` in UTF-8.
  ///   - caller: the calling document; for RP IDs of related origins see ``WebAuthnCaller/validatingRelatedOrigins(of:by:)``.
  ///   - mediation: whether the page asks for a conditional registration; that the person signed in here just before, and agrees to
  ///     registrations of this kind, is for the caller to know (step 19).
  ///   - supported: the extensions that the authenticator answers.
  ///   - authenticator: what is known of the authenticator that will be asked.
  /// - Throws: `TypeError` for options that are not of their types, `NotAllowedError`, `SecurityError`, `NotSupportedError` as the steps say.
  public init(
    optionsJSON: [UInt8], caller: WebAuthnCaller, mediation: CeremonyMediation = .modal,
    supporting supported: ClientExtensions = .credProps, for authenticator: AuthenticatorTraits = .platform
  ) throws(WebAuthnClientError) {
    // 1. The options are for public keys; 3. here they are.
    guard let options = try? JSONDecoder().decode(PublicKeyCredentialCreationOptionsJSON.self, from: Data(optionsJSON)) else {
      throw WebAuthnClientError(.typeError, step: "5.1.3 step 1")
    }
    try self.init(options: options, caller: caller, mediation: mediation, supporting: supported, for: authenticator)
  }

  /// Runs the same steps on options that have been read already.
  ///
  /// - Parameters: as those of ``init(optionsJSON:caller:mediation:supporting:for:)``, with the options as a value.
  /// - Throws: `NotAllowedError`, `SecurityError` and the others as the steps say.
  public init(
    options: PublicKeyCredentialCreationOptionsJSON, caller: WebAuthnCaller, mediation: CeremonyMediation = .modal,
    supporting supported: ClientExtensions = .credProps, for authenticator: AuthenticatorTraits = .platform
  ) throws(WebAuthnClientError) {
    // 2. A cross-origin frame needs a permission and a person's act, and makes no credential unasked.
    guard caller.mayBegin, !caller.isCrossOrigin || mediation == .modal else {
      throw WebAuthnClientError(.notAllowedError, step: "5.1.3 step 2")
    }
    // 4. The time-out.
    timeout = CeremonyTimeout.clamped(options.timeout)
    // 5. The user handle is 1 to 64 bytes.
    guard let handle = UserHandle(options.user.id.bytes) else { throw WebAuthnClientError(.typeError, step: "5.1.3 step 5") }
    userHandle = handle
    // 6. and 7. The caller has a tuple origin, and its effective domain is a valid domain; 8. the RP ID is a registrable suffix of it,
    // or names the origin as related.
    relyingPartyID = try caller.relyingPartyID(options.rp.id, step: "5.1.3 step 8")
    relyingPartyName = options.rp.name
    // Names are the page's choice, and whoever keeps them keeps them for years on every device.
    userName = options.user.name.truncated(toUTF8Bytes: Self.nameLimit)
    userDisplayName = options.user.displayName.truncated(toUTF8Bytes: Self.nameLimit)
    // 9. and 10. Known types; an empty list stands for ES256 and RS256.
    let known = options.pubKeyCredParams.filter { $0.type == "public-key" }.map(\.alg)
    guard !known.isEmpty || options.pubKeyCredParams.isEmpty else { throw WebAuthnClientError(.notSupportedError, step: "5.1.3 step 10") }
    algorithms = known.isEmpty ? [.es256, .rs256] : known
    // 11. and 12. The extensions.
    extensions = try CreationExtensions(options.extensions, supported: supported)
    // 13. and 14. Client data, serialised and hashed.
    let clientData = CollectedClientData(type: .create, challenge: options.challenge.bytes, caller: caller)
    clientDataJSON = clientData.serialized
    clientDataHash = CollectedClientData.hash(of: clientDataJSON)
    // 15. to 21. Aborting, the consent to a conditional registration, hints and the timer are the caller's.
    requireUserPresence = mediation == .modal
    // 22. What the authenticator is asked. One that is no candidate is an end like any other without one (step 23).
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
      // Nobody is asked in a conditional registration, so nobody is verified.
      throw WebAuthnClientError(.constraintError, step: "5.1.3 step 22, userVerification")
    }
    attestation = (options.attestation ?? .none).known
    // Individually identifying attestation is never made here, so `enterprise` gets what `direct` gets.
    attestationFormats = attestation == .none ? ["none"] : options.attestationFormats ?? []
    // Excluded credentials of unknown types are passed over.
    excludeCredentialIDs = (options.excludeCredentials ?? []).filter { $0.type == "public-key" }.compactMap { CredentialID($0.id.bytes) }
  }

  /// Assembles the response for the page out of what the authenticator made (WebAuthn L3 §5.1.3 step 22, "success").
  ///
  /// - Throws: `NotAllowedError` when the attestation object is malformed, is for another relying party or credential, for an algorithm
  ///   that was not asked for, or without what the page requires.
  public func response(to answer: CreationAnswer) throws(WebAuthnClientError) -> RegistrationResponseJSON {
    let malformed = WebAuthnClientError(.notAllowedError, step: "5.1.3 step 22")
    guard var object = try? AttestationObject(parsing: answer.attestationObject),
      let credential = object.authenticatorData.attestedCredentialData, credential.credentialID == answer.credentialID,
      object.authenticatorData.relyingPartyIDHash == AuthenticatorData.hash(of: relyingPartyID),
      algorithms.contains(credential.publicKey.algorithm)
    else { throw malformed }
    // §10.1.5, registration step 2.2: an authenticator that keeps no data is passed over where they are required.
    guard extensions.largeBlobSupport != .required || answer.keepsLargeBlob else { throw malformed }
    // Attestation that nobody asked for is not passed on.
    if attestation == .none, object.format != "none" { object = object.withoutStatement }
    return RegistrationResponseJSON(
      credential: credential, attestationObject: object, clientDataJSON: clientDataJSON, transports: traits.transports,
      authenticatorAttachment: traits.attachment, clientExtensionResults: extensions.outputs(for: answer))
  }

  /// Assembles the response of an authenticator without extensions.
  public func response(attestationObject: [UInt8], credentialID: CredentialID) throws(WebAuthnClientError) -> RegistrationResponseJSON {
    try response(to: CreationAnswer(attestationObject: attestationObject, credentialID: credentialID))
  }
}

extension CollectedClientData {
  /// What the client saw of a ceremony; the top-level origin is named only where it is another's frame.
  init(type: CeremonyType, challenge: [UInt8], caller: WebAuthnCaller) {
    self.init(
      type: type, challenge: challenge, origin: caller.origin.description, crossOrigin: caller.isCrossOrigin,
      topOrigin: caller.isCrossOrigin ? caller.topOrigin.description : nil)
  }
}

extension AuthenticatorAttachment {
  /// This value, or nil where it is not one that the specification names (WebAuthn L3 §5.4.5).
  var known: AuthenticatorAttachment? {
    [.platform, .crossPlatform].contains(self) ? self : nil
  }
}

extension ResidentKeyRequirement {
  /// This value, or nil where it is not one that the specification names (WebAuthn L3 §5.4.6).
  var known: ResidentKeyRequirement? {
    [.required, .preferred, .discouraged].contains(self) ? self : nil
  }
}

extension AttestationConveyancePreference {
  /// This value, or `none` where it is not one that the specification names (WebAuthn L3 §5.4.7).
  var known: AttestationConveyancePreference {
    [.indirect, .direct, .enterprise].contains(self) ? self : .none
  }
}
