// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import BrokerProtocol
import CredentialModel
import CredentialVault
import Foundation
import Testing
import passfold_vault

extension VaultProviderTests {
  @Suite("Codes with a question")
  @MainActor
  struct CodesWithAQuestion {
    private static func pending(_ replaces: [RecordIdentifier] = []) -> PendingSetup {
      PendingSetup(since: ServedVault.start, replaces: replaces)
    }

    private func ask(_ served: ServedVault, for record: RecordIdentifier) async throws -> PresentableViewValue {
      let request = ServedVault.request(.oneTimeCode, "shop.example", record: record)
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      #expect(try await served.nextCancellation().code == 100)
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      return try await served.nextView()
    }

    @Test("that wait for their first use are marked, and filled after the question whether they work")
    func filling() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await served.addCode("shop.example", pending: Self.pending())
      let summary = try #require(try await served.vault.summaries().first)
      #expect(IdentityPublisher.identities(of: summary).map(\.user) == ["anne · not confirmed yet"])
      let view = try await ask(served, for: record)
      #expect(view.title == "This code is not confirmed yet" && view.rows?.map(\.id) == ["fill", "accepted", "discard"])
      #expect(view.rows?.first?.code == (try ServedVault.code()))
      try served.act(.choose, on: view, row: "fill")
      #expect(try await served.nextCompletion().secret == (try ServedVault.code()))
      #expect(try await served.vault.summaries().first?.pending != nil)
      await served.leave()
    }

    @Test("that the website took before are confirmed and filled in one go, and the old ones go to the trash")
    func confirming() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let old = try await served.addCode("shop.example")
      let record = try await served.addCode("shop.example", pending: Self.pending([old]))
      let view = try await ask(served, for: record)
      try served.act(.choose, on: view, row: "accepted")
      #expect(try await served.nextCompletion().secret == (try ServedVault.code()))
      #expect(try await served.vault.summaries().map(\.id) == [record])
      #expect(try await served.vault.trashedSummaries().map(\.id) == [old])
      await served.leave()
    }

    @Test("that are discarded go to the trash and are not filled; cancelling changes nothing")
    func discarding() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let old = try await served.addCode("shop.example")
      let record = try await served.addCode("shop.example", pending: Self.pending([old]))
      var view = try await ask(served, for: record)
      try served.act(.cancel, on: view)
      #expect(try await served.nextCancellation().code == 1)
      #expect(try await served.vault.summaries().count == 2)
      view = try await ask(served, for: record)
      try served.act(.choose, on: view, row: "discard")
      #expect(try await served.nextCancellation().code == 1)
      #expect(try await served.vault.summaries().map(\.id) == [old])
      await served.leave()
    }

    @Test("that end within five seconds are filled after saying so, or waited out for the next")
    func shortRest() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await served.addCode("shop.example")
      // 3 seconds before the end of the period.
      served.advance(by: 17)
      var view = try await ask(served, for: record)
      #expect(view.title == "This code expires in 3 seconds")
      #expect(try view.rows?.map(\.code) == [ServedVault.code(), ServedVault.code(at: ServedVault.start + 20)])
      try served.act(.choose, on: view, row: "current")
      #expect(try await served.nextCompletion().secret == (try ServedVault.code()))
      view = try await ask(served, for: record)
      try served.act(.choose, on: view, row: "next")
      #expect(try await served.nextView().busy == true)
      served.letTimePass()
      #expect(try await served.nextCompletion().secret == (try ServedVault.code(at: ServedVault.start + 20)))
      await served.leave()
    }

    @Test("are filled without one while five seconds or more are left")
    func noQuestion() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await served.addCode("shop.example")
      served.advance(by: 15)
      let request = ServedVault.request(.oneTimeCode, "shop.example", record: record)
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      #expect(try await served.nextCompletion().secret == (try ServedVault.code()))
      await served.leave()
    }
  }
}
