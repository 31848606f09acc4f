// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Testing
import WebAuthnAuthenticator
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

@Suite("Verifying a registration (WebAuthn L3 §7.1)")
struct RegistrationTests {
  @Test(
    "accepts what our client and authenticator make, and keeps the record of the new passkey", arguments: [COSEAlgorithm.es256, .edDSA])
  func accepted(algorithm: COSEAlgorithm) throws {
    var shop = try Shop()
    let ceremony = shop.relyingParty.beginRegistration(of: shop.user, algorithms: [algorithm], using: &shop.generator)
    let (json, source) = try shop.makePasskey(for: ceremony)
    let verified = try shop.relyingParty.verifyRegistration(RegistrationResponse(parsing: json), of: ceremony, isCredentialIDTaken: false)
    #expect(verified.record.id == source.id)
    #expect(verified.record.userHandle == shop.handle)
    #expect(try COSEKey(encoded: verified.record.publicKey).algorithm == algorithm)
    #expect(verified.record.isBackupEligible && verified.record.isBackedUp)
    #expect(verified.record.signCount == 0)
    #expect(verified.record.transports == ["internal"])
    #expect(verified.isUserVerified)
    #expect(verified.isDiscoverable == true)
    #expect(verified.aaguid == .passfold)
  }

  @Test("accepts the unchanged draft that the refusals below change in one part")
  func unchanged() throws {
    #expect(try RegistrationDraft().refusal() == nil)
  }

  @Test("steps 3 and 13: rejects a response of another type, or whose parts name different credentials")
  func parts() throws {
    var draft = try RegistrationDraft()
    draft.json.type = "password"
    #expect(try draft.refusal() == .malformedResponse)

    draft = try RegistrationDraft()
    draft.json.id = Base64URL([1, 2, 3]).text
    #expect(try draft.refusal() == .malformedResponse)

    draft = try RegistrationDraft()
    draft.json.rawId = Base64URL([1, 2, 3])
    draft.json.id = draft.json.rawId.text
    #expect(try draft.refusal() == .malformedResponse)
  }

  @Test("step 6: rejects client data that is no JSON", arguments: ["", "{", "[]", #"{"type":"webauthn.create"}"#])
  func clientData(text: String) throws {
    var json = try RegistrationDraft().response()
    json.response.clientDataJSON = Base64URL(Array(text.utf8))
    let code = #expect(throws: WebAuthnRelyingPartyError.self) { try RegistrationResponse(parsing: json) }?.code
    #expect(code == .malformedClientData)
  }

  @Test("step 7: rejects client data of an authentication")
  func ceremonyType() throws {
    var draft = try RegistrationDraft()
    draft.clientData.type = "webauthn.get"
    #expect(try draft.refusal() == .ceremonyType)
  }

  @Test("step 8: rejects another challenge, and another spelling of the same")
  func challenge() throws {
    var draft = try RegistrationDraft()
    draft.clientData.challenge = Challenge.make(using: &draft.shop.generator).text
    #expect(try draft.refusal() == .challenge)

    draft = try RegistrationDraft()
    draft.clientData.challenge += "="
    #expect(try draft.refusal() == .challenge)
  }

  @Test(
    "step 9: rejects an origin that is not exactly one of ours",
    arguments: [
      "https://shop.example", "http://login.shop.example", "https://login.shop.example:8443", "https://login.shop.example/",
      "https://login.shop.example.evil.example", "HTTPS://login.shop.example", "null", "",
    ])
  func origin(text: String) throws {
    var draft = try RegistrationDraft()
    draft.clientData.origin = text
    #expect(try draft.refusal() == .origin)
  }

  @Test("step 9: accepts each of several origins")
  func severalOrigins() throws {
    var draft = try RegistrationDraft()
    draft.shop.relyingParty = RelyingParty(
      id: draft.shop.relyingParty.id, name: "Shop",
      origins: [try Origin(parsing: Shop.origin), try Origin(parsing: "https://shop.example")])
    draft.clientData.origin = "https://shop.example"
    #expect(try draft.refusal() == nil)
  }

  @Test("step 10: rejects a cross-origin frame unless frames are expected")
  func crossOrigin() throws {
    var draft = try RegistrationDraft()
    draft.clientData.crossOrigin = true
    #expect(try draft.refusal() == .crossOrigin)

    draft = try RegistrationDraft(framing: .allowed(under: [Origin(parsing: Shop.topOrigin)]))
    draft.clientData.crossOrigin = true
    #expect(try draft.refusal() == nil)
  }

  @Test("step 11: rejects a page on top unless this page is expected")
  func topOrigin() throws {
    var draft = try RegistrationDraft()
    draft.clientData.topOrigin = Shop.topOrigin
    #expect(try draft.refusal() == .crossOrigin)

    draft = try RegistrationDraft(framing: .allowed(under: [Origin(parsing: Shop.topOrigin)]))
    draft.clientData.crossOrigin = true
    draft.clientData.topOrigin = Shop.topOrigin
    #expect(try draft.refusal() == nil)
    draft.clientData.topOrigin = "https://evil.example"
    #expect(try draft.refusal() == .topOrigin)
  }

  @Test("step 13: rejects an attestation object that is none, or that carries no credential")
  func attestationObject() throws {
    var json = try RegistrationDraft().response()
    json.response.attestationObject.bytes.append(0)
    let code = #expect(throws: WebAuthnRelyingPartyError.self) { try RegistrationResponse(parsing: json) }?.code
    #expect(code == .malformedAttestationObject)

    var draft = try RegistrationDraft()
    draft.credential = nil
    #expect(try draft.refusal() == .malformedAttestationObject)
  }

  @Test("step 14: rejects authenticator data for another RP ID, such as the parent or the subdomain")
  func relyingPartyID() throws {
    for name in ["login.shop.example", "other.example"] {
      var draft = try RegistrationDraft()
      draft.relyingPartyID = name
      #expect(try draft.refusal() == .relyingPartyID)
    }
  }

  @Test("step 15: rejects a registration that nobody confirmed, but in conditional mediation")
  func userPresence() throws {
    var draft = try RegistrationDraft()
    draft.flags.remove(.userPresent)
    #expect(try draft.refusal() == .userNotPresent)

    draft = try RegistrationDraft(isConditional: true)
    draft.flags.remove(.userPresent)
    #expect(try draft.refusal() == nil)
  }

  @Test("step 16: rejects a person who is not verified only where this is required")
  func userVerification() throws {
    var draft = try RegistrationDraft(userVerification: .required)
    draft.flags.remove(.userVerified)
    #expect(try draft.refusal() == .userNotVerified)

    draft = try RegistrationDraft(userVerification: .preferred)
    draft.flags.remove(.userVerified)
    #expect(try draft.verify().record.isUserVerificationInitialized == false)
  }

  @Test("step 17: rejects a backup state without backup eligibility")
  func backupState() throws {
    var draft = try RegistrationDraft()
    draft.flags.remove(.backupEligible)
    #expect(try draft.refusal() == .backupState)

    draft.flags.remove(.backupState)
    #expect(try draft.verify().record.isBackupEligible == false)
  }

  @Test("step 20: rejects a key for an algorithm that was not asked for")
  func algorithm() throws {
    let other = try RegistrationDraft(algorithms: [.edDSA])
    var draft = try RegistrationDraft(algorithms: [.es256])
    draft.credential = other.credential
    draft.json = other.json
    #expect(try draft.refusal() == .algorithm)
  }

  @Test("step 13: rejects a point that is not on the curve")
  func offCurve() throws {
    let draft = try RegistrationDraft()
    let key = try #require(draft.credential?.publicKey.encoded)
    var json = try draft.response()
    let object = json.response.attestationObject.bytes
    let start = try #require(object.indices.first { object[$0...].starts(with: key) })
    json.response.attestationObject.bytes[start + key.count - 1] ^= 1
    let code = #expect(throws: WebAuthnRelyingPartyError.self) { try RegistrationResponse(parsing: json) }?.code
    #expect(code == .malformedPublicKey)
  }

  @Test("step 21: rejects attestation formats that are not supported, minding case", arguments: ["Packed", "packed2", "None", ""])
  func format(name: String) throws {
    var draft = try RegistrationDraft()
    draft.format = name
    #expect(try draft.refusal() == .unsupportedAttestationFormat)
  }

  @Test("step 22: rejects a statement beside the format none")
  func statement() throws {
    var draft = try RegistrationDraft()
    draft.statement = .map(["alg": -7])
    #expect(try draft.refusal() == .attestationStatement)
  }

  @Test("step 25: rejects a credential ID of 1024 bytes or none", arguments: [0, 1024])
  func credentialIDLength(count: Int) throws {
    var draft = try RegistrationDraft()
    draft.json.rawId = Base64URL(Array(repeating: 1, count: count))
    draft.json.id = draft.json.rawId.text
    #expect(try draft.refusal() == .credentialIDLength)
  }

  @Test("step 26: rejects a credential ID that is registered")
  func taken() throws {
    var draft = try RegistrationDraft()
    draft.isCredentialIDTaken = true
    #expect(try draft.refusal() == .credentialIDTaken)
  }

  @Test("an error says which step was not passed and equals others of its code")
  func error() throws {
    var draft = try RegistrationDraft()
    draft.clientData.challenge = "AAAA"
    let first = #expect(throws: WebAuthnRelyingPartyError.self) { try draft.verify() }
    #expect(first?.step == "7.1 step 8")
  }
}
