// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

@Suite("Verification steps, each on its own (WebAuthn L3 §7.1 and §7.2)")
struct StepTests {
  /// A response with a single fault, and the only step that refuses it.
  struct Row: Sendable, CustomTestStringConvertible {
    let step: String
    let code: WebAuthnRelyingPartyError.Code
    let verify: @Sendable () throws -> Void
    var testDescription: String { "\(step): \(code)" }
  }

  static func registration(
    _ step: Int, _ code: WebAuthnRelyingPartyError.Code, framing: RelyingParty.Framing = .refused,
    userVerification: UserVerificationRequirement = .preferred, _ change: @escaping @Sendable (inout RegistrationDraft) throws -> Void
  ) -> Row {
    Row(step: "7.1 step \(step)", code: code) {
      var draft = try RegistrationDraft(framing: framing, userVerification: userVerification)
      // Without the change, the draft is accepted.
      _ = try draft.verify()
      try change(&draft)
      _ = try draft.verify()
    }
  }

  static func authentication(
    _ step: Int, _ code: WebAuthnRelyingPartyError.Code, framing: RelyingParty.Framing = .refused,
    userVerification: UserVerificationRequirement = .preferred, isUserKnown: Bool = false,
    _ change: @escaping @Sendable (inout AuthenticationDraft) throws -> Void
  ) -> Row {
    Row(step: "7.2 step \(step)", code: code) {
      var draft = try AuthenticationDraft(framing: framing, userVerification: userVerification, isUserKnown: isUserKnown)
      _ = try draft.verify()
      try change(&draft)
      _ = try draft.verify()
    }
  }

  static func mall() throws -> RelyingParty.Framing { .allowed(under: [try Origin(parsing: Shop.topOrigin)]) }

  static func registrations() throws -> [Row] {
    [
      registration(3, .malformedResponse) { $0.json.type = "password" },
      registration(3, .malformedResponse) { $0.json.id += "A" },
      registration(7, .ceremonyType) { $0.clientData.type = "webauthn.get" },
      registration(7, .ceremonyType) { $0.clientData.type = "webauthn.create " },
      registration(8, .challenge) { $0.clientData.challenge = "AAAA" },
      registration(9, .origin) { $0.clientData.origin = "https://evil.example" },
      registration(10, .crossOrigin) { $0.clientData.crossOrigin = true },
      registration(11, .crossOrigin) { $0.clientData.topOrigin = Shop.topOrigin },
      registration(11, .topOrigin, framing: try mall()) { $0.clientData.topOrigin = "https://evil.example" },
      registration(13, .malformedAttestationObject) { $0.credential = nil },
      registration(13, .malformedResponse) {
        $0.json.rawId = Base64URL([1, 2, 3])
        $0.json.id = $0.json.rawId.text
      },
      registration(14, .relyingPartyID) { $0.relyingPartyID = "evil.example" },
      registration(15, .userNotPresent) { $0.flags.remove(.userPresent) },
      registration(16, .userNotVerified, userVerification: .required) { $0.flags.remove(.userVerified) },
      registration(17, .backupState) { $0.flags.remove(.backupEligible) },
      registration(20, .algorithm) {
        let other = try RegistrationDraft(algorithms: [.edDSA])
        let asked = try RegistrationDraft(algorithms: [.es256])
        $0 = asked
        ($0.credential, $0.json) = (other.credential, other.json)
      },
      registration(21, .unsupportedAttestationFormat) { $0.format = "other" },
      registration(25, .credentialIDLength) {
        $0.json.rawId = Base64URL([UInt8](repeating: 1, count: 1024))
        $0.json.id = $0.json.rawId.text
      },
      registration(26, .credentialIDTaken) { $0.isCredentialIDTaken = true },
    ]
  }

  static func authentications() throws -> [Row] {
    let other = try AuthenticationDraft()
    let stranger = other.record?.descriptor
    return [
      authentication(3, .malformedResponse) { $0.json.type = "password" },
      authentication(5, .credentialNotAllowed) {
        $0.ceremony = $0.shop.relyingParty.beginAuthentication(allowing: stranger.map { [$0] } ?? [], using: &$0.shop.generator)
        $0.clientData.challenge = $0.ceremony.challenge.text
      },
      authentication(6, .unknownCredential) { $0.record = nil },
      authentication(6, .unknownCredential) { $0.record = other.record },
      authentication(6, .unknownCredential, isUserKnown: true) {
        $0.ceremony = $0.shop.relyingParty.beginAuthentication(of: UserHandle([9]), using: &$0.shop.generator)
        $0.clientData.challenge = $0.ceremony.challenge.text
        $0.json.response.userHandle = nil
      },
      authentication(6, .userHandleMissing) { $0.json.response.userHandle = nil },
      authentication(6, .userHandle) { $0.json.response.userHandle = Base64URL([9]) },
      authentication(6, .userHandle, isUserKnown: true) { $0.json.response.userHandle = Base64URL([9]) },
      authentication(6, .userHandle) { $0.json.response.userHandle = Base64URL([UInt8](repeating: 9, count: 65)) },
      authentication(10, .ceremonyType) { $0.clientData.type = "webauthn.create" },
      authentication(11, .challenge) { $0.clientData.challenge = "AAAA" },
      authentication(12, .origin) { $0.clientData.origin = "https://evil.example" },
      authentication(13, .crossOrigin) { $0.clientData.crossOrigin = true },
      authentication(14, .crossOrigin) { $0.clientData.topOrigin = Shop.topOrigin },
      authentication(14, .topOrigin, framing: try mall()) { $0.clientData.topOrigin = "https://evil.example" },
      authentication(15, .relyingPartyID) { $0.relyingPartyID = "evil.example" },
      authentication(16, .userNotPresent) { $0.flags.remove(.userPresent) },
      authentication(17, .userNotVerified, userVerification: .required) { $0.flags.remove(.userVerified) },
      authentication(18, .backupState) { $0.flags.remove(.backupEligible) },
      authentication(19, .backupEligibility) { $0.flags.subtract([.backupEligible, .backupState]) },
      authentication(21, .malformedPublicKey) {
        guard let record = $0.record else { throw MissingValue() }
        $0.record = record.holding(publicKey: [0xa0])
      },
      authentication(21, .signature) {
        guard let record = $0.record, let key = other.record?.publicKey else { throw MissingValue() }
        $0.record = record.holding(publicKey: key)
      },
    ]
  }

  @Test("a registration with a single fault is refused by exactly the expected step", arguments: try registrations())
  func registration(row: Row) {
    let error = #expect(throws: WebAuthnRelyingPartyError.self) { try row.verify() }
    #expect(error?.step == row.step)
    #expect(error?.code == row.code)
  }

  @Test("an authentication with a single fault is refused by exactly the expected step", arguments: try authentications())
  func authentication(row: Row) {
    let error = #expect(throws: WebAuthnRelyingPartyError.self) { try row.verify() }
    #expect(error?.step == row.step)
    #expect(error?.code == row.code)
  }

  @Test("a challenge is compared by its bytes: the Kelvin sign does not match K")
  func equivalence() throws {
    // Three in five challenges contain no K, so another one is made.
    for _ in 0..<64 {
      var draft = try RegistrationDraft()
      let text = draft.clientData.challenge
      guard text.contains("K") else { continue }
      draft.clientData.challenge = text.replacing("K", with: "\u{212a}")
      #expect(draft.clientData.challenge == text)
      #expect(try draft.refusal() == .challenge)
      return
    }
    Issue.record("no challenge contains a K")
  }

  @Test("an application's origin is accepted if the application is listed, and its certificate hash must be complete")
  func applications() throws {
    let hash = Array(UInt8(0)..<32)
    let application = try #require(ApplicationOrigin(androidSigningCertificateHash: hash))
    var draft = try RegistrationDraft()
    draft.clientData.origin = application.description
    #expect(try draft.refusal() == .origin)
    let party = draft.shop.relyingParty
    draft.shop.relyingParty = RelyingParty(id: party.id, name: party.name, origins: party.origins, applications: [application])
    #expect(try draft.refusal() == nil)
    #expect(ApplicationOrigin(parsing: application.description) == application)
    #expect(ApplicationOrigin(androidSigningCertificateHash: [1]) == nil)
    for text in ["https://shop.example", "android:apk-key-hash:", "android:apk-key-hash:AA", application.description + "="] {
      #expect(ApplicationOrigin(parsing: text) == nil)
    }
  }

  @Test("other client data types are accepted if listed, but never WebAuthn's type for the other ceremony")
  func types() throws {
    var draft = try AuthenticationDraft()
    let party = draft.shop.relyingParty
    draft.clientData.type = "payment.get"
    #expect(try draft.refusal() == .ceremonyType)
    draft.shop.relyingParty = RelyingParty(
      id: party.id, name: party.name, origins: party.origins,
      clientDataTypes: .init(registration: ["webauthn.create"], authentication: ["webauthn.get", "payment.get", "webauthn.create"]))
    #expect(try draft.refusal() == nil)
    draft.clientData.type = "webauthn.create"
    #expect(try draft.refusal() == .ceremonyType)
  }
}

extension PublicKeyCredentialRecord {
  /// The record with another key.
  func holding(publicKey: [UInt8]) -> PublicKeyCredentialRecord {
    PublicKeyCredentialRecord(
      id: id, userHandle: userHandle, publicKey: publicKey, signCount: signCount,
      isUserVerificationInitialized: isUserVerificationInitialized, transports: transports, isBackupEligible: isBackupEligible,
      isBackedUp: isBackedUp)
  }
}
