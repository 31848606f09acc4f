// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
public import WebDomains

/// What a registration asks of an authenticator; it never sees the origin or the challenge, only their hash.
public struct MakeCredentialRequest: Sendable {
  /// The relying party, already judged by the client.
  public var relyingPartyID: RelyingPartyID
  /// SHA-256 of the client data, 32 bytes.
  public var clientDataHash: [UInt8]
  /// The account.
  public var userHandle: UserHandle
  /// The acceptable algorithms, best first.
  public var algorithms: [COSEAlgorithm]
  /// Credentials whose presence here forbids a new one.
  public var excludeCredentialIDs: [CredentialID]
  /// Whether the person must be verified in this ceremony.
  public var requireUserVerification: Bool
  /// False for automatic registration only, where the client collected consent before (WebAuthn L3 §5.1.3, conditional mediation).
  public var requireUserPresence: Bool
  /// Whether the credential shall be found without the relying party naming it; only platforms that speak CTAP2 ask for less.
  public var requireResidentKey = true
  /// The relying party's names of the account, which are kept beside the credential.
  public var userNames: PublicKeyCredentialSource.UserNames?
  /// The wanted attestation statement formats, best first; without one that is supported the authenticator chooses.
  public var attestationFormats = ["none"]
  /// The wanted extensions.
  public var extensions = MakeCredentialExtensions()

  /// Gathers the parameters of one registration; what has no parameter here has a default that can be changed.
  public init(
    relyingPartyID: RelyingPartyID, clientDataHash: [UInt8], userHandle: UserHandle, algorithms: [COSEAlgorithm],
    excludeCredentialIDs: [CredentialID] = [],
    requireUserVerification: Bool = false, requireUserPresence: Bool = true
  ) {
    self.relyingPartyID = relyingPartyID
    self.clientDataHash = clientDataHash
    self.userHandle = userHandle
    self.algorithms = algorithms
    self.excludeCredentialIDs = excludeCredentialIDs
    self.requireUserVerification = requireUserVerification
    self.requireUserPresence = requireUserPresence
  }
}

/// A new passkey: what to keep and what to answer.
public struct MadeCredential: Sendable {
  /// The passkey to store, with its private key.
  public let source: PublicKeyCredentialSource
  /// The new credential as the answer describes it.
  public let credential: AuthenticatorData.AttestedCredentialData
  /// The attestation object of the answer.
  public let attestationObject: AttestationObject
  /// What became of the extensions.
  public let extensionResults: MakeCredentialExtensionResults
}
