// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import CryptoExtras
import Testing
import WebAuthnAuthenticator
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

@Suite("Verifying an authentication (WebAuthn L3 §7.2)")
struct AuthenticationTests {
  @Test(
    "a response of Passfold's client and authenticator is accepted, for each of its algorithms", arguments: [COSEAlgorithm.es256, .edDSA])
  func accepted(algorithm: COSEAlgorithm) throws {
    var shop = try Shop()
    let (record, source) = try shop.register(algorithms: [algorithm])
    let ceremony = shop.relyingParty.beginAuthentication(using: &shop.generator)
    let json = try shop.usePasskey(source, for: ceremony)
    let verified = try shop.relyingParty.verifyAuthentication(AuthenticationResponse(parsing: json), of: ceremony, record: record)
    #expect(verified.record == record)
    #expect(verified.isUserVerified)
    #expect(verified.signatureCounter == .unused)
  }

  @Test("an RS256 signature is accepted only with PKCS #1 v1.5 padding")
  func rs256() throws {
    var draft = try AuthenticationDraft()
    let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    let numbers = try key.publicKey.getKeyPrimitives()
    let publicKey = try COSEKey(
      .map([1: 3, 3: -257, -1: .bytes(Array(numbers.modulus)), -2: .bytes(Array(numbers.publicExponent))]))
    let record = try #require(draft.record)
    draft.record = PublicKeyCredentialRecord(
      id: record.id, userHandle: record.userHandle, publicKey: publicKey.encoded, signCount: 0, isUserVerificationInitialized: true,
      transports: [], isBackupEligible: true, isBackedUp: true)
    var json = try draft.response()
    #expect(try draft.refusal(json) == .signature)
    let message = json.response.authenticatorData.bytes + CollectedClientData.hash(of: json.response.clientDataJSON.bytes)
    json.response.signature = Base64URL(try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
    #expect(try draft.refusal(json) == nil)
    json.response.signature = Base64URL(try key.signature(for: SHA256.hash(data: message), padding: .PSS).rawRepresentation)
    #expect(try draft.refusal(json) == .signature)
  }

  @Test("the unchanged draft, of which the tests below change one part, is accepted")
  func unchanged() throws {
    #expect(try AuthenticationDraft().refusal() == nil)
  }

  @Test("step 3: a response of another type, or whose id differs from its rawId, is rejected")
  func parts() throws {
    var draft = try AuthenticationDraft()
    draft.json.type = "password"
    #expect(try draft.refusal() == .malformedResponse)

    draft = try AuthenticationDraft()
    draft.json.id = Base64URL([1, 2, 3]).text
    #expect(try draft.refusal() == .malformedResponse)
  }

  @Test("step 5: a credential that is not in the allow list is rejected")
  func notAllowed() throws {
    let stranger = try #require(CredentialID([1, 2, 3]))
    #expect(try AuthenticationDraft(allowing: [.init(id: stranger)]).refusal() == .credentialNotAllowed)
  }

  @Test("step 6: a credential without a record, or with another credential's record, is rejected")
  func unknownCredential() throws {
    var draft = try AuthenticationDraft()
    draft.record = nil
    #expect(try draft.refusal() == .unknownCredential)

    draft = try AuthenticationDraft()
    draft.record = try draft.shop.register().record
    #expect(try draft.refusal() == .unknownCredential)
  }

  @Test("step 6: another account's credential is rejected if the account is already known")
  func otherAccount() throws {
    var draft = try AuthenticationDraft()
    let other = try #require(UserHandle([9]))
    draft.ceremony = draft.shop.relyingParty.beginAuthentication(of: other, using: &draft.shop.generator)
    draft.clientData.challenge = draft.ceremony.challenge.text
    #expect(try draft.refusal() == .unknownCredential)
  }

  @Test("step 6: the user handle may be absent only if the account is already known")
  func userHandleMissing() throws {
    var draft = try AuthenticationDraft()
    draft.json.response.userHandle = nil
    #expect(try draft.refusal() == .userHandleMissing)

    draft = try AuthenticationDraft(isUserKnown: true)
    draft.json.response.userHandle = nil
    #expect(try draft.refusal() == nil)
  }

  @Test("step 6: a user handle other than the account's is rejected", arguments: [false, true])
  func userHandle(isUserKnown: Bool) throws {
    var draft = try AuthenticationDraft(isUserKnown: isUserKnown)
    draft.json.response.userHandle = Base64URL([9])
    #expect(try draft.refusal() == .userHandle)
    draft.json.response.userHandle = Base64URL(Array(repeating: 9, count: 65))
    #expect(try draft.refusal() == .userHandle)
  }

  @Test("step 9: client data that are not JSON are rejected")
  func malformedClientData() throws {
    var json = try AuthenticationDraft().response()
    json.response.clientDataJSON = Base64URL(Array("{".utf8))
    #expect(try AuthenticationDraft().refusal(json) == .malformedClientData)
  }

  @Test("step 10: client data of a registration are rejected")
  func ceremonyType() throws {
    var draft = try AuthenticationDraft()
    draft.clientData.type = "webauthn.create"
    #expect(try draft.refusal() == .ceremonyType)
  }

  @Test("step 11: another challenge is rejected")
  func challenge() throws {
    var draft = try AuthenticationDraft()
    draft.clientData.challenge = Challenge.make(using: &draft.shop.generator).text
    #expect(try draft.refusal() == .challenge)
  }

  @Test("step 12: another origin is rejected", arguments: ["https://shop.example", "https://login.shop.example:444", "null"])
  func origin(text: String) throws {
    var draft = try AuthenticationDraft()
    draft.clientData.origin = text
    #expect(try draft.refusal() == .origin)
  }

  @Test("steps 13 and 14: a cross-origin frame is rejected unless framing under that top origin is allowed")
  func frames() throws {
    var draft = try AuthenticationDraft()
    draft.clientData.crossOrigin = true
    #expect(try draft.refusal() == .crossOrigin)

    draft = try AuthenticationDraft()
    draft.clientData.topOrigin = Shop.topOrigin
    #expect(try draft.refusal() == .crossOrigin)

    draft = try AuthenticationDraft(framing: .allowed(under: [Origin(parsing: Shop.topOrigin)]))
    draft.clientData.crossOrigin = true
    draft.clientData.topOrigin = Shop.topOrigin
    #expect(try draft.refusal() == nil)
    draft.clientData.topOrigin = "https://evil.example"
    #expect(try draft.refusal() == .topOrigin)
  }

  @Test("step 15: malformed authenticator data, or data for another RP ID, are rejected")
  func relyingPartyID() throws {
    var json = try AuthenticationDraft().response()
    json.response.authenticatorData.bytes.removeLast()
    #expect(try AuthenticationDraft().refusal(json) == .malformedAuthenticatorData)

    var draft = try AuthenticationDraft()
    draft.relyingPartyID = "login.shop.example"
    #expect(try draft.refusal() == .relyingPartyID)
  }

  @Test("step 16: an authentication without user presence is rejected")
  func userPresence() throws {
    var draft = try AuthenticationDraft()
    draft.flags.remove(.userPresent)
    #expect(try draft.refusal() == .userNotPresent)
  }

  @Test("step 17: missing user verification is rejected only if it is required")
  func userVerification() throws {
    var draft = try AuthenticationDraft(userVerification: .required)
    #expect(try draft.refusal() == nil)
    draft.flags.remove(.userVerified)
    #expect(try draft.refusal() == .userNotVerified)

    draft = try AuthenticationDraft(userVerification: .preferred)
    draft.flags.remove(.userVerified)
    #expect(try draft.verify().isUserVerified == false)
  }

  @Test("step 18: a backup state without backup eligibility is rejected")
  func backupState() throws {
    var draft = try AuthenticationDraft()
    draft.flags.remove(.backupEligible)
    #expect(try draft.refusal() == .backupState)
  }

  @Test("step 19: a changed backup eligibility is rejected, in both directions")
  func backupEligibility() throws {
    var draft = try AuthenticationDraft()
    draft.flags.subtract([.backupEligible, .backupState])
    #expect(try draft.refusal() == .backupEligibility)

    draft = try AuthenticationDraft()
    let bound = try draft.shop.register(backup: .deviceBound)
    (draft.record, draft.source) = (bound.record, bound.source)
    draft.json.rawId = Base64URL(bound.record.id.bytes)
    draft.json.id = bound.record.id.text
    #expect(try draft.refusal() == .backupEligibility)
    draft.flags.subtract([.backupEligible, .backupState])
    #expect(try draft.refusal() == nil)
  }

  @Test("step 21: a signature over other bytes, by another key or in another form is rejected")
  func signature() throws {
    let draft = try AuthenticationDraft()
    var json = try draft.response()
    json.response.clientDataJSON.bytes.append(0x20)
    #expect(try draft.refusal(json) == .signature)

    json = try draft.response()
    json.response.signature = Base64URL([])
    #expect(try draft.refusal(json) == .signature)

    json = try draft.response()
    let message = json.response.authenticatorData.bytes + CollectedClientData.hash(of: json.response.clientDataJSON.bytes)
    json.response.signature = Base64URL(try P256.Signing.PrivateKey().signature(for: message).derRepresentation)
    #expect(try draft.refusal(json) == .signature)
  }

  @Test(
    "step 22: a signature counter that does not increase is reported but accepted, and the higher one is kept",
    arguments: [
      (0, 0, VerifiedAuthentication.SignatureCounter.unused, 0), (4, 5, .advanced, 5), (0, 1, .advanced, 1),
      (5, 5, .regressed(from: 5, to: 5), 5), (5, 0, .regressed(from: 5, to: 0), 5),
    ] as [(UInt32, UInt32, VerifiedAuthentication.SignatureCounter, UInt32)])
  func signatureCounter(
    before: UInt32, now: UInt32, expected: VerifiedAuthentication.SignatureCounter, kept: UInt32
  ) throws {
    var draft = try AuthenticationDraft()
    draft.record?.signCount = before
    draft.signCount = now
    let verified = try draft.verify()
    #expect(verified.signatureCounter == expected)
    #expect(verified.record.signCount == kept)
  }

  @Test("step 24: the record's backup state is updated")
  func backupStateFollows() throws {
    var draft = try AuthenticationDraft()
    draft.flags.remove(.backupState)
    #expect(try draft.verify().record.isBackedUp == false)
  }
}
