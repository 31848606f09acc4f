// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import CanonicalCBOR
public import WebAuthnModel

/// An authentication that passed every step; only ``RelyingParty/verifyAuthentication(_:of:record:)`` makes one.
public struct VerifiedAuthentication: Hashable, Sendable {
  /// What the signature counter says (WebAuthn L3 §6.1.1).
  public enum SignatureCounter: Hashable, Sendable {
    /// The authenticator keeps none.
    case unused
    /// It went up, as it should.
    case advanced
    /// It did not go up: a sign, but no proof, that a copy of the key is in use.
    case regressed(from: UInt32, to: UInt32)
  }

  /// The record as it is to be kept from now on.
  public let record: PublicKeyCredentialRecord
  /// Whether the person was verified.
  public let isUserVerified: Bool
  /// What the signature counter says; the server weighs it.
  public let signatureCounter: SignatureCounter

  /// What the client says of its extensions; nobody has signed it.
  public let clientExtensionResults: AuthenticationExtensionsClientOutputsJSON
  /// What the authenticator says of its extensions, signed by the credential.
  public let authenticatorExtensions: CBORMap?

  fileprivate init(
    record: PublicKeyCredentialRecord, isUserVerified: Bool, signatureCounter: SignatureCounter,
    clientExtensionResults: AuthenticationExtensionsClientOutputsJSON, authenticatorExtensions: CBORMap?
  ) {
    self.record = record
    self.isUserVerified = isUserVerified
    self.signatureCounter = signatureCounter
    self.clientExtensionResults = clientExtensionResults
    self.authenticatorExtensions = authenticatorExtensions
  }
}

extension RelyingParty {
  /// Verifies an authentication (WebAuthn L3 §7.2).
  /// - Parameters:
  ///   - response: the response, read from what the page sent.
  ///   - ceremony: the ceremony as it began, taken out of its store.
  ///   - record: the record of `response.credentialID`, or nil where there is none.
  /// - Throws: the code of the first step that is not passed.
  public func verifyAuthentication(
    _ response: AuthenticationResponse, of ceremony: AuthenticationCeremony, record: PublicKeyCredentialRecord?
  ) throws(WebAuthnRelyingPartyError) -> VerifiedAuthentication {
    // 1. to 4. The options were made by beginAuthentication, the page has called get(), the response was parsed.
    let options = ceremony.options
    let clientData = response.clientData

    // 5. The credential is one that was allowed.
    if let allowed = options.allowCredentials, !allowed.isEmpty {
      try Self.check(5, allowed.contains { $0.type == "public-key" && $0.id.bytes == response.credentialID.bytes }, .credentialNotAllowed)
    }

    // 6. The account and its record of the credential.
    guard var record, record.id == response.credentialID else { throw WebAuthnRelyingPartyError(.unknownCredential, step: "7.2 step 6") }
    if let user = ceremony.user {
      try Self.check(6, record.userHandle.bytes == user.bytes, .unknownCredential)
    } else {
      try Self.check(6, response.userHandle != nil, .userHandleMissing)
    }
    try Self.check(6, response.userHandle == nil || response.userHandle == record.userHandle, .userHandle)

    // 7. to 9. The parser has taken the response apart.
    // 10. The kind of ceremony.
    try Self.check(10, clientDataTypes.authentication.contains(where: clientData.type.isExactly), .ceremonyType)

    // 11. The challenge.
    try Self.check(11, clientData.challenge.isExactly(options.challenge.text), .challenge)

    // 12. The origin.
    try Self.check(12, expects(origin: clientData.origin), .origin)

    // 13. Cross-origin frames.
    try Self.check(13, clientData.crossOrigin != true || expectsFrames, .crossOrigin)

    // 14. The page on top, which only a client in a cross-origin frame names.
    if let topOrigin = clientData.topOrigin {
      try Self.check(14, expectsFrames, .crossOrigin)
      try Self.check(14, expects(topOrigin: topOrigin), .topOrigin)
    }

    // 15. The RP ID. The appid extension is never asked for.
    let data = response.authenticatorData
    let flags = data.flags
    try Self.check(15, data.relyingPartyIDHash == idHash, .relyingPartyID)

    // 16. User presence.
    try Self.check(16, flags.contains(.userPresent), .userNotPresent)

    // 17. User verification where it is required.
    try Self.check(17, options.userVerification != .required || flags.contains(.userVerified), .userNotVerified)

    // 18. Nothing is backed up that cannot be.
    try Self.check(18, flags.contains(.backupEligible) || !flags.contains(.backupState), .backupState)

    // 19. Backup eligibility is constant over a credential's life.
    try Self.check(19, flags.contains(.backupEligible) == record.isBackupEligible, .backupEligibility)

    // 20. The client data's hash.
    let hash = CollectedClientData.hash(of: response.clientDataJSON)

    // 21. The signature.
    let key: COSEKey
    do throws(WebAuthnModelError) {
      key = try COSEKey(encoded: record.publicKey)
    } catch {
      throw WebAuthnRelyingPartyError(.malformedPublicKey, step: "7.2 step 21")
    }
    try Self.check(21, key.isValidSignature(response.signature, over: response.authenticatorDataBytes + hash), .signature)

    // 22. The signature counter: a regress is told, not refused.
    let counter: VerifiedAuthentication.SignatureCounter =
      if data.signCount == 0, record.signCount == 0 {
        .unused
      } else if data.signCount > record.signCount {
        .advanced
      } else {
        .regressed(from: record.signCount, to: data.signCount)
      }

    // 23. Extension outputs are passed on, asked for or not.
    // 24. The record's new state. A counter that went back leaves the higher one, so that the other copy is told of as well;
    // uvInitialized stays, since only another factor could authorise its change.
    record.signCount = max(record.signCount, data.signCount)
    record.isBackedUp = flags.contains(.backupState)

    // 25. The caller signs the account in.
    return VerifiedAuthentication(
      record: record, isUserVerified: flags.contains(.userVerified), signatureCounter: counter,
      clientExtensionResults: response.clientExtensionResults, authenticatorExtensions: data.extensions)
  }

  private static func check(_ step: Int, _ holds: Bool, _ code: WebAuthnRelyingPartyError.Code) throws(WebAuthnRelyingPartyError) {
    guard holds else { throw WebAuthnRelyingPartyError(code, step: "7.2 step \(step)") }
  }
}
