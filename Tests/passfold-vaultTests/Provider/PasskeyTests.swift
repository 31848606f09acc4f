// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CredentialModel
import Crypto
import CredentialVault
import Foundation

import Testing
import WebAuthnModel
import passfold_vault

extension VaultProviderTests {
  @Suite("Passkeys")
  @MainActor
  struct Passkeys {
    private static let hash = Data(SHA256.hash(data: Data("client data".utf8)))

    private static func registration(
      excluding excluded: [Data] = [], userVerification: String = "preferred", algorithms: [Int] = [-7]
    ) -> CredentialRequestValue {
      CredentialRequestValue(
        type: .passkeyRegistration,
        identity: CredentialIdentityValue(
          relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data(), userHandle: Data([7]), recordIdentifier: nil),
        clientDataHash: hash, userVerification: userVerification, supportedAlgorithms: algorithms, excludedCredentialIDs: excluded,
        displayName: "Anne A.")
    }

    private static func assertion(_ credentialID: Data, record: String? = nil, userVerification: String = "preferred")
      -> CredentialRequestValue
    {
      CredentialRequestValue(
        type: .passkeyAssertion,
        identity: CredentialIdentityValue(
          relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: credentialID, userHandle: Data([7]),
          recordIdentifier: record), clientDataHash: hash, userVerification: userVerification)
    }

    /// Registers a passkey and returns its credential data.
    private func register(_ served: ServedVault) async throws -> (
      credential: AuthenticatorData.AttestedCredentialData, flags: AuthenticatorData.Flags
    ) {
      try served.send(.prepareInterfaceForPasskeyRegistration(call: 1, request: Self.registration()))
      let view = try await served.nextView()
      #expect(view.kind == .confirmation)
      #expect(view.title.contains("shop.example"))
      #expect(view.details?.map(\.value) == ["shop.example", "anne", "Anne A."])
      try served.act(.confirm, on: view)
      guard case .passkeyRegistration("shop.example", Self.hash, let id, let object) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      let attestation = try AttestationObject(parsing: object)
      #expect(attestation.format == "none")
      let credential = try #require(attestation.authenticatorData.attestedCredentialData)
      #expect(Data(credential.credentialID.bytes) == id)
      return (credential, attestation.authenticatorData.flags)
    }

    @Test("a new passkey is kept and signs what its public key verifies, without claiming verification")
    func roundTrip() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let (credential, flags) = try await register(served)
      #expect(flags.contains(.userPresent))
      #expect(!flags.contains(.userVerified))
      let id = Data(credential.credentialID.bytes)
      try served.send(.provideCredentialWithoutUserInteraction(call: 1, request: Self.assertion(id)))
      guard
        case .passkeyAssertion(let user, "shop.example", let signature, Self.hash, let data, id) = try await served.nextCompletion().result
      else { throw ServedVault.Ended() }
      #expect(user == Data([7]))
      let parsed = try AuthenticatorData(parsing: data)
      #expect(parsed.flags.contains(.userPresent))
      #expect(!parsed.flags.contains(.userVerified))
      guard case .p256(let x, let y) = credential.publicKey.material else { throw ServedVault.Ended() }
      let key = try P256.Signing.PublicKey(rawRepresentation: x + y)
      #expect(key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: data + Self.hash))
      await served.leave()
    }

    @Test("a required verification is asked for in this ceremony, and only then claimed")
    func verification() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await register(served).credential.credentialID.bytes)
      let request = Self.assertion(id, userVerification: "required")
      try served.send(.provideCredentialWithoutUserInteraction(call: 1, request: request))
      #expect(try await served.nextCancellation().code == 100)
      let asked = served.household.person.passphraseQuestions.count
      served.household.person.will(.types(Household.passphrase))
      try served.send(.prepareInterfaceToProvideCredential(call: 1, request: request))
      #expect(try await served.nextView().busy == true)
      guard case .passkeyAssertion(_, _, _, _, let data, _) = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(try AuthenticatorData(parsing: data).flags.contains(.userVerified))
      #expect(served.household.person.passphraseQuestions.count == asked + 1)
      await served.leave()
    }

    @Test("the passphrase that opens the vault for a request verifies the person in it, and is not asked for twice")
    func unlockVerifies() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await register(served).credential.credentialID.bytes)
      let record = try await served.vault.summaries().first?.id.description
      await served.household.session.lock()
      served.household.person.will(.types(Household.passphrase))
      let request = Self.assertion(id, record: record, userVerification: "required")
      try served.send(.prepareInterfaceToProvideCredential(call: 1, request: request))
      _ = try await served.nextView()
      guard case .passkeyAssertion(_, _, _, _, let data, _) = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(try AuthenticatorData(parsing: data).flags.contains(.userVerified))
      await served.leave()
    }

    @Test("an excluded passkey is told only once the person goes on")
    func excluded() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await register(served).credential.credentialID.bytes)
      for (action, code) in [(ViewEventValue.Action.cancel, 1), (.confirm, 102)] {
        try served.send(.prepareInterfaceForPasskeyRegistration(call: 1, request: Self.registration(excluding: [id])))
        let view = try await served.nextView()
        try served.act(action, on: view)
        #expect(try await served.nextCancellation().code == code)
      }
      #expect(try await served.vault.summaries().count == 1)
      await served.leave()
    }

    @Test("a second passkey of the same account replaces the first, which goes to the trash")
    func replacement() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let first = try await register(served).credential.credentialID
      let second = try await register(served).credential.credentialID
      #expect(try await served.vault.summaries().map(\.credentialID) == [second.bytes])
      #expect(try await served.vault.trashedSummaries().map(\.credentialID) == [first.bytes])
      await served.leave()
    }

    @Test("algorithms that are not known end the request, and nothing is kept")
    func algorithms() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try served.send(.prepareInterfaceForPasskeyRegistration(call: 1, request: Self.registration(algorithms: [-999])))
      try served.act(.confirm, on: try await served.nextView())
      #expect(try await served.nextCancellation().code == 0)
      #expect(try await served.vault.summaries().isEmpty)
      await served.leave()
    }

    @Test("while a passkey is asked for, the list has those that will do before the passwords")
    func list() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await register(served).credential.credentialID.bytes)
      try await served.addPassword("shop.example")
      let services = [ServiceIdentifierValue(identifier: "shop.example", kind: .domain)]
      func parameters(_ allowed: [Data]) -> PasskeyParametersValue {
        PasskeyParametersValue(
          relyingPartyIdentifier: "shop.example", clientDataHash: Self.hash, userVerification: "discouraged", allowedCredentials: allowed)
      }
      try served.send(.prepareCredentialList(call: 1, services: services, parameters: parameters([Data([9])])))
      let other = try await served.nextView()
      #expect(other.rows?.count == 1)
      try served.act(.cancel, on: other)
      _ = try await served.nextCancellation()
      try served.send(.prepareCredentialList(call: 1, services: services, parameters: parameters([id])))
      let view = try await served.nextView()
      #expect(view.rows?.map(\.subtitle) == ["Passkey · anne", "Password · anne"])
      try served.act(.choose, on: view, row: view.rows?.first?.id)
      guard case .passkeyAssertion = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      await served.leave()
    }
  }
}
