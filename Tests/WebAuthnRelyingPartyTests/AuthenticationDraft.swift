// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SecretMemory
import WebAuthnAuthenticator
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

/// A valid authentication. A test changes one part, and it is signed afterwards.
struct AuthenticationDraft {
  var shop: Shop
  var ceremony: AuthenticationCeremony
  var record: PublicKeyCredentialRecord?
  var source: PublicKeyCredentialSource
  var json: AuthenticationResponseJSON
  var clientData: ClientDataMembers
  var relyingPartyID: String
  var flags: AuthenticatorData.Flags
  var signCount: UInt32 = 0

  init(
    framing: RelyingParty.Framing = .refused, userVerification: UserVerificationRequirement = .preferred, isUserKnown: Bool = false,
    allowing: [PublicKeyCredentialDescriptorJSON] = []
  ) throws {
    shop = try Shop(framing: framing)
    let registered = try shop.register()
    (record, source) = (registered.record, registered.source)
    let open = shop.relyingParty.beginAuthentication(of: isUserKnown ? shop.handle : nil, using: &shop.generator)
    json = try shop.usePasskey(source, for: open)
    ceremony = shop.relyingParty.beginAuthentication(
      of: isUserKnown ? shop.handle : nil, allowing: allowing, userVerification: userVerification, using: &shop.generator)
    clientData = ClientDataMembers("webauthn.get", ceremony.challenge)
    relyingPartyID = shop.relyingParty.id.name
    flags = try AuthenticatorData(parsing: json.response.authenticatorData.bytes).flags
  }

  /// The response as it is sent, signed with the passkey.
  func response() throws -> AuthenticationResponseJSON {
    let data = AuthenticatorData(relyingPartyID: try RelyingPartyID(relyingPartyID), flags: flags, signCount: signCount).encoded
    let clientDataJSON = try clientData.json
    let key = try source.privateKey.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
    var json = json
    json.response.clientDataJSON = Base64URL(clientDataJSON)
    json.response.authenticatorData = Base64URL(data)
    json.response.signature = Base64URL(
      try key.signature(for: data + CollectedClientData.hash(of: clientDataJSON)).derRepresentation)
    return json
  }

  /// Parses and verifies a response, or the draft's own.
  func verify(_ response: AuthenticationResponseJSON? = nil) throws -> VerifiedAuthentication {
    try shop.relyingParty.verifyAuthentication(
      AuthenticationResponse(parsing: response ?? self.response()), of: ceremony, record: record)
  }

  /// Returns the code of the refusal, or nil if the authentication is accepted.
  func refusal(_ response: AuthenticationResponseJSON? = nil) throws -> WebAuthnRelyingPartyError.Code? {
    do {
      _ = try verify(response)
      return nil
    } catch let error as WebAuthnRelyingPartyError {
      return error.code
    }
  }
}
