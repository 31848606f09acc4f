// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
public import WebDomains

/// A client's request to register. It contains only the hash of the origin and the challenge.
public struct MakeCredentialRequest: Sendable {
  /// The relying party, already checked by the client.
  public var relyingPartyID: RelyingPartyID
  /// SHA-256 of the client data, 32 bytes.
  public var clientDataHash: [UInt8]
  /// The account.
  public var userHandle: UserHandle
  /// The acceptable algorithms, in order of preference.
  public var algorithms: [COSEAlgorithm]
  /// The credentials that prevent a new one if they exist here.
  public var excludeCredentialIDs: [CredentialID]
  /// Whether the user must be verified in this ceremony.
  public var requireUserVerification: Bool
  /// Whether the user must be present. False only for conditional registration, for which the client obtained consent beforehand (WebAuthn
  /// L3 §5.1.3, conditional mediation).
  public var requireUserPresence: Bool
  /// Whether the credential must be discoverable. False only for platforms that use CTAP2.
  public var requireResidentKey = true
  /// The relying party's names for the account, stored with the credential.
  public var userNames: PublicKeyCredentialSource.UserNames?
  /// The preferred attestation statement formats, in order of preference. If none is supported, the authenticator chooses.
  public var attestationFormats = ["none"]
  /// The requested extensions.
  public var extensions = MakeCredentialExtensions()

  /// Creates the request for one registration. The other properties have defaults that can be changed.
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

/// A new passkey: the part to store and the part to return.
public struct MadeCredential: Sendable {
  /// The passkey to store, with its private key.
  public let source: PublicKeyCredentialSource
  /// The new credential, as described in the response.
  public let credential: AuthenticatorData.AttestedCredentialData
  /// The attestation object for the response.
  public let attestationObject: AttestationObject
  /// The results of the extensions.
  public let extensionResults: MakeCredentialExtensionResults
}
