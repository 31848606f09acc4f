// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// An authentication's response that is well formed; nothing in it is verified.
public struct AuthenticationResponse: Hashable, Sendable {
  /// The credential that claims to have signed, by which the server looks the record up.
  public let credentialID: CredentialID
  /// The account that the authenticator names; always there for a discoverable credential.
  public let userHandle: UserHandle?
  /// What the client claims to have seen.
  public let clientData: CollectedClientData
  /// What the authenticator says.
  public let authenticatorData: AuthenticatorData
  /// What the client says of its extensions.
  public let clientExtensionResults: AuthenticationExtensionsClientOutputsJSON
  let clientDataJSON: [UInt8]
  let authenticatorDataBytes: [UInt8]
  let signature: [UInt8]

  /// Reads the text that a page sent.
  /// - Throws: as ``init(parsing:)-(AuthenticationResponseJSON)``, `malformedResponse` also for a text that is no such JSON.
  public init(parsing json: some Sequence<UInt8>) throws(WebAuthnRelyingPartyError) {
    let members: AuthenticationResponseJSON
    do throws(WebAuthnModelError) {
      members = try AuthenticationResponseJSON(parsing: json)
    } catch {
      throw WebAuthnRelyingPartyError(.malformedResponse, step: "7.2 step 3")
    }
    try self.init(parsing: members)
  }

  /// Reads what a page sent (WebAuthn L3 §7.2 steps 3, 4 and 7 to 9).
  /// - Throws: `malformedResponse`, `malformedClientData`, `malformedAuthenticatorData`, `userHandle` for one of impossible length.
  public init(parsing json: AuthenticationResponseJSON) throws(WebAuthnRelyingPartyError) {
    // 3. The response is of an assertion, which the JSON type says, and of a public key.
    guard json.type == "public-key", let credentialID = CredentialID(json.rawId.bytes), json.id.isExactly(credentialID.text) else {
      throw WebAuthnRelyingPartyError(.malformedResponse, step: "7.2 step 3")
    }
    self.credentialID = credentialID

    // 4. Client extension outputs.
    clientExtensionResults = json.clientExtensionResults ?? .init()

    // 7. The three parts, and the user handle of step 6. Some clients write an absent handle as an empty one.
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

  /// The challenge that the response claims to answer, for the store; nil when it is not base64url.
  public var claimedChallenge: Challenge? { Base64URL(parsing: clientData.challenge).map { Challenge($0.bytes) } }
}
