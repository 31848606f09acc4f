// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import SecretMemory
import WebAuthnAuthenticator
import WebAuthnClient
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

/// A relying party with one account, and the owner's client and authenticator.
struct Shop {
  static let origin = "https://login.shop.example"
  static let topOrigin = "https://mall.example"

  var relyingParty: RelyingParty
  let handle: UserHandle
  let authenticator = WebAuthnAuthenticator()
  var generator = SystemRandomNumberGenerator()

  init(framing: RelyingParty.Framing = .refused) throws {
    relyingParty = RelyingParty(
      id: try RelyingPartyID("shop.example"), name: "Shop", origins: [try Origin(parsing: Self.origin)], framing: framing)
    guard let handle = UserHandle(Array(0..<16)) else { throw MissingValue() }
    self.handle = handle
  }

  /// The account as it appears in options.
  var user: PublicKeyCredentialCreationOptionsJSON.User { .init(id: handle, name: "ada", displayName: "Ada") }

  /// Creates the owner's passkey with the authenticator, at the client's request.
  mutating func makePasskey(
    for ceremony: RegistrationCeremony, verified: Bool = true, backup: CredentialBackup = .backedUp
  ) throws -> (response: RegistrationResponseJSON, source: PublicKeyCredentialSource) {
    let prepared = try PreparedCreation(
      optionsJSON: Array(JSONEncoder().encode(ceremony.options)), caller: WebAuthnCaller(origin: Origin(parsing: Self.origin)))
    let made = try authenticator.makeCredential(
      MakeCredentialRequest(
        relyingPartyID: prepared.relyingPartyID, clientDataHash: prepared.clientDataHash, userHandle: prepared.userHandle,
        algorithms: prepared.algorithms, excludeCredentialIDs: prepared.excludeCredentialIDs),
      existingCredentialIDs: [], gesture: AuthorizationGesture(userPresent: true, userVerified: verified), backup: backup, using: &generator
    )
    let response = try prepared.response(attestationObject: made.attestationObject.encoded, credentialID: made.source.id)
    return (response, made.source)
  }

  /// Creates an assertion with the authenticator, at the client's request.
  func usePasskey(
    _ source: PublicKeyCredentialSource, for ceremony: AuthenticationCeremony, verified: Bool = true, backup: CredentialBackup = .backedUp
  ) throws -> AuthenticationResponseJSON {
    let prepared = try PreparedAssertion(
      optionsJSON: Array(JSONEncoder().encode(ceremony.options)), caller: WebAuthnCaller(origin: Origin(parsing: Self.origin)))
    let assertion = try authenticator.getAssertion(
      GetAssertionRequest(
        relyingPartyID: prepared.relyingPartyID, clientDataHash: prepared.clientDataHash, allowCredentialIDs: prepared.allowCredentialIDs),
      with: source, gesture: AuthorizationGesture(userPresent: true, userVerified: verified), backup: backup)
    return try prepared.response(
      credentialID: assertion.credentialID, authenticatorData: assertion.authenticatorData, signature: assertion.signature,
      userHandle: assertion.userHandle)
  }

  /// Begins, answers and verifies a registration.
  mutating func register(backup: CredentialBackup = .backedUp, algorithms: [COSEAlgorithm] = [.es256]) throws -> (
    record: PublicKeyCredentialRecord, source: PublicKeyCredentialSource
  ) {
    let ceremony = relyingParty.beginRegistration(of: user, algorithms: algorithms, using: &generator)
    let (response, source) = try makePasskey(for: ceremony, backup: backup)
    let verified = try relyingParty.verifyRegistration(RegistrationResponse(parsing: response), of: ceremony, isCredentialIDTaken: false)
    return (verified.record, source)
  }
}

/// A value that the fixture relies on is missing.
struct MissingValue: Error {}

/// Client data, of which a test changes one member.
struct ClientDataMembers: Encodable {
  var type: String
  var challenge: String
  var origin = Shop.origin
  var crossOrigin: Bool? = false
  var topOrigin: String?

  init(_ type: String, _ challenge: Challenge) {
    self.type = type
    self.challenge = challenge.text
  }

  var json: [UInt8] {
    get throws { Array(try JSONEncoder().encode(self)) }
  }
}
