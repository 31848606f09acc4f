// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
public import WebDomains

/// What an authentication asks of an authenticator; it never sees the origin or the challenge, only their hash.
public struct GetAssertionRequest: Sendable {
  /// The relying party, already judged by the client.
  public var relyingPartyID: RelyingPartyID
  /// SHA-256 of the client data, 32 bytes.
  public var clientDataHash: [UInt8]
  /// The credentials that will do; empty means any discoverable one.
  public var allowCredentialIDs: [CredentialID]
  /// Whether the person must be verified in this ceremony.
  public var requireUserVerification: Bool
  /// Whether the person must be there; false only for platforms that speak CTAP2 and look whether a credential is known.
  public var requireUserPresence = true
  /// The signature counter's value; passkeys of people stay at zero, since a synchronised one could not count.
  package var signCount: UInt32 = 0
  /// The wanted extensions.
  public var extensions = GetAssertionExtensions()

  /// Gathers the parameters of one authentication; what has no parameter here has a default that can be changed.
  public init(
    relyingPartyID: RelyingPartyID, clientDataHash: [UInt8], allowCredentialIDs: [CredentialID] = [], requireUserVerification: Bool = false
  ) {
    self.relyingPartyID = relyingPartyID
    self.clientDataHash = clientDataHash
    self.allowCredentialIDs = allowCredentialIDs
    self.requireUserVerification = requireUserVerification
  }

  /// Whether a stored credential may be offered for this request (WebAuthn L3 §6.3.3 steps 3 to 5).
  public func accepts(credentialID: CredentialID, relyingPartyID: RelyingPartyID) -> Bool {
    relyingPartyID == self.relyingPartyID && (allowCredentialIDs.isEmpty || allowCredentialIDs.contains(credentialID))
  }

  /// Whether this stored credential may be offered: as above, and discoverable where no list names it.
  func accepts(_ source: PublicKeyCredentialSource) -> Bool {
    accepts(credentialID: source.id, relyingPartyID: source.relyingPartyID) && (source.isDiscoverable || !allowCredentialIDs.isEmpty)
  }
}

/// The answer to an authentication.
public struct Assertion: Sendable {
  /// The credential that signed.
  public let credentialID: CredentialID
  /// The authenticator data as it was signed.
  public let authenticatorData: [UInt8]
  /// The signature over authenticator data and client data hash.
  public let signature: [UInt8]
  /// The account that the credential was made for.
  public let userHandle: UserHandle
  /// What became of the extensions.
  public internal(set) var extensionResults: GetAssertionExtensionResults
}
