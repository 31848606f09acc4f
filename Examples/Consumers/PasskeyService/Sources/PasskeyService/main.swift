// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Foundation
import SecretMemory
import WebAuthnAuthenticator
import WebAuthnClient
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

struct MissingHandle: Error {}

let origin = try Origin(parsing: "https://login.shop.example")
let shop = RelyingParty(id: try RelyingPartyID("shop.example"), name: "Shop", origins: [origin])
let challenges = ChallengesInMemory().store(for: "session")
let gesture = AuthorizationGesture(userPresent: true, userVerified: true)
var generator = SystemRandomNumberGenerator()
guard let handle = UserHandle((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }) else { throw MissingHandle() }

let registration = shop.beginRegistration(of: .init(id: handle, name: "anne", displayName: "Anne"), using: &generator)
challenges.keep(.registration(registration))
let creation = try PreparedCreation(
  optionsJSON: Array(JSONEncoder().encode(registration.options)), caller: WebAuthnCaller(origin: origin))
let made = try WebAuthnAuthenticator().makeCredential(
  MakeCredentialRequest(
    relyingPartyID: creation.relyingPartyID, clientDataHash: creation.clientDataHash, userHandle: creation.userHandle,
    algorithms: creation.algorithms),
  existingCredentialIDs: [], gesture: gesture, backup: .backedUp, using: &generator)
let response = try RegistrationResponse(
  parsing: creation.response(attestationObject: made.attestationObject.encoded, credentialID: made.source.id))
let begun = try await challenges.takeCeremony(answeredBy: response)
let registered = try shop.verifyRegistration(response, of: begun, isCredentialIDTaken: false)

let signIn = shop.beginAuthentication(userVerification: .required, using: &generator)
let request = try PreparedAssertion(
  optionsJSON: Array(JSONEncoder().encode(signIn.options)), caller: WebAuthnCaller(origin: origin))
let assertion = try WebAuthnAuthenticator().getAssertion(
  GetAssertionRequest(relyingPartyID: request.relyingPartyID, clientDataHash: request.clientDataHash), with: made.source, gesture: gesture,
  backup: .backedUp)
let answer = try request.response(
  credentialID: assertion.credentialID, authenticatorData: assertion.authenticatorData, signature: assertion.signature,
  userHandle: assertion.userHandle)
let verified = try shop.verifyAuthentication(AuthenticationResponse(parsing: answer), of: signIn, record: registered.record)

// Types of the modules that the product depends on can be named.
let extensions: CBORMap? = verified.authenticatorExtensions
let key: SharedSecret = made.source.privateKey
print(verified.isUserVerified && extensions == nil && key.byteCount > 0 ? "done" : "wrong")
