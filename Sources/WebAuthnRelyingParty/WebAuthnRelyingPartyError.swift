// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason why a relying party rejects a response.
///
/// For logs and tests. Tell a user who is signing in only that it did not work.
public struct WebAuthnRelyingPartyError: Error, Hashable, Sendable {
  /// The reason for a rejection. New codes may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    public let description: String

    init(_ description: String) {
      self.description = description
    }

    /// The response is not of type `public-key`, or its parts name different credentials.
    public static let malformedResponse = Code("malformedResponse")
    /// The client data is not UTF-8 JSON with the members that the specification names.
    public static let malformedClientData = Code("malformedClientData")
    /// The attestation object is malformed or contains no credential.
    public static let malformedAttestationObject = Code("malformedAttestationObject")
    /// The authenticator data of an assertion is not well formed.
    public static let malformedAuthenticatorData = Code("malformedAuthenticatorData")
    /// The public key is not a valid key.
    public static let malformedPublicKey = Code("malformedPublicKey")
    /// The challenge was not issued for this ceremony, has expired, or was already used.
    public static let unknownChallenge = Code("unknownChallenge")
    /// The client data is for another kind of ceremony.
    public static let ceremonyType = Code("ceremonyType")
    /// The client data contains another challenge.
    public static let challenge = Code("challenge")
    /// The ceremony ran at an origin that is not one of the relying party's.
    public static let origin = Code("origin")
    /// The ceremony ran in a cross-origin frame, which is not allowed.
    public static let crossOrigin = Code("crossOrigin")
    /// The ceremony ran in a frame of a page that is not allowed to embed the relying party.
    public static let topOrigin = Code("topOrigin")
    /// The authenticator signed for another RP ID.
    public static let relyingPartyID = Code("relyingPartyID")
    /// The user did not confirm the ceremony.
    public static let userNotPresent = Code("userNotPresent")
    /// The user was not verified, although this was required.
    public static let userNotVerified = Code("userNotVerified")
    /// A credential that cannot be backed up claims to be backed up.
    public static let backupState = Code("backupState")
    /// The credential's backup eligibility, which must never change, has changed.
    public static let backupEligibility = Code("backupEligibility")
    /// The key's algorithm was not requested or cannot be verified.
    public static let algorithm = Code("algorithm")
    /// The attestation statement's format is not supported.
    public static let unsupportedAttestationFormat = Code("unsupportedAttestationFormat")
    /// The attestation statement does not conform to its format.
    public static let attestationStatement = Code("attestationStatement")
    /// The credential ID is empty or longer than 1023 bytes.
    public static let credentialIDLength = Code("credentialIDLength")
    /// The credential ID is already registered, for this account or another.
    public static let credentialIDTaken = Code("credentialIDTaken")
    /// The credential is not among those that the ceremony allowed.
    public static let credentialNotAllowed = Code("credentialNotAllowed")
    /// No such credential is registered for the account.
    public static let unknownCredential = Code("unknownCredential")
    /// The response names no account, although none was known in advance.
    public static let userHandleMissing = Code("userHandleMissing")
    /// The user handle does not belong to the credential's account.
    public static let userHandle = Code("userHandle")
    /// The signature was not made by the credential's key over this response.
    public static let signature = Code("signature")
  }

  /// The reason for the rejection.
  public let code: Code
  /// The step that failed, such as `7.1 step 8`.
  public let step: String

  init(_ code: Code, step: String) {
    self.code = code
    self.step = step
  }

  /// Errors with the same code are equal.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Hashes the code, consistent with equality.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
