// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// A well-formed response to an authentication; nothing in it is verified.
public struct AuthenticationResponse: Hashable, Sendable {
  /// The credential that claims to have signed, for looking up its record.
  public let credentialID: CredentialID
  /// The account that the authenticator names; always present for a discoverable credential.
  public let userHandle: UserHandle?
  /// The client data, as claimed by the client.
  public let clientData: CollectedClientData
  /// The parsed authenticator data.
  public let authenticatorData: AuthenticatorData
  /// The client extension outputs.
  public let clientExtensionResults: AuthenticationExtensionsClientOutputsJSON
  let clientDataJSON: [UInt8]
  let authenticatorDataBytes: [UInt8]
  let signature: [UInt8]

  /// Reads the text that a page sent.
  ///
  /// - Throws: The errors of ``init(parsing:)-(AuthenticationResponseJSON)``; `malformedResponse` also for a text that is not such JSON.
  public init(parsing json: some Sequence<UInt8>) throws(WebAuthnRelyingPartyError) {
    let members: AuthenticationResponseJSON
    do throws(WebAuthnModelError) {
      members = try AuthenticationResponseJSON(parsing: json)
    } catch {
      throw WebAuthnRelyingPartyError(.malformedResponse, step: "7.2 step 3")
    }
    try self.init(parsing: members)
  }

  /// Reads the response that a page sent (WebAuthn L3 §7.2 steps 3, 4 and 7 to 9).
  ///
  /// - Throws: `malformedResponse`, `malformedClientData`, `malformedAuthenticatorData`, or `userHandle` for one of an invalid length.
  public init(parsing json: AuthenticationResponseJSON) throws(WebAuthnRelyingPartyError) {
    // 3. The response must be an assertion, which the JSON type ensures, for a public key.
    guard json.type == "public-key", let credentialID = CredentialID(json.rawId.bytes), json.id.isExactly(credentialID.text) else {
      throw WebAuthnRelyingPartyError(.malformedResponse, step: "7.2 step 3")
    }
    self.credentialID = credentialID

    // 4. Client extension outputs.
    clientExtensionResults = json.clientExtensionResults ?? .init()

    // 7. The three parts, and the user handle of step 6. Some clients send an empty handle instead of none.
    clientDataJSON = json.response.clientDataJSON.bytes
    authenticatorDataBytes = json.response.authenticatorData.bytes
    signature = json.response.signature.bytes
    let handle = json.response.userHandle?.bytes ?? []
    userHandle = UserHandle(handle)
    guard handle.isEmpty || userHandle != nil else { throw WebAuthnRelyingPartyError(.userHandle, step: "7.2 step 6") }

    // 8. and 9. UTF-8 and JSON.
    do throws(WebAuthnModelError) {
      clientData = try CollectedClientData(parsing: clientDataJSON)
    } catch {
      throw WebAuthnRelyingPartyError(.malformedClientData, step: "7.2 step 9")
    }
    do throws(WebAuthnModelError) {
      authenticatorData = try AuthenticatorData(parsing: authenticatorDataBytes)
    } catch {
      throw WebAuthnRelyingPartyError(.malformedAuthenticatorData, step: "7.2 step 15")
    }
  }

  /// The challenge that the response claims to answer, for the store; nil if it is not base64url.
  public var claimedChallenge: Challenge? { Base64URL(parsing: clientData.challenge).map { Challenge($0.bytes) } }
}
