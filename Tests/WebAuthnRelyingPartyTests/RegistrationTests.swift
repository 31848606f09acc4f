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
    "a response of Passfold's client and authenticator is accepted, and its record describes the new passkey",
    arguments: [COSEAlgorithm.es256, .edDSA])
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

  @Test("the unchanged draft, of which the tests below change one part, is accepted")
  func unchanged() throws {
    #expect(try RegistrationDraft().refusal() == nil)
  }

  @Test("steps 3 and 13: a response of another type, or whose parts name different credentials, is rejected")
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

  @Test("step 6: client data that are not JSON or lack members are rejected", arguments: ["", "{", "[]", #"{"type":"webauthn.create"}"#])
  func clientData(text: String) throws {
    var json = try RegistrationDraft().response()
    json.response.clientDataJSON = Base64URL(Array(text.utf8))
    let code = #expect(throws: WebAuthnRelyingPartyError.self) { try RegistrationResponse(parsing: json) }?.code
    #expect(code == .malformedClientData)
  }

  @Test("step 7: client data of an authentication are rejected")
  func ceremonyType() throws {
    var draft = try RegistrationDraft()
    draft.clientData.type = "webauthn.get"
    #expect(try draft.refusal() == .ceremonyType)
  }

  @Test("step 8: another challenge, or another spelling of the same one, is rejected")
  func challenge() throws {
    var draft = try RegistrationDraft()
    draft.clientData.challenge = Challenge.make(using: &draft.shop.generator).text
    #expect(try draft.refusal() == .challenge)

    draft = try RegistrationDraft()
    draft.clientData.challenge += "="
    #expect(try draft.refusal() == .challenge)
  }

  @Test(
    "step 9: an origin that is not exactly one of the relying party's is rejected",
    arguments: [
      "https://shop.example", "http://login.shop.example", "https://login.shop.example:8443", "https://login.shop.example/",
      "https://login.shop.example.evil.example", "HTTPS://login.shop.example", "null", "",
    ])
  func origin(text: String) throws {
    var draft = try RegistrationDraft()
    draft.clientData.origin = text
    #expect(try draft.refusal() == .origin)
  }

  @Test("step 9: each of several origins is accepted")
  func severalOrigins() throws {
    var draft = try RegistrationDraft()
    draft.shop.relyingParty = RelyingParty(
      id: draft.shop.relyingParty.id, name: "Shop",
      origins: [try Origin(parsing: Shop.origin), try Origin(parsing: "https://shop.example")])
    draft.clientData.origin = "https://shop.example"
    #expect(try draft.refusal() == nil)
  }

  @Test("step 10: a cross-origin frame is rejected unless framing is allowed")
  func crossOrigin() throws {
    var draft = try RegistrationDraft()
    draft.clientData.crossOrigin = true
    #expect(try draft.refusal() == .crossOrigin)

    draft = try RegistrationDraft(framing: .allowed(under: [Origin(parsing: Shop.topOrigin)]))
    draft.clientData.crossOrigin = true
    #expect(try draft.refusal() == nil)
  }

  @Test("step 11: a top origin is rejected unless it is allowed")
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

  @Test("step 13: a malformed attestation object, or one without a credential, is rejected")
  func attestationObject() throws {
    var json = try RegistrationDraft().response()
    json.response.attestationObject.bytes.append(0)
    let code = #expect(throws: WebAuthnRelyingPartyError.self) { try RegistrationResponse(parsing: json) }?.code
    #expect(code == .malformedAttestationObject)

    var draft = try RegistrationDraft()
    draft.credential = nil
    #expect(try draft.refusal() == .malformedAttestationObject)
  }

  @Test("step 14: authenticator data for another RP ID, such as a subdomain, are rejected")
  func relyingPartyID() throws {
    for name in ["login.shop.example", "other.example"] {
      var draft = try RegistrationDraft()
      draft.relyingPartyID = name
      #expect(try draft.refusal() == .relyingPartyID)
    }
  }

  @Test("step 15: a registration without user presence is rejected, except with conditional mediation")
  func userPresence() throws {
    var draft = try RegistrationDraft()
    draft.flags.remove(.userPresent)
    #expect(try draft.refusal() == .userNotPresent)

    draft = try RegistrationDraft(isConditional: true)
    draft.flags.remove(.userPresent)
    #expect(try draft.refusal() == nil)
  }

  @Test("step 16: missing user verification is rejected only if it is required")
  func userVerification() throws {
    var draft = try RegistrationDraft(userVerification: .required)
    draft.flags.remove(.userVerified)
    #expect(try draft.refusal() == .userNotVerified)

    draft = try RegistrationDraft(userVerification: .preferred)
    draft.flags.remove(.userVerified)
    #expect(try draft.verify().record.isUserVerificationInitialized == false)
  }

  @Test("step 17: a backup state without backup eligibility is rejected")
  func backupState() throws {
    var draft = try RegistrationDraft()
    draft.flags.remove(.backupEligible)
    #expect(try draft.refusal() == .backupState)

    draft.flags.remove(.backupState)
    #expect(try draft.verify().record.isBackupEligible == false)
  }

  @Test("step 20: a key for an algorithm that was not requested is rejected")
  func algorithm() throws {
    let other = try RegistrationDraft(algorithms: [.edDSA])
    var draft = try RegistrationDraft(algorithms: [.es256])
    draft.credential = other.credential
    draft.json = other.json
    #expect(try draft.refusal() == .algorithm)
  }

  @Test("step 13: a point that is not on the curve is rejected")
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

  @Test("step 21: an unsupported attestation format is rejected, case-sensitively", arguments: ["Packed", "packed2", "None", ""])
  func format(name: String) throws {
    var draft = try RegistrationDraft()
    draft.format = name
    #expect(try draft.refusal() == .unsupportedAttestationFormat)
  }

  @Test("step 22: a non-empty statement with the format none is rejected")
  func statement() throws {
    var draft = try RegistrationDraft()
    draft.statement = .map(["alg": -7])
    #expect(try draft.refusal() == .attestationStatement)
  }

  @Test("step 25: an empty credential ID, or one of 1024 bytes, is rejected", arguments: [0, 1024])
  func credentialIDLength(count: Int) throws {
    var draft = try RegistrationDraft()
    draft.json.rawId = Base64URL(Array(repeating: 1, count: count))
    draft.json.id = draft.json.rawId.text
    #expect(try draft.refusal() == .credentialIDLength)
  }

  @Test("step 26: a credential ID that is already registered is rejected")
  func taken() throws {
    var draft = try RegistrationDraft()
    draft.isCredentialIDTaken = true
    #expect(try draft.refusal() == .credentialIDTaken)
  }

  @Test("an error names the step that failed")
  func error() throws {
    var draft = try RegistrationDraft()
    draft.clientData.challenge = "AAAA"
    let first = #expect(throws: WebAuthnRelyingPartyError.self) { try draft.verify() }
    #expect(first?.step == "7.1 step 8")
  }
}
