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
  @Suite("One-time codes that need a question")
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

    @Test("an unconfirmed code is marked, and filled in after the question whether it works")
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

    @Test("a code that the site accepted before is confirmed and filled in, and the old code moves to the trash")
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

    @Test("a discarded code moves to the trash without being filled in, and cancelling changes nothing")
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

    @Test("a code that expires within five seconds can be filled in after a warning, or replaced by the next one")
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

    @Test("a code that is valid for five seconds or more is filled in without a question")
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
