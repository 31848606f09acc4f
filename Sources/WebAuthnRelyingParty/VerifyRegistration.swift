// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import CanonicalCBOR
public import WebAuthnModel

/// A registration that passed every step. Only ``RelyingParty/verifyRegistration(_:of:isCredentialIDTaken:trust:)`` creates one.
public struct VerifiedRegistration: Hashable, Sendable {
  /// The record to store for the account.
  public let record: PublicKeyCredentialRecord
  /// The verified attestation statement.
  public let attestation: VerifiedAttestation
  /// The assessment of the authenticator's attestation.
  public let assessment: AttestationAssessment
  /// The authenticator's model, as it states itself. Without a trusted attestation, this is a hint for display and not a proof.
  public let aaguid: AAGUID
  /// Whether the user was verified.
  public let isUserVerified: Bool
  /// The client extension outputs. They are not signed.
  public let clientExtensionResults: AuthenticationExtensionsClientOutputsJSON
  /// The authenticator extension outputs.
  public let authenticatorExtensions: CBORMap?

  /// Whether the client reports the credential as discoverable; nil if it does not say.
  public var isDiscoverable: Bool? { clientExtensionResults.credProps?.rk }

  fileprivate init(
    record: PublicKeyCredentialRecord, attestation: VerifiedAttestation, assessment: AttestationAssessment, aaguid: AAGUID,
    isUserVerified: Bool, clientExtensionResults: AuthenticationExtensionsClientOutputsJSON, authenticatorExtensions: CBORMap?
  ) {
    self.record = record
    self.attestation = attestation
    self.assessment = assessment
    self.aaguid = aaguid
    self.isUserVerified = isUserVerified
    self.clientExtensionResults = clientExtensionResults
    self.authenticatorExtensions = authenticatorExtensions
  }
}

extension RelyingParty {
  /// Verifies a registration (WebAuthn L3 §7.1).
  ///
  /// - Parameters:
  ///   - response: The parsed response from the page.
  ///   - ceremony: The ceremony in progress, taken from its store.
  ///   - isCredentialIDTaken: Whether any account has a record of `response.credentialID`. The storage must also enforce uniqueness.
  ///   - trust: The attestation that is required; by default, any authenticator is accepted.
  /// - Throws: The code of the first step that fails.
  public func verifyRegistration(
    _ response: RegistrationResponse, of ceremony: RegistrationCeremony, isCredentialIDTaken: Bool, trust: AttestationTrust = .ignored
  ) throws(WebAuthnRelyingPartyError) -> VerifiedRegistration {
    // 1. to 6. beginRegistration created the options, the page called create(), and the response was parsed.
    let options = ceremony.options
    let clientData = response.clientData

    // 7. The kind of ceremony.
    try Self.check(7, clientDataTypes.registration.contains(where: clientData.type.isExactly), .ceremonyType)

    // 8. The challenge.
    try Self.check(8, clientData.challenge.isExactly(options.challenge.text), .challenge)

    // 9. The origin.
    try Self.check(9, expects(origin: clientData.origin), .origin)

    // 10. Cross-origin frames.
    try Self.check(10, clientData.crossOrigin != true || expectsFrames, .crossOrigin)

    // 11. The top-level page, which only a client in a cross-origin frame names.
    if let topOrigin = clientData.topOrigin {
      try Self.check(11, expectsFrames, .crossOrigin)
      try Self.check(11, expects(topOrigin: topOrigin), .topOrigin)
    }

    // 12. The client data's hash.
    let hash = CollectedClientData.hash(of: response.clientDataJSON)

    // 13. Done by the parser.
    let data = response.attestationObject.authenticatorData
    let flags = data.flags

    // 14. The RP ID.
    try Self.check(14, data.relyingPartyIDHash == idHash, .relyingPartyID)

    // 15. User presence, except in conditional mediation.
    try Self.check(15, ceremony.isConditional || flags.contains(.userPresent), .userNotPresent)

    // 16. User verification, if required.
    let requirement = options.authenticatorSelection?.userVerification
    try Self.check(16, requirement != .required || flags.contains(.userVerified), .userNotVerified)

    // 17. A credential that is not backup eligible cannot be backed up.
    try Self.check(17, flags.contains(.backupEligible) || !flags.contains(.backupState), .backupState)

    // 18. and 19. Backup policy is left to the server; the record contains both flags.
    // 20. The algorithm must be a requested one, and the key must be valid.
    let algorithm = response.credential.publicKey.algorithm
    try Self.check(20, options.pubKeyCredParams.contains { $0.type == "public-key" && $0.alg == algorithm }, .algorithm)

    // 21. The format, by exact match.
    guard let format = AttestationFormat(rawValue: response.attestationObject.format) else {
      throw WebAuthnRelyingPartyError(.unsupportedAttestationFormat, step: "7.1 step 21")
    }

    // 22. The statement, by the format's own procedure.
    let attestation = try format.statement(parsing: response.attestationObject.statement).verify(
      AttestationInputs(
        authenticatorData: data, authenticatorDataBytes: response.attestationObject.authenticatorDataBytes,
        credential: response.credential, clientDataHash: hash))

    // 23. and 24. Trust anchors, and whether the statement leads to one.
    let assessment = try attestation.assess(by: trust, aaguid: response.credential.aaguid)

    // 25. The parser checked the credential ID's length.
    // 26. The credential ID must be new.
    try Self.check(26, !isCredentialIDTaken, .credentialIDTaken)

    // 27. The record.
    guard let userHandle = UserHandle(options.user.id.bytes) else { throw WebAuthnRelyingPartyError(.userHandle, step: "7.1 step 27") }
    let record = PublicKeyCredentialRecord(
      id: response.credentialID, userHandle: userHandle, publicKey: response.credential.publicKeyBytes, signCount: data.signCount,
      isUserVerificationInitialized: flags.contains(.userVerified), transports: response.transports,
      isBackupEligible: flags.contains(.backupEligible), isBackedUp: flags.contains(.backupState))

    // 28. Extension outputs are passed on, requested or not; the authenticator's are signed if the attestation is.
    // 29. The caller stores the record.
    return VerifiedRegistration(
      record: record, attestation: attestation, assessment: assessment, aaguid: response.credential.aaguid,
      isUserVerified: flags.contains(.userVerified), clientExtensionResults: response.clientExtensionResults,
      authenticatorExtensions: data.extensions)
  }

  private static func check(_ step: Int, _ holds: Bool, _ code: WebAuthnRelyingPartyError.Code) throws(WebAuthnRelyingPartyError) {
    guard holds else { throw WebAuthnRelyingPartyError(code, step: "7.1 step \(step)") }
  }
}
