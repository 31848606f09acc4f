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

/// A browser and an authenticator in one, with one passkey, for a user who always agrees.
struct Device: Sendable {
  private(set) var source: PublicKeyCredentialSource?
  var verifiesPerson = true
  var isConditional = false

  private var gesture: AuthorizationGesture { AuthorizationGesture(userPresent: !isConditional, userVerified: verifiesPerson) }

  /// Creates the passkey.
  mutating func create(_ options: PublicKeyCredentialCreationOptionsJSON) throws -> Data {
    let prepared = try PreparedCreation(
      optionsJSON: Array(JSONEncoder().encode(options)), caller: Self.caller(Self.origin), mediation: isConditional ? .conditional : .modal)
    var generator = SystemRandomNumberGenerator()
    let made = try WebAuthnAuthenticator().makeCredential(
      MakeCredentialRequest(
        relyingPartyID: prepared.relyingPartyID, clientDataHash: prepared.clientDataHash, userHandle: prepared.userHandle,
        algorithms: prepared.algorithms, excludeCredentialIDs: prepared.excludeCredentialIDs,
        requireUserPresence: !isConditional),
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

  /// Creates another passkey without replacing this one.
  func another(_ options: PublicKeyCredentialCreationOptionsJSON) throws -> (device: Device, response: Data) {
    var device = self
    device.source = nil
    let response = try device.create(options)
    return (device, response)
  }

  static let origin = "https://login.shop.example"

  private static func caller(_ origin: String) throws -> WebAuthnCaller { WebAuthnCaller(origin: try Origin(parsing: origin)) }
}

extension Browser {
  /// Adds a passkey of this device to the signed-in account.
  func add(_ device: inout Device, as kind: String = "registration") async throws {
    #expect(try await postJSON("/passkeys/\(kind)", device.create(try await options(kind))).status == .ok)
    try await get("/account")
  }

  /// Creates an account with a passkey and no password.
  func signUp(_ userName: String, with device: inout Device) async throws {
    try await get("/sign-up")
    let options: PublicKeyCredentialCreationOptionsJSON = try await options("sign-up", wish: #"{"userName":"\#(userName)"}"#)
    #expect(try await postJSON("/passkeys/sign-up", device.create(options)).status == .ok)
    try await get("/account")
    #expect(text(of: "signed-in-user") == userName)
  }

  /// The number of the account's only or first passkey.
  var passkeyNumber: String { html.firstMatch(of: /\/account\/passkeys\/([0-9]+)/).map { String($0.1) } ?? "0" }

  /// Signs in with the device's passkey and returns the page to which the script would go.
  func signIn(with device: inout Device) async throws -> String? {
    let response = try await postJSON("/passkeys/authentication", device.assert(try await options("authentication")))
    return String(buffer: response.body).firstMatch(of: /"next":"([^"]*)"/).map { String($0.1) }
  }
}
