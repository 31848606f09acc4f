// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
public import WebDomains

/// A client's request to authenticate. It contains only the hash of the origin and the challenge.
public struct GetAssertionRequest: Sendable {
  /// The relying party, already checked by the client.
  public var relyingPartyID: RelyingPartyID
  /// SHA-256 of the client data, 32 bytes.
  public var clientDataHash: [UInt8]
  /// The acceptable credentials; empty for any discoverable one.
  public var allowCredentialIDs: [CredentialID]
  /// Whether the user must be verified in this ceremony.
  public var requireUserVerification: Bool
  /// Whether the user must be present. False only for platforms that use CTAP2 to check whether a credential is known.
  public var requireUserPresence = true
  /// The value of the signature counter. It is zero for real passkeys, because synchronised ones cannot maintain a counter.
  package var signCount: UInt32 = 0
  /// The requested extensions.
  public var extensions = GetAssertionExtensions()

  /// Creates the request for one authentication. The other properties have defaults that can be changed.
  public init(
    relyingPartyID: RelyingPartyID, clientDataHash: [UInt8], allowCredentialIDs: [CredentialID] = [], requireUserVerification: Bool = false
  ) {
    self.relyingPartyID = relyingPartyID
    self.clientDataHash = clientDataHash
    self.allowCredentialIDs = allowCredentialIDs
    self.requireUserVerification = requireUserVerification
  }

  /// Returns whether a stored credential may be offered for this request (WebAuthn L3 §6.3.3 steps 3 to 5).
  public func accepts(credentialID: CredentialID, relyingPartyID: RelyingPartyID) -> Bool {
    relyingPartyID == self.relyingPartyID && (allowCredentialIDs.isEmpty || allowCredentialIDs.contains(credentialID))
  }

  /// Returns whether a stored credential may be offered: as above, and it must be discoverable unless a list names it.
  func accepts(_ source: PublicKeyCredentialSource) -> Bool {
    accepts(credentialID: source.id, relyingPartyID: source.relyingPartyID) && (source.isDiscoverable || !allowCredentialIDs.isEmpty)
  }
}

/// The response to an authentication.
public struct Assertion: Sendable {
  /// The credential that signed.
  public let credentialID: CredentialID
  /// The authenticator data in the bytes that were signed.
  public let authenticatorData: [UInt8]
  /// The signature over authenticator data and client data hash.
  public let signature: [UInt8]
  /// The account that the credential was created for.
  public let userHandle: UserHandle
  /// The results of the extensions.
  public internal(set) var extensionResults: GetAssertionExtensionResults
}
