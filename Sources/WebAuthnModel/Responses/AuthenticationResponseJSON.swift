// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a browser sends after an authentication (WebAuthn L3 §5.1, `AuthenticationResponseJSON`): unverified input to a relying party.
public struct AuthenticationResponseJSON: Codable, Hashable, Sendable {
  /// The authenticator's answer (WebAuthn L3 §5.1, `AuthenticatorAssertionResponseJSON`).
  public struct AssertionResponse: Codable, Hashable, Sendable {
    /// The client data as it was hashed.
    public var clientDataJSON: Base64URL
    /// The authenticator data as it was signed.
    public var authenticatorData: Base64URL
    /// The signature over authenticator data and client data hash.
    public var signature: Base64URL
    /// The user handle that the credential was made for, always present for a discoverable credential.
    public var userHandle: Base64URL?
  }

  /// The credential ID in base64url.
  public var id: String
  /// The credential ID.
  public var rawId: Base64URL
  /// The authenticator's answer.
  public var response: AssertionResponse
  /// Where the authenticator sits.
  public var authenticatorAttachment: AuthenticatorAttachment?
  /// The client extension outputs.
  public var clientExtensionResults: AuthenticationExtensionsClientOutputsJSON?
  /// `public-key`.
  public var type: String

  /// Assembles the response that belongs to an assertion (WebAuthn L3 §5.1.4.1 step 21, "success").
  public init(
    credentialID: CredentialID, clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: UserHandle?,
    authenticatorAttachment: AuthenticatorAttachment?, clientExtensionResults: AuthenticationExtensionsClientOutputsJSON
  ) {
    id = credentialID.text
    rawId = Base64URL(credentialID.bytes)
    response = AssertionResponse(
      clientDataJSON: Base64URL(clientDataJSON), authenticatorData: Base64URL(authenticatorData), signature: Base64URL(signature),
      userHandle: userHandle.map { Base64URL($0.bytes) })
    self.authenticatorAttachment = authenticatorAttachment
    self.clientExtensionResults = clientExtensionResults
    type = "public-key"
  }
}

extension AuthenticationResponseJSON {
  /// Reads a response; byte strings may carry base64 padding.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    rawId = try container.decodePaddedBase64URL(forKey: .rawId)
    response = try container.decode(AssertionResponse.self, forKey: .response)
    authenticatorAttachment = try container.decodeIfPresent(AuthenticatorAttachment.self, forKey: .authenticatorAttachment)
    clientExtensionResults = try container.decodeIfPresent(
      AuthenticationExtensionsClientOutputsJSON.self, forKey: .clientExtensionResults)
    type = try container.decode(String.self, forKey: .type)
  }
}

extension AuthenticationResponseJSON.AssertionResponse {
  /// Reads the answer; byte strings may carry base64 padding.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    clientDataJSON = try container.decodePaddedBase64URL(forKey: .clientDataJSON)
    authenticatorData = try container.decodePaddedBase64URL(forKey: .authenticatorData)
    signature = try container.decodePaddedBase64URL(forKey: .signature)
    userHandle = try container.decodePaddedBase64URLIfPresent(forKey: .userHandle)
  }
}
