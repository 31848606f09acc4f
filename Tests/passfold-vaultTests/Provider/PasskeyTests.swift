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
  @Suite("Passkeys")
  @MainActor
  struct Passkeys {
    @Test("a new passkey is in the identity store before the relying party learns of it")
    func publishedFirst() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let publisher = IdentityPublisher(session: served.household.session, store: served.store) { _ in }
      ProviderEnvironment.current?.publishPasskey = { await publisher.publishPasskey($0) }
      try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: PasskeyRequest.registration()))))
      try served.act(.confirm, on: try await served.nextView())
      guard case .store(let question, .save(let page)) = try await served.next().message else { throw ServedVault.Ended() }
      let published = try #require(try page.identities().first)
      try served.send(.storeReply(request: question, frame: .done))
      guard case .passkeyRegistration(_, _, let id, _, _) = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(published.kind == .passkey && published.credentialID == id)
      await served.leave()
    }

    @Test(
      "a new key is EdDSA if the service prefers it, and RS256 only if nothing else is accepted",
      arguments: [
        ([-8, -7], -8), ([-257, -7], -7), ([-999, -257], -257),
      ])
    func keys(algorithms: [Int], chosen: Int) async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let made = try await served.register(as: PasskeyRequest.registration(algorithms: algorithms))
      #expect(made.credential.publicKey.algorithm.rawValue == chosen)
      await served.household.session.lock()
      served.household.person.will(.types(Household.passphrase))
      let id = Data(made.credential.credentialID.bytes)
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: PasskeyRequest.assertion(id)))))
      _ = try await served.nextView()
      guard case .passkeyAssertion(_, _, let signature, _, let data, _, nil) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      #expect(made.credential.publicKey.isValidSignature([UInt8](signature), over: [UInt8](data + PasskeyRequest.hash)))
      await served.leave()
    }

    @Test("a new passkey is stored and signs verifiably, without claiming user verification")
    func roundTrip() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let (credential, flags) = try await served.register()
      #expect(flags.contains(.userPresent))
      #expect(!flags.contains(.userVerified))
      let id = Data(credential.credentialID.bytes)
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: PasskeyRequest.assertion(id)))))
      guard
        case .passkeyAssertion(let user, "shop.example", let signature, PasskeyRequest.hash, let data, id, nil) =
          try await served.nextCompletion()
          .result
      else { throw ServedVault.Ended() }
      #expect(user == Data([7]))
      let parsed = try AuthenticatorData(parsing: data)
      #expect(parsed.flags.contains(.userPresent))
      #expect(!parsed.flags.contains(.userVerified))
      guard case .p256(let x, let y) = credential.publicKey.material else { throw ServedVault.Ended() }
      let key = try P256.Signing.PublicKey(rawRepresentation: x + y)
      #expect(key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: signature), for: data + PasskeyRequest.hash))
      await served.leave()
    }

    @Test("required user verification is performed in this ceremony, and only then claimed")
    func verification() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await served.register().credential.credentialID.bytes)
      let request = PasskeyRequest.assertion(id, userVerification: "required")
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      #expect(try await served.nextCancellation().code == 100)
      let asked = served.household.person.passphraseQuestions.count
      served.household.person.will(.types(Household.passphrase))
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      #expect(try await served.nextView().busy == true)
      guard case .passkeyAssertion(_, _, _, _, let data, _, _) = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(try AuthenticatorData(parsing: data).flags.contains(.userVerified))
      #expect(served.household.person.passphraseQuestions.count == asked + 1)
      await served.leave()
    }

    @Test("a PIN verifies the user only in its own ceremony, and other requests are answered during the prompt")
    func verificationByPIN() async throws {
      let chip = try SoftwareChip()
      defer { chip.stop() }
      let served = try await ServedVault(chip: chip.chip)
      let (session, person) = (served.household.session, served.household.person)
      try await served.household.settle()
      let id = Data(try await served.register().credential.credentialID.bytes)
      person.will(.types(Household.passphrase), .types(SoftwareChip.pin))
      try await session.choosePIN(for: "passfold")

      let asked = person.passphraseQuestions.count
      person.will(.waits(SoftwareChip.pin))
      try served.send(
        .call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: PasskeyRequest.assertion(id, userVerification: "required")))))
      _ = try await served.nextView()
      while person.passphraseQuestions.count == asked { await Task.yield() }
      // Other requests are answered while the prompt is open.
      #expect(try await session.vault().summaries().count == 1)
      let desk = ManagementDesk(session: session, clock: CodeClock(file: nil))
      let answer = await desk.answer(.status, secret: nil, from: AskedDesk.stranger).answer
      guard case .status(let status) = answer else { throw ServedVault.Ended() }
      #expect(status.state == .unlocked && status.pin == .ready)
      person.stopWaiting()
      guard case .passkeyAssertion(_, _, _, _, let verified, _, _) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      #expect(try AuthenticatorData(parsing: verified).flags.contains(.userVerified))
      #expect(person.passphraseQuestions.count == asked + 1 && person.passphraseQuestions.last?.label == "PIN:")

      // The PIN of the previous ceremony does not verify the user in this one.
      try served.send(
        .call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: PasskeyRequest.assertion(id, userVerification: "preferred")))))
      guard case .passkeyAssertion(_, _, _, _, let present, _, _) = try await served.nextCompletion().result else {
        throw ServedVault.Ended()
      }
      #expect(try !AuthenticatorData(parsing: present).flags.contains(.userVerified))
      await served.leave()
    }

    @Test("a finger verifies the user only in its own ceremony")
    func verificationByFinger() async throws {
      let chip = try SoftwareChip()
      defer { chip.stop() }
      let served = try await ServedVault(chip: chip.chip)
      let (session, person, reader) = (served.household.session, served.household.person, PlayedReader())
      await session.use(reader.reader)
      try await served.household.settle()
      let id = Data(try await served.register().credential.credentialID.bytes)
      person.will(.types(Household.passphrase))
      try await session.chooseFinger(for: "passfold")

      person.will(.waits("never typed"))
      reader.will(true)
      for (wish, isVerified) in [("required", true), ("preferred", false)] {
        let request = PasskeyRequest.assertion(id, userVerification: wish)
        try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
        if isVerified { _ = try await served.nextView() }
        guard case .passkeyAssertion(_, _, _, _, let data, _, _) = try await served.nextCompletion().result else {
          throw ServedVault.Ended()
        }
        #expect(try AuthenticatorData(parsing: data).flags.contains(.userVerified) == isVerified)
      }
      #expect(reader.asked == 1)
      await served.leave()
    }

    @Test("the passphrase that unlocks the vault for a request also verifies the user, without a second prompt")
    func unlockVerifies() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await served.register().credential.credentialID.bytes)
      let record = try await served.vault.summaries().first?.id.description
      await served.household.session.lock()
      served.household.person.will(.types(Household.passphrase))
      let request = PasskeyRequest.assertion(id, record: record, userVerification: "required")
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      _ = try await served.nextView()
      guard case .passkeyAssertion(_, _, _, _, let data, _, _) = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(try AuthenticatorData(parsing: data).flags.contains(.userVerified))
      await served.leave()
    }

    @Test("unknown algorithms end the registration, and nothing is stored")
    func algorithms() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try served.send(
        .call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: PasskeyRequest.registration(algorithms: [-999])))))
      try served.act(.confirm, on: try await served.nextView())
      #expect(try await served.nextCancellation().code == 0)
      #expect(try await served.vault.summaries().isEmpty)
      await served.leave()
    }

    @Test("a list for a passkey request shows the matching passkeys before the passwords")
    func list() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await served.register().credential.credentialID.bytes)
      try await served.addPassword("shop.example")
      let services = [ServiceIdentifierValue(identifier: "shop.example", kind: .domain)]
      func parameters(_ allowed: [Data]) -> PasskeyParametersValue {
        PasskeyParametersValue(
          relyingPartyIdentifier: "shop.example", clientDataHash: PasskeyRequest.hash, userVerification: "discouraged",
          allowedCredentials: allowed)
      }
      try served.send(.call(ProviderCall(1, .prepareCredentialList(services: services, parameters: parameters([Data([9])])))))
      let other = try await served.nextView()
      #expect(other.rows?.count == 1)
      try served.act(.cancel, on: other)
      _ = try await served.nextCancellation()
      try served.send(.call(ProviderCall(1, .prepareCredentialList(services: services, parameters: parameters([id])))))
      let view = try await served.nextView()
      #expect(view.rows?.map(\.subtitle) == ["Passkey · anne", "Password · anne"])
      try served.act(.choose, on: view, row: view.rows?.first?.id)
      guard case .passkeyAssertion = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      await served.leave()
    }
  }
}
