// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import OneTimeCodes
import Testing
import passfold_vault

/// The principal class reads a process-wide environment, so its tests run one after another.
@Suite("The vault as a provider", .serialized, .timeLimit(.minutes(3)))
@MainActor
struct VaultProviderTests {
  @Suite("A single credential")
  @MainActor
  struct Chosen {
    @Test("a code is computed when it is requested")
    func code() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await served.addCode("shop.example")
      let request = ServedVault.request(.oneTimeCode, "shop.example", record: record)
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      let answer = try await served.nextCompletion()
      #expect(answer.result == .oneTimeCode)
      #expect(answer.secret == (try ServedVault.code()))
      await served.leave()
    }

    @Test("a counter advances before its code is returned")
    func counter() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await served.addCode("shop.example", form: .counterBased(counter: 0))
      let request = ServedVault.request(.oneTimeCode, "shop.example", record: record)
      // RFC 4226 appendix D.
      for expected in ["755224", "287082", "359152"] {
        try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
        #expect(try await served.nextCompletion().secret == expected)
      }
      await served.leave()
    }

    @Test("a password is returned with its user name")
    func password() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await served.addPassword("shop.example")
      let request = ServedVault.request(.password, "shop.example", record: record)
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      let answer = try await served.nextCompletion()
      #expect(answer.result == .password(user: "anne"))
      #expect(answer.secret == "hunter2 anne")
      await served.leave()
    }

    @Test("a locked vault requires interaction, then asks for the passphrase and completes")
    func locked() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await served.addCode("shop.example")
      await served.household.session.lock()
      let request = ServedVault.request(.oneTimeCode, "shop.example", record: record)
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      #expect(try await served.nextCancellation().code == 100)
      served.household.person.will(.types("wrong"), .types(Household.passphrase))
      try served.send(.call(ProviderCall(1, .prepareInterfaceToProvideCredential(request: request))))
      let view = try await served.nextView()
      #expect(view.kind == .message)
      #expect(view.busy == true)
      #expect(try await served.nextCompletion().secret == (try ServedVault.code()))
      #expect(served.household.person.passphraseQuestions.last?.error == PromptTexts.wrongPassphrase(triesLeft: 2))
      await served.leave()
    }

    @Test("a cancelled passphrase prompt is userCanceled")
    func cancelled() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await served.addCode("shop.example")
      await served.household.session.lock()
      served.household.person.will(.cancels)
      try served.send(
        .call(
          ProviderCall(1, .prepareInterfaceToProvideCredential(request: ServedVault.request(.oneTimeCode, "shop.example", record: record))))
      )
      _ = try await served.nextView()
      #expect(try await served.nextCancellation().code == 1)
      await served.leave()
    }

    @Test("three wrong passphrases are explained and end the request")
    func wrongPassphrase() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await served.addCode("shop.example")
      await served.household.session.lock()
      served.household.person.will(.types("a"), .types("b"), .types("c"))
      try served.send(
        .call(
          ProviderCall(1, .prepareInterfaceToProvideCredential(request: ServedVault.request(.oneTimeCode, "shop.example", record: record))))
      )
      _ = try await served.nextView()
      let explanation = try await served.nextView()
      #expect(explanation.kind == .message)
      #expect(explanation.busy == false)
      try served.act(.cancel, on: explanation)
      let end = try await served.nextCancellation()
      #expect(end.code == 0)
      #expect(end.reason == "wrongPassphrase")
      await served.leave()
    }

    @Test("an unknown record, one in the trash and one of another kind are not found")
    func notFound() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let trashed = try await served.addCode("shop.example")
      try await served.vault.moveToTrash(trashed)
      let password = try await served.addPassword("shop.example")
      for record in [trashed, password, nil] {
        let request = ServedVault.request(.oneTimeCode, "shop.example", record: record)
        try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
        #expect(try await served.nextCancellation().code == 101)
      }
      await served.leave()
    }

    @Test("without a vault the user is told how to create one")
    func noVault() async throws {
      let served = try await ServedVault()
      try served.send(.call(ProviderCall(1, .prepareOneTimeCodeCredentialList(services: []))))
      let view = try await served.nextView()
      #expect(view.message?.contains("passfold init") == true)
      try served.act(.cancel, on: view)
      #expect(try await served.nextCancellation().reason == "noVault")
      await served.leave()
    }
  }

  @Suite("Credential lists")
  @MainActor
  struct Lists {
    @Test("codes show service, account and live code, list matches first and follow the clock")
    func codes() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addCode("aaa.example")
      let fitting = try await served.addCode("shop.example")
      let services = ["login.shop.example", "shop.example"].map { ServiceIdentifierValue(identifier: $0, kind: .domain) }
      try served.send(.call(ProviderCall(1, .prepareOneTimeCodeCredentialList(services: services))))
      let view = try await served.nextView()
      #expect(view.kind == .list)
      #expect(view.searchable == true)
      #expect(view.rows?.map(\.title) == ["shop.example", "aaa.example"])
      #expect(view.rows?.map(\.match) == [true, false])
      #expect(view.rows?.first?.subtitle == "anne")
      #expect(view.rows?.first?.code == (try ServedVault.code()))
      #expect(view.rows?.first?.period == 30)
      #expect(view.rows?.first?.validUntil == ServedVault.start.timeIntervalSince1970 + 20)
      served.letTimePass()
      let update = try await served.nextView()
      #expect(update.number == view.number)
      #expect(update.rows?.first?.code == (try ServedVault.code(at: ServedVault.start + 20)))
      try served.act(.choose, on: view, row: fitting.description)
      #expect(try await served.nextCompletion().secret == (try ServedVault.code(at: ServedVault.start + 20)))
      await served.leave()
    }

    @Test("a request without a service lists every password, unmarked")
    func passwords() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let other = try await served.addPassword("b.example", "ben")
      try await served.addPassword("a.example")
      try await served.addCode("c.example")
      try served.send(.call(ProviderCall(1, .prepareCredentialList(services: [], parameters: nil))))
      let view = try await served.nextView()
      #expect(view.rows?.map(\.title) == ["a.example", "b.example"])
      #expect(view.rows?.map(\.match) == [false, false])
      try served.act(.choose, on: view, row: other.description)
      let question = try await served.nextView()
      #expect(question.title == "Give the password for b.example to an unknown site or app?")
      try served.act(.confirm, on: question)
      let answer = try await served.nextCompletion()
      #expect(answer.result == .password(user: "ben"))
      #expect(answer.secret == "hunter2 ben")
      await served.leave()
    }

    @Test("a credential for another service is released only after a question that names both services", arguments: [true, false])
    func otherService(confirms: Bool) async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let password = try await served.addPassword("forms.example", "ben")
      let code = try await served.addCode("forms.example")
      let services = ["login.bank.example", "bank.example"].map { ServiceIdentifierValue(identifier: $0, kind: .domain) }
      let calls: [(BrokerMessage, RecordIdentifier, String)] = [
        (
          .call(ProviderCall(1, .prepareCredentialList(services: services, parameters: nil))), password,
          "Give the password for forms.example to login.bank.example?"
        ),
        (
          .call(ProviderCall(1, .prepareOneTimeCodeCredentialList(services: services))), code,
          "Give a code for forms.example to login.bank.example?"
        ),
      ]
      for (call, record, title) in calls {
        try served.send(call)
        let list = try await served.nextView()
        try served.act(.choose, on: list, row: record.description)
        let question = try await served.nextView()
        #expect(question.kind == .confirmation)
        #expect(question.title == title)
        #expect(question.details?.map(\.value).contains("forms.example") == true)
        #expect(question.details?.map(\.value).contains("login.bank.example") == true)
        #expect(question.destructive == true, "a surface must not make the confirming button the default")
        // Only a confirmation of this very question releases it, whatever else a malicious surface sends.
        try served.act(.choose, on: list, row: record.description)
        try served.act(.choose, on: question, row: record.description)
        try served.act(confirms ? .confirm : .cancel, on: question)
        if confirms {
          #expect(try await served.nextCompletion().secret?.isEmpty == false)
        } else {
          #expect(try await served.nextCancellation().code == 1)
        }
      }
      await served.leave()
    }

    @Test("a credential for the requesting service is released without another question")
    func sameService() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let password = try await served.addPassword("bank.example")
      let services = ["login.bank.example", "bank.example"].map { ServiceIdentifierValue(identifier: $0, kind: .domain) }
      try served.send(.call(ProviderCall(1, .prepareCredentialList(services: services, parameters: nil))))
      try served.act(.choose, on: try await served.nextView(), row: password.description)
      #expect(try await served.nextCompletion().secret == "hunter2 anne")
      await served.leave()
    }

    @Test("cancelling a list is userCanceled")
    func cancelled() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try served.send(.call(ProviderCall(1, .prepareCredentialList(services: [], parameters: nil))))
      let view = try await served.nextView()
      #expect(view.rows?.isEmpty == true)
      #expect(view.message != nil)
      try served.act(.cancel, on: view)
      #expect(try await served.nextCancellation().code == 1)
      await served.leave()
    }
  }

  @Suite("Published suggestions")
  @MainActor
  struct Suggestions {
    @Test("an entry with an overlong user name is reported once, and all entries are published")
    func longInVault() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let long = try await served.addPassword("long.example", String(repeating: "x", count: 9000))
      try await served.addPassword("shop.example")
      var unfit: [RecordIdentifier] = []
      let publisher = IdentityPublisher(session: served.household.session, store: served.store, reportUnfit: { unfit.append($0) }) { _ in }
      let running = Task { await publisher.run() }
      #expect(try await served.nextStoreReplacement().map(\.service.identifier).sorted() == ["long.example", "shop.example"])
      try await served.addPassword("new.example")
      await served.household.session.recordsChanged()
      #expect(try await served.nextStoreChange().saved.map(\.service.identifier) == ["new.example"])
      #expect(unfit == [long])
      running.cancel()
      await served.leave()
    }

    @Test("all identities are published on unlock, only changes afterwards, and they are kept when the vault locks")
    func identities() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let login = try await served.addPassword("shop.example")
      let code = try await served.addCode("shop.example", login: login)
      let (states, reports) = AsyncStream.makeStream(of: CredentialProviderLockState.self)
      let publisher = IdentityPublisher(session: served.household.session, store: served.store) { reports.yield($0) }
      let publishing = Task { await publisher.run() }
      let first = try await served.nextStoreReplacement()
      #expect(Set(first.map(\.kind)) == [.password, .oneTimeCode])
      #expect(first.first { $0.kind == .oneTimeCode }?.recordIdentifier == code.description)
      #expect(first.first { $0.kind == .oneTimeCode }?.rank == 1)
      #expect(first.allSatisfy { $0.service.identifier == "shop.example" && $0.user == "anne" })

      try await served.addPassword("other.example")
      await served.household.session.recordsChanged()
      let added = try await served.nextStoreChange()
      #expect(added.removed.isEmpty && added.saved.map(\.service.identifier) == ["other.example"])
      let vault = try await served.vault
      try vault.updatePassword(login) { record in
        record.services = [ServiceIdentifier(kind: .domain, text: "moved.example")]
      }
      await served.household.session.recordsChanged()
      let moved = try await served.nextStoreChange()
      #expect(moved.removed.map(\.service.identifier) == ["shop.example"] && moved.saved.map(\.service.identifier) == ["moved.example"])

      await served.household.session.lock()
      var seen: [CredentialProviderLockState] = []
      for await state in states {
        seen.append(state)
        if state == .locked { break }
      }
      #expect(seen == [.unlocked, .unlocked, .unlocked, .locked])
      publishing.cancel()
      await served.leave()
    }
  }
}
