// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

/// A valid registration, of which a test changes one part. Without attestation, nothing else has to be adapted.
struct RegistrationDraft {
  var shop: Shop
  var ceremony: RegistrationCeremony
  var json: RegistrationResponseJSON
  var clientData: ClientDataMembers
  var relyingPartyID: String
  var flags: AuthenticatorData.Flags
  var credential: AuthenticatorData.AttestedCredentialData?
  var format = "none"
  var statement = CBORValue.map([:])
  /// Makes the statement over authenticator data and client data hash, instead of the fixed one.
  var makeStatement: (([UInt8], [UInt8]) throws -> CBORValue)?
  var isCredentialIDTaken = false

  init(
    framing: RelyingParty.Framing = .refused, userVerification: UserVerificationRequirement = .preferred, isConditional: Bool = false,
    algorithms: [COSEAlgorithm] = RelyingParty.supportedAlgorithms
  ) throws {
    shop = try Shop(framing: framing)
    ceremony = shop.relyingParty.beginRegistration(
      of: shop.user, userVerification: userVerification, algorithms: algorithms, isConditional: isConditional, using: &shop.generator)
    json = try shop.makePasskey(for: ceremony).response
    let object = try AttestationObject(parsing: json.response.attestationObject.bytes)
    clientData = ClientDataMembers("webauthn.create", ceremony.challenge)
    relyingPartyID = shop.relyingParty.id.name
    flags = object.authenticatorData.flags
    credential = object.authenticatorData.attestedCredentialData
  }

  /// The response as it is sent.
  func response() throws -> RegistrationResponseJSON {
    let data = AuthenticatorData(
      relyingPartyID: try RelyingPartyID(relyingPartyID), flags: flags, signCount: 0, attestedCredentialData: credential)
    var json = json
    let clientDataJSON = try clientData.json
    let statement = try makeStatement?(data.encoded, CollectedClientData.hash(of: clientDataJSON)) ?? statement
    json.response.clientDataJSON = Base64URL(clientDataJSON)
    json.response.attestationObject = Base64URL(
      CBOREncoder(profile: .ctap2).encode(
        .map(["fmt": .text(format), "attStmt": statement, "authData": .bytes(data.encoded)])))
    return json
  }

  /// Parses and verifies the response.
  func verify(trust: AttestationTrust = .ignored) throws -> VerifiedRegistration {
    try shop.relyingParty.verifyRegistration(
      RegistrationResponse(parsing: response()), of: ceremony, isCredentialIDTaken: isCredentialIDTaken, trust: trust)
  }

  /// Returns the code of the refusal, or nil if the registration is accepted.
  func refusal() throws -> WebAuthnRelyingPartyError.Code? {
    do {
      _ = try verify()
      return nil
    } catch let error as WebAuthnRelyingPartyError {
      return error.code
    }
  }
}
