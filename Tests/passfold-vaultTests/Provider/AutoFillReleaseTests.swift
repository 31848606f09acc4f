// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import Testing
import passfold_vault

extension VaultProviderTests {
  @Suite("What AutoFill lets out")
  @MainActor
  struct Releases {
    private func notes(_ served: ServedVault) async throws -> [ReleaseNote] {
      try await served.vault.releases(limit: 200).entries.map(\.note)
    }

    /// Asks for a record's code until so many were given.
    private func fill(_ served: ServedVault, _ request: CredentialRequestValue, times: Int) async throws {
      for _ in 0..<times {
        try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
        #expect(try await served.nextCompletion().secret != nil)
      }
    }

    @Test("each code, password and list of codes is written down with the site that got it")
    func log() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let code = try await served.addCode("shop.example")
      let password = try await served.addPassword("bank.example")
      try await fill(served, ServedVault.request(.oneTimeCode, "shop.example", record: code), times: 1)
      try await fill(served, ServedVault.request(.password, "login.bank.example", record: password), times: 1)
      try served.send(
        .call(
          ProviderCall(1, .prepareOneTimeCodeCredentialList(services: [ServiceIdentifierValue(identifier: "forms.example", kind: .domain)]))
        ))
      try served.act(.cancel, on: try await served.nextView())
      #expect(try await served.nextCancellation().code == 1)
      let notes = try await notes(served)
      #expect(notes.map(\.kind) == [.codes, .password, .code])
      #expect(notes.map(\.recipient) == ["forms.example", "login.bank.example", "shop.example"])
      #expect(notes.map(\.record) == [nil, password, code] && notes.allSatisfy { $0.door == .autoFill })
      #expect(notes.map(\.title) == ["The codes of 1 account", "bank.example", "shop.example"])
      await served.leave()
    }

    @Test("above 30 in a minute nothing is filled in silently, and a no holds for a minute")
    func brake() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let request = ServedVault.request(.password, "shop.example", record: try await served.addPassword("shop.example"))
      try await fill(served, request, times: 30)
      // Nobody can be asked without an interface.
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      #expect(try await served.nextCancellation().code == 100)
      served.household.person.will(.says(true))
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      #expect(try await served.nextView().busy == true)
      #expect(try await served.nextCompletion().secret == "hunter2 anne")
      #expect(served.household.person.confirmations.last?.description.contains("more than 30") == true)
      served.household.person.will(.says(false))
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      _ = try await served.nextView()
      #expect(try await served.nextCancellation().code == 1)
      // Asking on shows no further prompt.
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      #expect(try await served.nextCancellation().code == 1)
      #expect(served.household.person.confirmations.count == 2)
      #expect(try await notes(served).count == 31)
      served.household.manual.advance(by: .seconds(60))
      try await fill(served, request, times: 1)
      await served.leave()
    }

    @Test("a list that is opened and closed again does not keep the vault open, a fill does")
    func idling() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let password = try await served.addPassword("shop.example")
      let (session, manual) = (served.household.session, served.household.manual)
      var changes = await session.changes().makeAsyncIterator()
      manual.advance(by: .seconds(500))
      try await fill(served, ServedVault.request(.password, "shop.example", record: password), times: 1)
      manual.advance(by: .seconds(500))
      #expect(await session.state == .unlocked)
      try served.send(
        .call(
          ProviderCall(
            1, .prepareCredentialList(services: [ServiceIdentifierValue(identifier: "shop.example", kind: .domain)], parameters: nil))))
      try served.act(.cancel, on: try await served.nextView())
      _ = try await served.nextCancellation()
      manual.advance(by: .seconds(100))
      // The watch may have slept to what was due when it last looked.
      manual.advance(by: .seconds(1))
      #expect(await changes.next() == .locked)
      await served.leave()
    }
  }
}
