// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// A browser's response to a registration (WebAuthn L3 §5.1, `RegistrationResponseJSON`): unverified input to a relying party.
public struct RegistrationResponseJSON: Codable, Hashable, Sendable {
  /// The authenticator's response (WebAuthn L3 §5.1, `AuthenticatorAttestationResponseJSON`).
  public struct AttestationResponse: Codable, Hashable, Sendable {
    /// The client data in the bytes that were hashed.
    public var clientDataJSON: Base64URL
    /// The authenticator data, copied from the attestation object for convenience. Verifiers do not rely on it.
    public var authenticatorData: Base64URL?
    /// The transports for reaching the authenticator.
    public var transports: [String]?
    /// The public key as `SubjectPublicKeyInfo`, for convenience. Verifiers do not rely on it.
    public var publicKey: Base64URL?
    /// The public key's algorithm, for convenience. Verifiers do not rely on it.
    public var publicKeyAlgorithm: COSEAlgorithm?
    /// The attestation object in CBOR, as received from the authenticator (WebAuthn L3 §6.5).
    public var attestationObject: Base64URL
  }

  /// The credential ID in base64url.
  public var id: String
  /// The credential ID.
  public var rawId: Base64URL
  /// The authenticator's response.
  public var response: AttestationResponse
  /// The authenticator's attachment.
  public var authenticatorAttachment: AuthenticatorAttachment?
  /// The extension outputs for the page. They are not signed.
  public var clientExtensionResults: AuthenticationExtensionsClientOutputsJSON?
  /// `public-key`.
  public var type: String

  /// Creates the response for a new credential (WebAuthn L3 §5.1.3 step 22, "success").
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
  /// Reads the posted text of a response. Byte strings may have base64 padding.
  ///
  /// - Throws: `malformedResponse` unless the text is a JSON object with members of the right types, and neither it nor its `response` has
  ///   a member twice.
  public init(parsing json: some Sequence<UInt8>) throws(WebAuthnModelError) {
    // The strict parser finds what the general one would miss. Registrations are too rare for a dedicated parser.
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

  /// Reads a response. Byte strings may have base64 padding.
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
  /// Reads the authenticator's response. Byte strings may have base64 padding.
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
