// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WebAuthnAuthenticator
import WebAuthnClient
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

/// How many registrations are verified in a second, and how many passkeys are made.
enum RegistrationRows {
  /// A row for each kind of attestation that passkeys carry, and one for the authenticator.
  static func measure() throws -> [ReportRow] {
    try [verification("no attestation", of: .none), verification("packed self attestation", of: .direct), making()]
  }

  /// From the posted body to a verified registration, beside one bare signature verification: what a registration without attestation saves.
  private static func verification(_ words: String, of attestation: AttestationConveyancePreference) throws -> ReportRow {
    let registration = try MeasuredRegistration(attestation: attestation)
    let key = try BareKeyPair.es256()
    let message = [UInt8](repeating: 0xA5, count: 200)
    let bare = try key.verification(key.sign(message), message)
    let measured = PairedMeasurement(blocks: 401, runs: 20) {
      do { try registration.verify() } catch { fatalError("a good registration was refused: \(error)") }
    } baseline: {
      keep(bare())
    }
    return ReportRow(
      name: "verify a registration, ES256, \(words)", value: (1 / measured.seconds).rounded(), unit: "registrations/s",
      against: "bare ES256 verification of swift-crypto", ratio: measured.ratio, atMost: nil)
  }

  /// A new passkey by the authenticator, beside the multiplication that gives its public key.
  private static func making() throws -> ReportRow {
    var generator = SystemRandomNumberGenerator()
    let request = MakeCredentialRequest(
      relyingPartyID: try RelyingPartyID(MeasuredAssertion.relyingPartyID), clientDataHash: Array(repeating: 0xA5, count: 32),
      userHandle: try found(UserHandle(0..<32)), algorithms: [.es256])
    let scalar = P256.Signing.PrivateKey().rawRepresentation
    let measured = PairedMeasurement(blocks: 401, runs: 20) {
      do {
        keep(try MeasuredRegistration.make(request, using: &generator).attestationObject.encoded)
      } catch {
        fatalError("no passkey was made: \(error)")
      }
    } baseline: {
      keep(try? P256.Signing.PrivateKey(rawRepresentation: scalar).publicKey.x963Representation)
    }
    return ReportRow(
      name: "make a passkey, ES256", value: (1 / measured.seconds).rounded(), unit: "registrations/s",
      against: "bare P-256 public key of swift-crypto", ratio: measured.ratio, atMost: nil)
  }
}

/// One registration as a service meets it: the body that the page has posted, and the ceremony out of the service's store.
private struct MeasuredRegistration {
  let relyingParty: RelyingParty
  let ceremony: RegistrationCeremony
  let body: [UInt8]

  /// Makes a registration by our client and authenticator.
  init(attestation: AttestationConveyancePreference) throws {
    var generator = SystemRandomNumberGenerator()
    let origin = try Origin(parsing: MeasuredAssertion.origin)
    relyingParty = RelyingParty(id: try RelyingPartyID(MeasuredAssertion.relyingPartyID), name: "Shop", origins: [origin])
    ceremony = relyingParty.beginRegistration(
      of: .init(id: try found(UserHandle(0..<32)), name: "anne", displayName: "Anne"), attestation: attestation, using: &generator)
    let prepared = try PreparedCreation(optionsJSON: Array(JSONEncoder().encode(ceremony.options)), caller: WebAuthnCaller(origin: origin))
    var request = MakeCredentialRequest(
      relyingPartyID: prepared.relyingPartyID, clientDataHash: prepared.clientDataHash, userHandle: prepared.userHandle,
      algorithms: prepared.algorithms)
    request.attestationFormats = prepared.attestationFormats
    let made = try Self.make(request, using: &generator)
    let response = try prepared.response(attestationObject: made.attestationObject.encoded, credentialID: made.source.id)
    body = Array(try JSONEncoder().encode(response))
    try verify()
  }

  static func make(_ request: MakeCredentialRequest, using generator: inout SystemRandomNumberGenerator) throws -> MadeCredential {
    try WebAuthnAuthenticator().makeCredential(
      request, existingCredentialIDs: [], gesture: AuthorizationGesture(userPresent: true, userVerified: true), backup: .backedUp,
      using: &generator)
  }

  /// The whole of a service's work but for its stores.
  func verify() throws {
    keep(try relyingParty.verifyRegistration(RegistrationResponse(parsing: body), of: ceremony, isCredentialIDTaken: false))
  }
}
