// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import CanonicalCBOR
public import WebAuthnModel

/// An authentication that passed every step. Only ``RelyingParty/verifyAuthentication(_:of:record:)`` creates one.
public struct VerifiedAuthentication: Hashable, Sendable {
  /// The result of comparing the signature counters (WebAuthn L3 §6.1.1).
  public enum SignatureCounter: Hashable, Sendable {
    /// The authenticator has no counter.
    case unused
    /// The counter increased, as it should.
    case advanced
    /// The counter did not increase: a sign, but no proof, that a copy of the key is in use.
    case regressed(from: UInt32, to: UInt32)
  }

  /// The updated record, to be stored.
  public let record: PublicKeyCredentialRecord
  /// Whether the user was verified.
  public let isUserVerified: Bool
  /// The result of comparing the signature counters, for the server to judge.
  public let signatureCounter: SignatureCounter

  /// The client extension outputs. They are not signed.
  public let clientExtensionResults: AuthenticationExtensionsClientOutputsJSON
  /// The authenticator extension outputs, signed by the credential.
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
  ///
  /// - Parameters:
  ///   - response: The parsed response from the page.
  ///   - ceremony: The ceremony in progress, taken from its store.
  ///   - record: The record of `response.credentialID`; nil if there is none.
  /// - Throws: The code of the first step that fails.
  public func verifyAuthentication(
    _ response: AuthenticationResponse, of ceremony: AuthenticationCeremony, record: PublicKeyCredentialRecord?
  ) throws(WebAuthnRelyingPartyError) -> VerifiedAuthentication {
    // 1. to 4. beginAuthentication created the options, the page called get(), and the response was parsed.
    let options = ceremony.options
    let clientData = response.clientData

    // 5. The credential must be an allowed one.
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

    // 7. to 9. Done by the parser.
    // 10. The kind of ceremony.
    try Self.check(10, clientDataTypes.authentication.contains(where: clientData.type.isExactly), .ceremonyType)

    // 11. The challenge.
    try Self.check(11, clientData.challenge.isExactly(options.challenge.text), .challenge)

    // 12. The origin.
    try Self.check(12, expects(origin: clientData.origin), .origin)

    // 13. Cross-origin frames.
    try Self.check(13, clientData.crossOrigin != true || expectsFrames, .crossOrigin)

    // 14. The top-level page, which only a client in a cross-origin frame names.
    if let topOrigin = clientData.topOrigin {
      try Self.check(14, expectsFrames, .crossOrigin)
      try Self.check(14, expects(topOrigin: topOrigin), .topOrigin)
    }

    // 15. The RP ID. The appid extension is never requested.
    let data = response.authenticatorData
    let flags = data.flags
    try Self.check(15, data.relyingPartyIDHash == idHash, .relyingPartyID)

    // 16. User presence.
    try Self.check(16, flags.contains(.userPresent), .userNotPresent)

    // 17. User verification, if required.
    try Self.check(17, options.userVerification != .required || flags.contains(.userVerified), .userNotVerified)

    // 18. A credential that is not backup eligible cannot be backed up.
    try Self.check(18, flags.contains(.backupEligible) || !flags.contains(.backupState), .backupState)

    // 19. Backup eligibility never changes.
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

    // 22. The signature counter: a decrease is reported, not rejected.
    let counter: VerifiedAuthentication.SignatureCounter =
      if data.signCount == 0, record.signCount == 0 {
        .unused
      } else if data.signCount > record.signCount {
        .advanced
      } else {
        .regressed(from: record.signCount, to: data.signCount)
      }

    // 23. Extension outputs are passed on, requested or not.
    // 24. The record's new state. If the counter decreased, the higher value is kept, so that the other copy is reported too; uvInitialized
    //     does not change, because only another factor could authorise that.
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
