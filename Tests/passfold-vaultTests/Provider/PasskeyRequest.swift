// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CredentialProviderHost
import Crypto
import Foundation
import Testing
import WebAuthnModel

/// The requests for passkeys that the tests send: for the account “anne” at the relying party “shop.example”.
enum PasskeyRequest {
  static let hash = Data(SHA256.hash(data: Data("client data".utf8)))

  static func registration(
    excluding excluded: [Data] = [], userVerification: String = "preferred", algorithms: [Int] = [-7],
    extensions: PasskeyExtensionInputsValue? = nil
  ) -> CredentialRequestValue {
    CredentialRequestValue(
      type: .passkeyRegistration,
      identity: CredentialIdentityValue(
        relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data(), userHandle: Data([7]), recordIdentifier: nil),
      clientDataHash: hash, userVerification: userVerification, supportedAlgorithms: algorithms, excludedCredentialIDs: excluded,
      displayName: "Anne A.", extensions: extensions)
  }

  static func assertion(
    _ credentialID: Data, record: String? = nil, userVerification: String = "preferred", extensions: PasskeyExtensionInputsValue? = nil
  ) -> CredentialRequestValue {
    CredentialRequestValue(
      type: .passkeyAssertion,
      identity: CredentialIdentityValue(
        relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: credentialID, userHandle: Data([7]),
        recordIdentifier: record), clientDataHash: hash, userVerification: userVerification, extensions: extensions)
  }

  static func salts(_ first: UInt8, _ second: UInt8? = nil) -> PasskeyExtensionInputsValue.Salts {
    PasskeyExtensionInputsValue.Salts(
      first: Data(repeating: first, count: 32), second: second.map { Data(repeating: $0, count: 32) })
  }
}

extension ServedVault {
  /// Registers a passkey with extensions or a certain algorithm, and returns its data and extension outputs.
  func register(as request: CredentialRequestValue) async throws -> (
    credential: AuthenticatorData.AttestedCredentialData, data: AuthenticatorData, outputs: PasskeyExtensionOutputsValue?
  ) {
    try send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: request))))
    try act(.confirm, on: try await nextView())
    if request.userVerification == "required" { _ = try await nextView() }
    guard case .passkeyRegistration(_, _, _, let object, let outputs) = try await nextCompletion().result else { throw Ended() }
    let data = try AttestationObject(parsing: object).authenticatorData
    return (try #require(data.attestedCredentialData), data, outputs)
  }

  /// Registers a passkey, checks what the question and the answer say, and returns its credential data.
  func register() async throws -> (credential: AuthenticatorData.AttestedCredentialData, flags: AuthenticatorData.Flags) {
    try send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: PasskeyRequest.registration()))))
    let view = try await nextView()
    #expect(view.kind == .confirmation)
    #expect(view.title.contains("shop.example"))
    #expect(view.details?.map(\.value) == ["shop.example", "anne", "Anne A."])
    try act(.confirm, on: view)
    guard case .passkeyRegistration("shop.example", PasskeyRequest.hash, let id, let object, _) = try await nextCompletion().result else {
      throw Ended()
    }
    let attestation = try AttestationObject(parsing: object)
    #expect(attestation.format == "none")
    let credential = try #require(attestation.authenticatorData.attestedCredentialData)
    #expect(Data(credential.credentialID.bytes) == id)
    return (credential, attestation.authenticatorData.flags)
  }

  /// Signs with a passkey after typing the passphrase, and returns the extension outputs and secrets.
  func assert(
    _ id: Data, _ extensions: PasskeyExtensionInputsValue
  ) async throws -> (outputs: PasskeyExtensionOutputsValue?, secret: [UInt8]) {
    household.person.will(.types(Household.passphrase))
    let request = PasskeyRequest.assertion(id, userVerification: "required", extensions: extensions)
    try send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
    _ = try await nextView()
    guard case .passkeyAssertion(_, _, _, _, _, _, let outputs) = try await nextCompletion().result else { throw Ended() }
    return (outputs, lastSecret)
  }
}
