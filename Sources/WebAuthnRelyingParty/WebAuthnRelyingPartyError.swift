// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a relying party does not accept a response.
///
/// For logs and tests; a person who is signing in is told only that it did not work.
public struct WebAuthnRelyingPartyError: Error, Hashable, Sendable {
  /// The kinds of refusal; new kinds may be added.
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
    /// The attestation object is not one, or carries no credential.
    public static let malformedAttestationObject = Code("malformedAttestationObject")
    /// The authenticator data of an assertion is not well formed.
    public static let malformedAuthenticatorData = Code("malformedAuthenticatorData")
    /// The public key is no key.
    public static let malformedPublicKey = Code("malformedPublicKey")
    /// The challenge was not issued for this ceremony, is too old, or was used before.
    public static let unknownChallenge = Code("unknownChallenge")
    /// The client data is of another kind of ceremony.
    public static let ceremonyType = Code("ceremonyType")
    /// The client data answers another challenge.
    public static let challenge = Code("challenge")
    /// The ceremony ran at an origin that is not one of the relying party's.
    public static let origin = Code("origin")
    /// The ceremony ran in a cross-origin frame where none is expected.
    public static let crossOrigin = Code("crossOrigin")
    /// The ceremony ran below a page that is not expected to embed the relying party.
    public static let topOrigin = Code("topOrigin")
    /// The authenticator signed for another RP ID.
    public static let relyingPartyID = Code("relyingPartyID")
    /// Nobody confirmed the ceremony.
    public static let userNotPresent = Code("userNotPresent")
    /// The person was not verified although this was required.
    public static let userNotVerified = Code("userNotVerified")
    /// A credential that cannot be backed up claims to be backed up.
    public static let backupState = Code("backupState")
    /// The credential's backup eligibility, which is constant over its life, has changed.
    public static let backupEligibility = Code("backupEligibility")
    /// The key is for an algorithm that was not asked for or cannot be verified.
    public static let algorithm = Code("algorithm")
    /// The attestation statement is of a format that is not supported.
    public static let unsupportedAttestationFormat = Code("unsupportedAttestationFormat")
    /// The attestation statement is not what its format prescribes.
    public static let attestationStatement = Code("attestationStatement")
    /// The credential ID is empty or longer than 1023 bytes.
    public static let credentialIDLength = Code("credentialIDLength")
    /// The credential ID is registered already, for this account or another.
    public static let credentialIDTaken = Code("credentialIDTaken")
    /// The credential is none of those that the ceremony allowed.
    public static let credentialNotAllowed = Code("credentialNotAllowed")
    /// No such credential is registered for the account.
    public static let unknownCredential = Code("unknownCredential")
    /// The response names no account although none was known before.
    public static let userHandleMissing = Code("userHandleMissing")
    /// The user handle is not that of the credential's account.
    public static let userHandle = Code("userHandle")
    /// The signature is not by the credential's key over this response.
    public static let signature = Code("signature")
  }

  /// The kind of refusal.
  public let code: Code
  /// The step that was not passed, such as `7.1 step 8`.
  public let step: String

  init(_ code: Code, step: String) {
    self.code = code
    self.step = step
  }

  /// Two errors are equal when they are of one kind.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// Hashes what equality looks at.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
