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
  @Suite("Keeping and replacing passkeys")
  @MainActor
  struct PasskeyKeeping {
    @Test("a conditionally created passkey is erased if its request is cancelled first, and kept if it was answered")
    func madeForNobody() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addPassword("shop.example")
      let request = ProviderCall(1, .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: PasskeyRequest.registration()))
      var changes = await served.household.session.changes().makeAsyncIterator()
      ProviderEnvironment.current?.publishPasskey = { _ in
        #expect(throws: Never.self) { try served.send(.call(ProviderCall(1, .cancel))) }
        while !Task.isCancelled { await Task.yield() }
      }
      try served.send(.call(request))
      _ = await changes.next(isolation: MainActor.shared)
      #expect(try await served.vault.summaries(kind: .passkey).isEmpty)
      #expect(try await served.vault.trashedSummaries().isEmpty)

      ProviderEnvironment.current?.publishPasskey = { _ in }
      try served.send(.call(request))
      guard case .passkeyRegistration = try await served.nextCompletion().result else { throw ServedVault.Ended() }
      #expect(try await served.vault.summaries(kind: .passkey).count == 1)
      await served.leave()
    }

    @Test("no passkey is conditionally created for a user name that has one, whatever the user handle")
    func sameName() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addPassword("shop.example")
      var request = PasskeyRequest.registration()
      for handle in [7, 8] as [UInt8] {
        request.identity.userHandle = Data([handle])
        try served.send(.call(ProviderCall(1, .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: request))))
        if handle == 7 { _ = try await served.nextCompletion() } else { #expect(try await served.nextCancellation().code == 102) }
      }
      #expect(try await served.vault.summaries(kind: .passkey).count == 1)
      await served.leave()
    }

    @Test("a conditional registration fails immediately if its record is too long or needs an RSA key")
    func notMadeUnasked() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addPassword("shop.example")
      var tooLong = PasskeyRequest.registration()
      tooLong.displayName = String(repeating: "A", count: 80_000)
      for (request, reason) in [(tooLong, "recordTooLong"), (PasskeyRequest.registration(algorithms: [-257]), "algorithm")] {
        try served.send(.call(ProviderCall(1, .performPasskeyRegistrationWithoutUserInteractionIfPossible(request: request))))
        let end = try await served.nextCancellation()
        #expect((end.code, end.reason) == (0, reason))
      }
      #expect(try await served.vault.summaries(kind: .passkey).isEmpty)
      await served.leave()
    }

    @Test("an excluded passkey is revealed only after the user continues")
    func excluded() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let id = Data(try await served.register().credential.credentialID.bytes)
      for (action, code) in [(ViewEventValue.Action.cancel, 1), (.confirm, 102)] {
        try served.send(
          .call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: PasskeyRequest.registration(excluding: [id])))))
        let view = try await served.nextView()
        try served.act(action, on: view)
        #expect(try await served.nextCancellation().code == code)
      }
      #expect(try await served.vault.summaries().count == 1)
      await served.leave()
    }

    @Test("a second passkey for the same account replaces the first, which moves to the trash")
    func replacement() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let first = try await served.register().credential.credentialID
      try await served.takeAnswer()
      let second = try await served.register().credential.credentialID
      try await served.takeAnswer()
      #expect(try await served.vault.summaries().map(\.credentialID) == [second.bytes])
      #expect(try await served.vault.trashedSummaries().map(\.credentialID) == [first.bytes])
      await served.leave()
    }

    @Test("a passkey whose request is cancelled while its answer is delivered is erased, and the old one is kept")
    func givenUpAtTheYes() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let first = try await served.register().credential.credentialID
      try await served.takeAnswer()
      _ = try await served.register()
      try await served.takeAnswer(whileGivingUp: true)
      #expect(try await served.vault.summaries().map(\.credentialID) == [first.bytes])
      #expect(try await served.vault.trashedSummaries().isEmpty)
      await served.leave()
    }

    @Test("a passkey whose request is cancelled before its answer is erased, and the old one is kept")
    func givenUpBeforeTheAnswer() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let first = try await served.register().credential.credentialID
      try await served.takeAnswer()
      ProviderEnvironment.current?.publishPasskey = { _ in
        #expect(throws: Never.self) { try served.send(.call(ProviderCall(1, .cancel))) }
        while !Task.isCancelled { await Task.yield() }
      }
      var changes = await served.household.session.changes().makeAsyncIterator()
      try served.send(.call(ProviderCall(1, .prepareInterfaceForPasskeyRegistration(request: PasskeyRequest.registration()))))
      try served.act(.confirm, on: try await served.nextView())
      _ = await changes.next(isolation: MainActor.shared)
      #expect(try await served.vault.summaries().map(\.credentialID) == [first.bytes])
      #expect(try await served.vault.trashedSummaries().isEmpty)
      await served.leave()
    }

    @Test("both passkeys are kept if the connection ends before the answer is acknowledged")
    func conversationEnded() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let first = try await served.register().credential.credentialID
      let second = try await served.register().credential.credentialID
      let vault = try await served.vault
      await served.leave()
      // The provider can do nothing to either of them any more.
      #expect(try Set(vault.summaries().map(\.credentialID)) == [first.bytes, second.bytes])
    }
  }
}
