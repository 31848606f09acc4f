// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// What a browser sends after a registration (WebAuthn L3 §5.1, `RegistrationResponseJSON`): unverified input to a relying party.
public struct RegistrationResponseJSON: Codable, Hashable, Sendable {
  /// The authenticator's answer (WebAuthn L3 §5.1, `AuthenticatorAttestationResponseJSON`).
  public struct AttestationResponse: Codable, Hashable, Sendable {
    /// The client data as it was hashed.
    public var clientDataJSON: Base64URL
    /// The authenticator data, repeated out of the attestation object for convenience; a verifier does not rely on it.
    public var authenticatorData: Base64URL?
    /// How the authenticator can be reached.
    public var transports: [String]?
    /// The public key as `SubjectPublicKeyInfo`, for convenience; a verifier does not rely on it.
    public var publicKey: Base64URL?
    /// The public key's algorithm, for convenience; a verifier does not rely on it.
    public var publicKeyAlgorithm: COSEAlgorithm?
    /// The attestation object in CBOR, as it came from the authenticator (WebAuthn L3 §6.5).
    public var attestationObject: Base64URL
  }

  /// The credential ID in base64url.
  public var id: String
  /// The credential ID.
  public var rawId: Base64URL
  /// The authenticator's answer.
  public var response: AttestationResponse
  /// Where the authenticator sits.
  public var authenticatorAttachment: AuthenticatorAttachment?
  /// What extensions gave the page; none of it is signed.
  public var clientExtensionResults: AuthenticationExtensionsClientOutputsJSON?
  /// `public-key`.
  public var type: String

  /// Assembles the response that belongs to a new credential (WebAuthn L3 §5.1.3 step 22, "success").
  public init(
    credential: AuthenticatorData.AttestedCredentialData, attestationObject: AttestationObject, clientDataJSON: [UInt8],
    transports: [String],
    authenticatorAttachment: AuthenticatorAttachment?, clientExtensionResults: AuthenticationExtensionsClientOutputsJSON
  ) {
    id = credential.credentialID.text
    rawId = Base64URL(credential.credentialID.bytes)
    response = AttestationResponse(
      clientDataJSON: Base64URL(clientDataJSON), authenticatorData: Base64URL(attestationObject.authenticatorDataBytes),
      transports: transports,
      publicKey: Base64URL(credential.publicKey.subjectPublicKeyInfo), publicKeyAlgorithm: credential.publicKey.algorithm,
      attestationObject: Base64URL(attestationObject.encoded))
    self.authenticatorAttachment = authenticatorAttachment
    self.clientExtensionResults = clientExtensionResults
    type = "public-key"
  }
}

extension RegistrationResponseJSON {
  /// Reads the posted text of a response; byte strings may carry base64 padding.
  /// - Throws: `malformedResponse` unless the text is a JSON object with the members in their types, and none of its own or its `response`'s twice.
  public init(parsing json: some Sequence<UInt8>) throws(WebAuthnModelError) {
    // Looked at by the strict reader for what the general one would not see; a registration is too rare to read its own way.
    do throws(JSONReader.Malformed) {
      let text = ArraySlice(json)
      var reader = JSONReader(text)
      try reader.object { name, value throws(JSONReader.Malformed) in
        if name == "response" {
          try value.object { _, member throws(JSONReader.Malformed) in try member.skipValue() }
        } else {
          try value.skipValue()
        }
      }
      try reader.finish()
      guard let response = try? JSONDecoder().decode(Self.self, from: Data(text)) else { throw JSONReader.Malformed() }
      self = response
    } catch {
      throw WebAuthnModelError(.malformedResponse)
    }
  }

  /// Reads a response; byte strings may carry base64 padding.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    rawId = try container.decodePaddedBase64URL(forKey: .rawId)
    response = try container.decode(AttestationResponse.self, forKey: .response)
    authenticatorAttachment = try container.decodeIfPresent(AuthenticatorAttachment.self, forKey: .authenticatorAttachment)
    clientExtensionResults = try container.decodeIfPresent(
      AuthenticationExtensionsClientOutputsJSON.self, forKey: .clientExtensionResults)
    type = try container.decode(String.self, forKey: .type)
  }
}

extension RegistrationResponseJSON.AttestationResponse {
  /// Reads the answer; byte strings may carry base64 padding.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    clientDataJSON = try container.decodePaddedBase64URL(forKey: .clientDataJSON)
    authenticatorData = try container.decodePaddedBase64URLIfPresent(forKey: .authenticatorData)
    transports = try container.decodeIfPresent([String].self, forKey: .transports)
    publicKey = try container.decodePaddedBase64URLIfPresent(forKey: .publicKey)
    publicKeyAlgorithm = try container.decodeIfPresent(COSEAlgorithm.self, forKey: .publicKeyAlgorithm)
    attestationObject = try container.decodePaddedBase64URL(forKey: .attestationObject)
  }
}
