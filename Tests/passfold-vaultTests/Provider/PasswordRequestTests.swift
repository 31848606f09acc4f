// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing
import passfold_vault

extension VaultProviderTests {
  @Suite("Saving passwords")
  @MainActor
  struct Saving {
    private static func request(
      _ event: SavePasswordRequestValue.Event = .formDidDisappear, user: String = "anne", service: String = "https://shop.example",
      kind: ServiceIdentifierValue.Kind = .url, session: String = "s"
    ) -> SavePasswordRequestValue {
      SavePasswordRequestValue(
        service: ServiceIdentifierValue(identifier: service, kind: kind, displayName: kind == .app ? "The Shop" : nil), user: user,
        sessionID: session, event: event)
    }

    /// The passwords in the vault or its trash, by user name.
    private static func passwords(_ served: ServedVault, inTrash: Bool = false) async throws -> [String: String] {
      let vault = try await served.vault
      return Dictionary(
        try (inTrash ? vault.trashedSummaries() : vault.summaries()).compactMap { summary in
          guard case .password(let record) = try vault.record(summary.id) else { return nil }
          return (record.user, record.password.withBytes { String(decoding: $0, as: UTF8.self) })
        }, uniquingKeysWith: { first, _ in first })
    }

    @Test("a new login needs interaction, shows its details and is saved after the confirmation")
    func new() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try served.send(
        .call(ProviderCall(1, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: Self.request()))),
        secret: "correct horse")
      #expect(try await served.nextCancellation().code == 100)
      try served.send(.call(ProviderCall(1, .prepareInterfaceForSavePasswordRequest(request: Self.request()))), secret: "correct horse")
      let question = try await served.nextView()
      #expect(question.kind == .confirmation)
      #expect(question.details?.map(\.value) == ["shop.example", "https://shop.example", "anne"])
      #expect(try await Self.passwords(served).isEmpty)
      try served.act(.confirm, on: question)
      #expect(try await served.nextCompletion().result == .passwordSaved)
      #expect(try await Self.passwords(served) == ["anne": "correct horse"])
      #expect(try await served.vault.summaries().first?.title == "shop.example")
      await served.leave()
    }

    @Test("declining saves nothing and leaves the vault unchanged", arguments: [false, true])
    func refused(isKnown: Bool) async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      if isKnown { try await served.addPassword("shop.example") }
      let before = try await Self.passwords(served)
      try served.send(.call(ProviderCall(1, .prepareInterfaceForSavePasswordRequest(request: Self.request()))), secret: "correct horse")
      try served.act(.cancel, on: try await served.nextView())
      #expect(try await served.nextCancellation().code == 1)
      #expect(try await Self.passwords(served) == before)
      #expect(try await served.vault.trashedSummaries().isEmpty)
      await served.leave()
    }

    @Test("a changed password replaces the old one, which stays in the login's history")
    func update() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let record = try await served.addPassword("shop.example")
      try served.send(.call(ProviderCall(1, .prepareInterfaceForSavePasswordRequest(request: Self.request()))), secret: "correct horse")
      let choice = try await served.nextView()
      #expect(choice.kind == .choice)
      #expect(choice.rows?.map(\.title) == ["Update shop.example", "New entry"])
      try served.act(.choose, on: choice, row: record.description)
      #expect(try await served.nextCompletion().result == .passwordSaved)
      #expect(try await Self.passwords(served) == ["anne": "correct horse"])
      #expect(try await served.vault.trashedSummaries().isEmpty)
      guard case .password(let login) = try await served.vault.record(record) else { throw CancellationError() }
      #expect(login.history.map { $0.password.withBytes { String(decoding: $0, as: UTF8.self) } } == ["hunter2 anne"])
      #expect(try await served.vault.summaries().map(\.id) == [record])
      await served.leave()
    }

    @Test("a new entry for the same user can be saved without changing the existing login")
    func beside() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addPassword("mail.shop.example")
      try served.send(.call(ProviderCall(1, .prepareInterfaceForSavePasswordRequest(request: Self.request()))), secret: "correct horse")
      let choice = try await served.nextView()
      try served.act(.choose, on: choice, row: choice.rows?.last?.id)
      #expect(try await served.nextCompletion().result == .passwordSaved)
      #expect(try await served.vault.summaries().count == 2)
      #expect(try await served.vault.trashedSummaries().isEmpty)
      await served.leave()
    }

    @Test("a form without a user name offers every login of the site, and no others")
    func nameless() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let anne = try await served.addPassword("shop.example", "anne")
      let ben = try await served.addPassword("shop.example", "ben")
      try await served.addPassword("bank.example", "carl")
      try served.send(
        .call(ProviderCall(1, .prepareInterfaceForSavePasswordRequest(request: Self.request(user: "")))), secret: "correct horse")
      let choice = try await served.nextView()
      #expect(choice.rows?.map(\.id) == [anne.description, ben.description, "new"])
      try served.act(.choose, on: choice, row: ben.description)
      _ = try await served.nextCompletion()
      #expect(try await Self.passwords(served)["ben"] == "correct horse")
      await served.leave()
    }

    @Test("a password that is already stored is completed without a question, with or without an interface")
    func known() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addPassword("shop.example")
      try served.send(
        .call(ProviderCall(1, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: Self.request()))), secret: "hunter2 anne"
      )
      #expect(try await served.nextCompletion().result == .passwordSaved)
      try served.send(.call(ProviderCall(1, .prepareInterfaceForSavePasswordRequest(request: Self.request()))), secret: "hunter2 anne")
      #expect(try await served.nextCompletion().result == .passwordSaved)
      #expect(try await served.vault.summaries().count == 1)
      await served.leave()
    }

    @Test("a locked vault asks whether to save before it asks for the passphrase, and not again afterwards")
    func locked() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      await served.household.session.lock()
      let asked = served.household.person.passphraseQuestions.count
      try served.send(
        .call(ProviderCall(1, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: Self.request()))),
        secret: "correct horse")
      #expect(try await served.nextCancellation().code == 100)
      try served.send(.call(ProviderCall(1, .prepareInterfaceForSavePasswordRequest(request: Self.request()))), secret: "correct horse")
      let question = try await served.nextView()
      #expect(question.kind == .confirmation)
      #expect(served.household.person.passphraseQuestions.count == asked)
      served.household.person.will(.types(Household.passphrase))
      try served.act(.confirm, on: question)
      #expect(try await served.nextView().busy == true)
      #expect(try await served.nextCompletion().result == .passwordSaved)
      #expect(try await Self.passwords(served) == ["anne": "correct horse"])
      await served.leave()
    }

    @Test("a generated password is kept in the trash without a question, and restored when its form is submitted")
    func generated() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let pending = Self.request(.generatedPasswordFilled, user: "")
      for _ in 0..<2 {
        try served.send(
          .call(ProviderCall(1, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: pending))), secret: "made up")
        #expect(try await served.nextCompletion().result == .passwordSaved)
      }
      #expect(try await Self.passwords(served).isEmpty)
      #expect(try await Self.passwords(served, inTrash: true) == ["": "made up"])
      try served.send(.call(ProviderCall(1, .prepareInterfaceForSavePasswordRequest(request: Self.request()))), secret: "made up")
      try served.act(.confirm, on: try await served.nextView())
      #expect(try await served.nextCompletion().result == .passwordSaved)
      #expect(try await Self.passwords(served) == ["anne": "made up"])
      #expect(try await served.vault.trashedSummaries().isEmpty)
      await served.leave()
    }

    @Test("a generated password that a locked vault cannot store is reported as not saved")
    func generatedWhileLocked() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      await served.household.session.lock()
      try served.send(
        .call(
          ProviderCall(1, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: Self.request(.generatedPasswordFilled)))),
        secret: "made up")
      let end = try await served.nextCancellation()
      #expect(end.code == 0 && end.reason == "locked")
      await served.leave()
    }

    @Test("an app's password is saved for the app, under the app's name")
    func app() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let request = Self.request(.userInitiated, service: "desktop.org.example.Shop", kind: .app)
      try served.send(.call(ProviderCall(1, .prepareInterfaceForSavePasswordRequest(request: request))), secret: "correct horse")
      try served.act(.confirm, on: try await served.nextView())
      _ = try await served.nextCompletion()
      let summary = try #require(try await served.vault.summaries().first)
      #expect(summary.title == "The Shop")
      #expect(summary.services == [ServiceIdentifier(kind: .app, text: "desktop.org.example.Shop")])
      await served.leave()
    }

    @Test("a password for a clear-text site is not saved")
    func clearText() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let request = Self.request(service: "http://shop.example")
      try served.send(
        .call(ProviderCall(1, .performSavePasswordRequestWithoutUserInteractionIfPossible(request: request))), secret: "correct horse")
      #expect(try await served.nextCancellation().code == 0)
      await served.leave()
    }
  }

  @Suite("New passwords")
  @MainActor
  struct Generating {
    private static func request(
      _ rules: String? = nil, confirm: String? = nil, quirks: String? = nil
    ) -> GeneratePasswordsRequestValue {
      GeneratePasswordsRequestValue(
        service: ServiceIdentifierValue(identifier: "https://shop.example", kind: .url), passwordFieldRules: rules,
        confirmFieldRules: confirm, quirkRules: quirks)
    }

    private static func make(_ served: ServedVault, _ request: GeneratePasswordsRequestValue) async throws -> [String: String] {
      try served.send(.call(ProviderCall(1, .performGeneratePasswordsRequestWithoutUserInteraction(request: request))))
      let (result, secret) = try await served.nextCompletion()
      guard case .generatedPasswords(let values) = result else { throw ServedVault.Ended() }
      var rest = Substring(secret ?? "")
      var made: [String: String] = [:]
      for value in values {
        made[value.kind] = String(rest.prefix(value.byteCount))
        rest = rest.dropFirst(value.byteCount)
      }
      #expect(rest.isEmpty)
      return made
    }

    @Test("a locked vault generates a strong password, a passphrase and an alphanumeric password")
    func kinds() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      await served.household.session.lock()
      let made = try await Self.make(served, Self.request())
      #expect(Set(made.keys) == ["STRONG", "PASSPHRASE", "ALPHANUMERIC"])
      #expect(made["STRONG"]?.count == 20)
      #expect(try await Self.make(served, Self.request()) != made)
      await served.leave()
    }

    @Test(
      "the rules of both fields apply, the password field's on a conflict, and known rules if the page has none",
      arguments: [
        ("maxlength: 10", "minlength: 8; required: digit", nil, 10), ("maxlength: 10", "minlength: 12", nil, 10),
        ("nonsense", nil, "maxlength: 9", 9), (nil, nil, "maxlength: 9", 9), ("maxlength: 10", nil, "maxlength: 9", 10),
      ] as [(String?, String?, String?, Int)])
    func rules(field: String?, confirm: String?, quirks: String?, length: Int) async throws {
      let served = try await ServedVault()
      let made = try await Self.make(served, Self.request(field, confirm: confirm, quirks: quirks))
      #expect(made["STRONG"]?.count == length)
      #expect(made["PASSPHRASE"] == nil)
      await served.leave()
    }

    @Test("rules that no password can satisfy end the request with a reason")
    func impossible() async throws {
      let served = try await ServedVault()
      try served.send(
        .call(
          ProviderCall(1, .performGeneratePasswordsRequestWithoutUserInteraction(request: Self.request("minlength: 20; maxlength: 10")))))
      let end = try await served.nextCancellation()
      #expect(end.code == 0 && end.reason == "passwordRules")
      await served.leave()
    }

    @Test("the interface lists passwords to choose from and generates others on demand")
    func choosing() async throws {
      let served = try await ServedVault()
      try served.send(.call(ProviderCall(1, .prepareInterfaceForGeneratePasswordsRequest(request: Self.request()))))
      let first = try await served.nextView()
      #expect(first.rows?.count == 4)
      try served.act(.choose, on: first, row: first.rows?.last?.id)
      let second = try await served.nextView()
      #expect(second.rows?.map(\.title) != first.rows?.map(\.title))
      try served.act(.choose, on: second, row: second.rows?[1].id)
      let (result, secret) = try await served.nextCompletion()
      guard case .generatedPasswords(let values) = result else { throw ServedVault.Ended() }
      #expect(values.map(\.kind) == ["PASSPHRASE"])
      #expect(secret == second.rows?[1].title)
      await served.leave()
    }
  }

  @Suite("Texts to insert")
  @MainActor
  struct Texts {
    @Test("the user names, passwords and codes of the vault can be inserted", arguments: ["User name", "Password", "One-time code"])
    func inserting(kind: String) async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let login = try await served.addPassword("shop.example")
      try await served.addCode("shop.example", login: login)
      try served.send(.call(ProviderCall(1, .prepareInterfaceForUserChoosingTextToInsert)))
      let list = try await served.nextView()
      #expect(list.rows?.count == 3)
      #expect(list.rows?.allSatisfy { $0.code == nil } == true)
      try served.act(.choose, on: list, row: list.rows?.first { $0.subtitle == "\(kind) · anne" }?.id)
      let answer = try await served.nextCompletion()
      #expect(answer.result == .textToInsert)
      let expected = ["User name": "anne", "Password": "hunter2 anne", "One-time code": try ServedVault.code()]
      #expect(answer.secret == expected[kind])
      await served.leave()
    }

    @Test("a locked vault is unlocked before the list is shown, and cancelling inserts nothing")
    func locked() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addPassword("shop.example")
      await served.household.session.lock()
      served.household.person.will(.types(Household.passphrase))
      try served.send(.call(ProviderCall(1, .prepareInterfaceForUserChoosingTextToInsert)))
      #expect(try await served.nextView().busy == true)
      let list = try await served.nextView()
      try served.act(.cancel, on: list)
      #expect(try await served.nextCancellation().code == 1)
      await served.leave()
    }
  }
}
