// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import Foundation
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

/// The server that issues the page's challenges and verifies the responses as any service would.
@MainActor
final class PageServer {
  private let party: RelyingParty
  private var generator = SystemRandomNumberGenerator()
  private var registration: RegistrationCeremony?
  private var authentication: AuthenticationCeremony?
  private var record: PublicKeyCredentialRecord?
  /// The account's user handle, which a sign-in has to return.
  let userID = Data((0..<16).map { _ in UInt8.random(in: 0...255) })

  init() throws {
    party = RelyingParty(
      id: try RelyingPartyID("example.com"), name: "Example", origins: [try Origin(parsing: "https://example.com")])
  }

  /// The challenge of a new registration.
  func challengeForRegistration() throws -> Data {
    guard let handle = UserHandle(userID) else { throw Refusal.badHandle }
    let ceremony = party.beginRegistration(
      of: .init(id: handle, name: "Anne Johnson", displayName: "Anne Johnson"), using: &generator)
    registration = ceremony
    return Data(ceremony.options.challenge.bytes)
  }

  /// The challenge of a new sign-in.
  func challengeForSignIn() -> Data {
    let ceremony = party.beginAuthentication(using: &generator)
    authentication = ceremony
    return Data(ceremony.options.challenge.bytes)
  }

  /// Accepts a new passkey, or throws the step of the specification that fails (WebAuthn L3 §7.1).
  func handle(_ credential: ASAuthorizationPlatformPublicKeyCredentialRegistration) throws {
    guard let registration, let attestation = credential.rawAttestationObject else { throw Refusal.outOfTurn }
    let response = try RegistrationResponse(
      parsing: Self.json(credential, #""attestationObject":"\#(Base64URL(attestation).text)""#))
    record = try party.verifyRegistration(response, of: registration, isCredentialIDTaken: false).record
  }

  /// Accepts a signature, or throws the step of the specification that fails (WebAuthn L3 §7.2).
  func verify(_ credential: ASAuthorizationPlatformPublicKeyCredentialAssertion) throws {
    guard let authentication, credential.userID == userID else { throw Refusal.outOfTurn }
    let members = [
      ("authenticatorData", credential.rawAuthenticatorData), ("signature", credential.signature), ("userHandle", credential.userID),
    ].map { #""\#($0)":"\#(Base64URL($1 ?? Data()).text)""# }
    let response = try AuthenticationResponse(parsing: Self.json(credential, members.joined(separator: ",")))
    record = try party.verifyAuthentication(response, of: authentication, record: record).record
  }

  /// Returns the response as a page would send it. base64url needs no escaping.
  private static func json(_ credential: any ASPublicKeyCredential, _ members: String) -> [UInt8] {
    let id = Base64URL(credential.credentialID).text
    let clientData = Base64URL(credential.rawClientDataJSON).text
    return Array(
      #"{"id":"\#(id)","rawId":"\#(id)","type":"public-key","clientExtensionResults":{},"response":{"clientDataJSON":"\#(clientData)",\#(members)}}"#
        .utf8)
  }

  /// Why nothing could be verified.
  enum Refusal: Error {
    case badHandle
    case outOfTurn
  }
}
