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
  @Suite("Releases by AutoFill")
  @MainActor
  struct Releases {
    private func notes(_ served: ServedVault) async throws -> [ReleaseNote] {
      try await served.vault.releases(limit: 200).entries.map(\.note)
    }

    /// Requests a record's code or password this many times.
    private func fill(_ served: ServedVault, _ request: CredentialRequestValue, times: Int) async throws {
      for _ in 0..<times {
        try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
        #expect(try await served.nextCompletion().secret != nil)
      }
    }

    @Test("each released code, password and list of codes is logged with the site that received it")
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

    @Test("above 30 releases a minute each needs a confirmation, and a refusal lasts a minute")
    func brake() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let request = ServedVault.request(.password, "shop.example", record: try await served.addPassword("shop.example"))
      try await fill(served, request, times: 30)
      // Without an interface there is no way to ask.
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
      // Repeated requests show no further prompt.
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      #expect(try await served.nextCancellation().code == 1)
      #expect(served.household.person.confirmations.count == 2)
      #expect(try await notes(served).count == 31)
      served.household.manual.advance(by: .seconds(60))
      try await fill(served, request, times: 1)
      await served.leave()
    }

    @Test("a list that is opened and closed does not extend the unlocked time, and a fill does")
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
      // The idle timer may have slept until the end that was due when it last checked.
      manual.advance(by: .seconds(1))
      #expect(await changes.next() == .locked)
      await served.leave()
    }
  }
}
