// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A browser's response to an authentication (WebAuthn L3 §5.1, `AuthenticationResponseJSON`): unverified input to a relying party.
public struct AuthenticationResponseJSON: Codable, Hashable, Sendable {
  /// The authenticator's response (WebAuthn L3 §5.1, `AuthenticatorAssertionResponseJSON`).
  public struct AssertionResponse: Codable, Hashable, Sendable {
    /// The client data in the bytes that were hashed.
    public var clientDataJSON: Base64URL
    /// The authenticator data in the bytes that were signed.
    public var authenticatorData: Base64URL
    /// The signature over authenticator data and client data hash.
    public var signature: Base64URL
    /// The user handle that the credential was created for; always present for a discoverable credential.
    public var userHandle: Base64URL?
  }

  /// The credential ID in base64url.
  public var id: String
  /// The credential ID.
  public var rawId: Base64URL
  /// The authenticator's response.
  public var response: AssertionResponse
  /// The authenticator's attachment.
  public var authenticatorAttachment: AuthenticatorAttachment?
  /// The extension outputs for the page. They are not signed.
  public var clientExtensionResults: AuthenticationExtensionsClientOutputsJSON?
  /// `public-key`.
  public var type: String

  /// Creates the response for an assertion (WebAuthn L3 §5.1.4.1 step 21, "success").
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
  /// Reads the posted text of a response, much faster than `JSONDecoder`. Byte strings may have base64 padding.
  ///
  /// - Throws: `malformedResponse` unless the text is one JSON object in UTF-8 with members of the right types and no member twice.
  public init(parsing json: some Sequence<UInt8>) throws(WebAuthnModelError) {
    do throws(JSONReader.Malformed) {
      var reader = JSONReader(ArraySlice(json))
      var id: String?, rawId: Base64URL?, response: AssertionResponse?, type: String?
      var attachment: AuthenticatorAttachment?, results: AuthenticationExtensionsClientOutputsJSON?
      try reader.object { name, value throws(JSONReader.Malformed) in
        switch name {
        case "id": id = try value.string()
        case "rawId": rawId = try value.paddedBase64URL()
        case "response": response = try AssertionResponse(from: &value)
        case "authenticatorAttachment":
          attachment = try value.unlessNull { text throws(JSONReader.Malformed) in
            AuthenticatorAttachment(rawValue: try text.string())
          }
        case "clientExtensionResults":
          results = try value.unlessNull { object throws(JSONReader.Malformed) in try object.clientExtensionResults() }
        case "type": type = try value.string()
        default: try value.skipValue()
        }
      }
      try reader.finish()
      guard let id, let rawId, let response, let type else { throw JSONReader.Malformed() }
      (self.id, self.rawId, self.response, self.type) = (id, rawId, response, type)
      (authenticatorAttachment, clientExtensionResults) = (attachment, results)
    } catch {
      throw WebAuthnModelError(.malformedResponse)
    }
  }

  /// Reads a response. Byte strings may have base64 padding.
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
  init(from reader: inout JSONReader) throws(JSONReader.Malformed) {
    var clientDataJSON: Base64URL?, authenticatorData: Base64URL?, signature: Base64URL?, userHandle: Base64URL?
    try reader.object { name, value throws(JSONReader.Malformed) in
      switch name {
      case "clientDataJSON": clientDataJSON = try value.paddedBase64URL()
      case "authenticatorData": authenticatorData = try value.paddedBase64URL()
      case "signature": signature = try value.paddedBase64URL()
      case "userHandle": userHandle = try value.unlessNull { text throws(JSONReader.Malformed) in try text.paddedBase64URL() }
      default: try value.skipValue()
      }
    }
    guard let clientDataJSON, let authenticatorData, let signature else { throw JSONReader.Malformed() }
    (self.clientDataJSON, self.authenticatorData, self.signature) = (clientDataJSON, authenticatorData, signature)
    self.userHandle = userHandle
  }

  /// Reads the authenticator's response. Byte strings may have base64 padding.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    clientDataJSON = try container.decodePaddedBase64URL(forKey: .clientDataJSON)
    authenticatorData = try container.decodePaddedBase64URL(forKey: .authenticatorData)
    signature = try container.decodePaddedBase64URL(forKey: .signature)
    userHandle = try container.decodePaddedBase64URLIfPresent(forKey: .userHandle)
  }
}
