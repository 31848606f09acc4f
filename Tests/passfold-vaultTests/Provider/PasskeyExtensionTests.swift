// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CredentialModel
import CredentialProviderHost
import VaultProtocol
import CredentialVault
import Crypto
import Foundation
import SecretMemory
import Testing
import WebAuthnModel
import passfold_vault
extension VaultProviderTests {
  @Suite("Extensions of passkeys")
  @MainActor
  struct PasskeyExtensions {
    @Test("PRF results are the same for the same salts, after user verification, and only in the secret part")
    func pseudoRandomFunction() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      var wanted = PasskeyExtensionInputsValue()
      wanted.wantsPRF = true
      let made = try await served.register(as: PasskeyRequest.registration(extensions: wanted))
      #expect(made.outputs?.hasPRF == true && made.outputs?.prfResultCount == 0)
      #expect(made.data.extensions != nil)
      let id = Data(made.credential.credentialID.bytes)

      var evaluated = PasskeyExtensionInputsValue()
      evaluated.salts = PasskeyRequest.salts(1, 2)
      let both = try await served.assert(id, evaluated)
      #expect(both.outputs?.prfResultCount == 2 && both.secret.count == 64)
      evaluated.salts = PasskeyRequest.salts(9)
      evaluated.saltsByCredential = [.init(credentialID: id, salts: PasskeyRequest.salts(2))]
      let one = try await served.assert(id, evaluated)
      #expect(one.outputs?.prfResultCount == 1)
      #expect(one.secret == Array(both.secret[32...]))
      guard case .passkey(let record) = try await served.vault.record(try #require(try await served.vault.summaries().first?.id)),
        let keys = record.pseudoRandomFunction
      else { throw ServedVault.Ended() }
      let key = keys.withUserVerification.withBytes { SymmetricKey(data: $0) }
      #expect(one.secret == Array(HMAC<SHA256>.authenticationCode(for: Data(repeating: 2, count: 32), using: key)))
      await served.leave()
    }

    @Test("a registration evaluates the PRF only with user verification")
    func pseudoRandomFunctionAtOnce() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      var wanted = PasskeyExtensionInputsValue()
      wanted.wantsPRF = true
      wanted.salts = PasskeyRequest.salts(1)
      let unverified = try await served.register(as: PasskeyRequest.registration(extensions: wanted))
      #expect(unverified.outputs?.hasPRF == true && unverified.outputs?.prfResultCount == 0)
      served.household.person.will(.types(Household.passphrase))
      let verified = try await served.register(as: PasskeyRequest.registration(userVerification: "required", extensions: wanted))
      #expect(verified.outputs?.prfResultCount == 1 && served.lastSecret.count == 32)
      #expect(verified.data.flags.contains(.userVerified))
      await served.leave()
    }

    @Test(
      "unlocking the vault for a registration is user verification, so its PRF is evaluated whatever the request prefers",
      arguments: ["preferred", "discouraged"], [false, true])
    func pseudoRandomFunctionAfterUnlocking(userVerification: String, locksDuringTheQuestion: Bool) async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      var wanted = PasskeyExtensionInputsValue()
      wanted.wantsPRF = true
      wanted.salts = PasskeyRequest.salts(1, 2)
      let request = PasskeyRequest.registration(userVerification: userVerification, extensions: wanted)
      served.household.person.will(.types(Household.passphrase))
      if !locksDuringTheQuestion { await served.household.session.lock() }
      try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: request))))
      if !locksDuringTheQuestion { #expect(try await served.nextView().busy == true) }
      let question = try await served.nextView()
      #expect(question.kind == .confirmation)
      if locksDuringTheQuestion { await served.household.session.lock() }
      try served.act(.confirm, on: question)
      if locksDuringTheQuestion { #expect(try await served.nextView().busy == true) }
      guard case .passkeyRegistration(_, _, let id, let object, let outputs) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      #expect(try AttestationObject(parsing: object).authenticatorData.flags.contains(.userVerified))
      #expect(outputs?.hasPRF == true && outputs?.prfResultCount == 2)
      let atOnce = served.lastSecret

      // The same results as in an assertion that requires verification.
      var evaluated = PasskeyExtensionInputsValue()
      evaluated.salts = PasskeyRequest.salts(1, 2)
      let later = try await served.assert(id, evaluated)
      #expect(later.secret.count == 64 && later.secret == atOnce)
      await served.leave()
    }

    @Test("a passkey created without a PRF has none later, and reports no extensions that were not requested")
    func noPseudoRandomFunction() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let made = try await served.register(as: PasskeyRequest.registration())
      #expect(made.outputs == nil)
      #expect(made.data.extensions == nil)
      var wanted = PasskeyExtensionInputsValue()
      wanted.salts = PasskeyRequest.salts(1)
      let answer = try await served.assert(Data(made.credential.credentialID.bytes), wanted)
      #expect(answer.outputs?.prfResultCount == 0 && answer.secret.isEmpty)
      await served.leave()
    }

    @Test("large-blob data is stored and read back, up to the size limit")
    func largeBlob() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      var wanted = PasskeyExtensionInputsValue()
      wanted.largeBlobSupport = "required"
      let made = try await served.register(as: PasskeyRequest.registration(extensions: wanted))
      #expect(made.outputs?.keepsLargeBlob == true)
      let id = Data(made.credential.credentialID.bytes)
      func run(_ operation: PasskeyExtensionInputsValue.LargeBlobOperation) async throws -> (PasskeyExtensionOutputsValue?, [UInt8]) {
        var value = PasskeyExtensionInputsValue()
        value.largeBlob = operation
        try served.send(
          .call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: PasskeyRequest.assertion(id, extensions: value)))))
        guard case .passkeyAssertion(_, _, _, _, _, _, let outputs) = try await served.nextCompletion().result else {
          throw ServedVault.Ended()
        }
        return (outputs, served.lastSecret)
      }
      #expect(try await run(.read).0?.largeBlobByteCount == nil)
      #expect(try await run(.write(Data("a certificate".utf8))).0?.wroteLargeBlob == true)
      #expect(try await run(.write(Data(count: 4097))).0?.wroteLargeBlob == false)
      let (outputs, secret) = try await run(.read)
      #expect(outputs?.largeBlobByteCount == 13)
      #expect(secret == Array("a certificate".utf8))
      await served.leave()
    }

    @Test("a passkey that requires user verification asks for the passphrase even if verification is discouraged")
    func protection() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      var wanted = PasskeyExtensionInputsValue()
      wanted.protectionPolicy = "userVerificationRequired"
      let made = try await served.register(as: PasskeyRequest.registration(extensions: wanted))
      #expect(made.data.extensions != nil)
      let id = Data(made.credential.credentialID.bytes)
      let request = PasskeyRequest.assertion(id, userVerification: "discouraged")
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      #expect(try await served.nextCancellation().code == 100)
      served.household.person.will(.types(Household.passphrase))
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      #expect(try await served.nextView().busy == true)
      guard case .passkeyAssertion(_, _, _, _, let data, _, _) = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(try AuthenticatorData(parsing: data).flags.contains(.userVerified))

      // A service that excludes it does not learn of it without verification.
      try served.send(
        .call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: PasskeyRequest.registration(excluding: [id])))))
      let question = try await served.nextView()
      #expect(question.title.hasPrefix("Create a passkey"))
      try served.act(.cancel, on: question)
      #expect(try await served.nextCancellation().code == 1)
      await served.leave()
    }
  }
}
