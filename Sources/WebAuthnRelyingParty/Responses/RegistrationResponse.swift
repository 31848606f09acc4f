// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// A well-formed response to a registration; nothing in it is verified.
public struct RegistrationResponse: Hashable, Sendable {
  /// The new credential's ID, for checking whether it is already registered.
  public let credentialID: CredentialID
  /// The client data, as claimed by the client.
  public let clientData: CollectedClientData
  /// The attestation object, parsed but not verified.
  public let attestationObject: AttestationObject
  /// The new credential from the attestation object.
  public let credential: AuthenticatorData.AttestedCredentialData
  /// The authenticator's transports, as reported by the client.
  public let transports: [String]
  /// The client extension outputs.
  public let clientExtensionResults: AuthenticationExtensionsClientOutputsJSON
  let clientDataJSON: [UInt8]

  /// Reads the text that a page sent.
  ///
  /// - Throws: The errors of ``init(parsing:)-(RegistrationResponseJSON)``; `malformedResponse` also for a text that is not such JSON.
  public init(parsing json: some Sequence<UInt8>) throws(WebAuthnRelyingPartyError) {
    let members: RegistrationResponseJSON
    do throws(WebAuthnModelError) {
      members = try RegistrationResponseJSON(parsing: json)
    } catch {
      throw WebAuthnRelyingPartyError(.malformedResponse, step: "7.1 step 3")
    }
    try self.init(parsing: members)
  }

  /// Reads the response that a page sent (WebAuthn L3 §7.1 steps 3 to 6, 13 and 25).
  ///
  /// - Throws: `malformedResponse`, `malformedClientData`, `malformedAttestationObject`, `malformedPublicKey`, `algorithm` for an unknown
  ///   type of key, or `credentialIDLength`.
  public init(parsing json: RegistrationResponseJSON) throws(WebAuthnRelyingPartyError) {
    // 25. (first, because the type holds no other) The credential ID has 1 to 1023 bytes.
    guard let credentialID = CredentialID(json.rawId.bytes) else {
      throw WebAuthnRelyingPartyError(.credentialIDLength, step: "7.1 step 25")
    }

    // 3. The response must be an attestation, which the JSON type ensures, for a public key.
    guard json.type == "public-key", json.id.isExactly(credentialID.text) else {
      throw WebAuthnRelyingPartyError(.malformedResponse, step: "7.1 step 3")
    }

    // 4. Client extension outputs.
    clientExtensionResults = json.clientExtensionResults ?? .init()

    // 5. and 6. UTF-8 and JSON.
    clientDataJSON = json.response.clientDataJSON.bytes
    do throws(WebAuthnModelError) {
      clientData = try CollectedClientData(parsing: clientDataJSON)
    } catch {
      throw WebAuthnRelyingPartyError(.malformedClientData, step: "7.1 step 6")
    }

    // 13. CBOR. The copies of authenticator data and public key next to the attestation object are not used.
    do throws(WebAuthnModelError) {
      attestationObject = try AttestationObject(parsing: json.response.attestationObject.bytes)
    } catch {
      throw switch error.code {
      case .credentialIDLength: WebAuthnRelyingPartyError(.credentialIDLength, step: "7.1 step 25")
      case .malformedPublicKey: WebAuthnRelyingPartyError(.malformedPublicKey, step: "7.1 step 13")
      case .unsupportedPublicKey: WebAuthnRelyingPartyError(.algorithm, step: "7.1 step 20")
      default: WebAuthnRelyingPartyError(.malformedAttestationObject, step: "7.1 step 13")
      }
    }
    guard let credential = attestationObject.authenticatorData.attestedCredentialData else {
      throw WebAuthnRelyingPartyError(.malformedAttestationObject, step: "7.1 step 13")
    }
    guard credential.credentialID == credentialID else { throw WebAuthnRelyingPartyError(.malformedResponse, step: "7.1 step 13") }
    self.credential = credential
    self.credentialID = credentialID
    transports = json.response.transports ?? []
  }

  /// The challenge that the response claims to answer, for the store; nil if it is not base64url.
  public var claimedChallenge: Challenge? { Base64URL(parsing: clientData.challenge).map { Challenge($0.bytes) } }
}
