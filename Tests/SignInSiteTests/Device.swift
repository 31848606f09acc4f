// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import HummingbirdTesting
import Testing
import WebAuthnAuthenticator
import WebAuthnClient
import WebAuthnModel
import WebDomains

/// Browser and authenticator in one, with one passkey, for a person who always agrees.
struct Device: Sendable {
  private(set) var source: PublicKeyCredentialSource?
  var verifiesPerson = true

  private var gesture: AuthorizationGesture { AuthorizationGesture(userPresent: true, userVerified: verifiesPerson) }

  /// Makes the passkey.
  mutating func create(_ options: PublicKeyCredentialCreationOptionsJSON) throws -> Data {
    let prepared = try PreparedCreation(optionsJSON: Array(JSONEncoder().encode(options)), caller: Self.caller(Self.origin))
    var generator = SystemRandomNumberGenerator()
    let made = try WebAuthnAuthenticator().makeCredential(
      MakeCredentialRequest(
        relyingPartyID: prepared.relyingPartyID, clientDataHash: prepared.clientDataHash, userHandle: prepared.userHandle,
        algorithms: prepared.algorithms, excludeCredentialIDs: prepared.excludeCredentialIDs),
      existingCredentialIDs: source.map { [$0.id] } ?? [], gesture: gesture, backup: .backedUp, using: &generator)
    source = made.source
    return try JSONEncoder().encode(
      prepared.response(attestationObject: made.attestationObject.encoded, credentialID: made.source.id))
  }

  /// Signs with the passkey.
  func assert(_ options: PublicKeyCredentialRequestOptionsJSON, at origin: String = Device.origin) throws -> Data {
    let source = try #require(source)
    let prepared = try PreparedAssertion(optionsJSON: Array(JSONEncoder().encode(options)), caller: Self.caller(origin))
    let assertion = try WebAuthnAuthenticator().getAssertion(
      GetAssertionRequest(
        relyingPartyID: prepared.relyingPartyID, clientDataHash: prepared.clientDataHash, allowCredentialIDs: prepared.allowCredentialIDs),
      with: source, gesture: gesture, backup: .backedUp)
    return try JSONEncoder().encode(
      prepared.response(
        credentialID: assertion.credentialID, authenticatorData: assertion.authenticatorData, signature: assertion.signature,
        userHandle: assertion.userHandle))
  }

  static let origin = "https://login.shop.example"

  private static func caller(_ origin: String) throws -> WebAuthnCaller { WebAuthnCaller(origin: try Origin(parsing: origin)) }
}

extension Browser {
  /// Signs in with the device's passkey; gives the page that the script would go to.
  func signIn(with device: inout Device) async throws -> String? {
    let response = try await postJSON("/passkeys/authentication", device.assert(try await options("authentication")))
    return String(buffer: response.body).firstMatch(of: /"next":"([^"]*)"/).map { String($0.1) }
  }
}
