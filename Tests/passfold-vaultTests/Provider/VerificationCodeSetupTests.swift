// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CredentialModel
import CredentialVault
import Foundation

import Testing
import passfold_vault

extension VaultProviderTests {
  @Suite("Set-up links")
  @MainActor
  struct SetUpLinks {
    private static let link =
      "apple-otpauth://totp/Shop:anne?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=shop.example&digits=6&period=30"
    private static let page = [ServiceIdentifierValue(identifier: "login.shop.example", kind: .domain)]

    @Test("a link is previewed, suggests the login for its issuer and stores the code with it")
    func adds() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      try await served.addPassword("other.example")
      try await served.addPassword("shop.example", "ben")
      let login = try await served.addPassword("shop.example")
      try served.send(.call(ProviderCall(1, .prepareInterfaceForVerificationCodeSetup(services: Self.page))), secret: Self.link)
      let view = try await served.nextView()
      #expect(view.kind == .choice)
      #expect(view.message == nil)
      #expect(view.details?.map(\.value) == ["Shop", "anne", "shop.example"])
      #expect(view.rows?.map(\.subtitle) == ["anne", "ben", "Keep the code on its own"])
      #expect(view.rows?.first?.id == login.description)
      try served.act(.choose, on: view, row: view.rows?.first?.id)
      let question = try await served.nextView()
      #expect(question.kind == .choice && question.title == "Did Shop accept it?")
      #expect(question.rows?.map(\.id) == ["later", "accepted", "discard"])
      #expect(question.rows?.first?.code == (try ServedVault.code()))
      try served.act(.choose, on: question, row: "accepted")
      #expect(try await served.nextCompletion().result == .verificationCodeSetup(service: "Shop", account: "anne"))
      let kept = try await served.vault.summaries().filter { $0.kind == .oneTimeCode }
      #expect(kept.map(\.login) == [login])
      #expect(kept.first?.services == [ServiceIdentifier(kind: .domain, text: "shop.example")])
      let request = ServedVault.request(.oneTimeCode, "shop.example", record: kept.first?.id)
      try served.send(.call(ProviderCall(1, .provideCredentialWithoutUserInteraction(request: request))))
      #expect(try await served.nextCompletion().secret == (try ServedVault.code()))
      await served.leave()
    }

    @Test("a login's existing code is kept next to the new one until that is confirmed")
    func replaces() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let login = try await served.addPassword("shop.example")
      let old = try await served.addCode("shop.example", login: login)
      try served.send(.call(ProviderCall(1, .prepareInterfaceForVerificationCodeSetup(services: Self.page))), secret: Self.link)
      let view = try await served.nextView()
      #expect(view.rows?.first?.subtitle == "anne · replaces its current code")
      #expect(view.message?.contains("keeps working") == true)
      try served.act(.choose, on: view, row: login.description)
      let question = try await served.nextView()
      #expect(question.message?.contains("keeps your old code") == true)
      try served.act(.choose, on: question, row: "later")
      _ = try await served.nextCompletion()
      #expect(try await served.vault.trashedSummaries().isEmpty)
      let codes = try await served.vault.summaries().filter { $0.kind == .oneTimeCode }
      #expect(codes.count == 2 && codes.compactMap(\.pending).map(\.replaces) == [[old]])
      await served.leave()
    }

    @Test("without a matching login a new entry is offered, and cancelling adds nothing")
    func newEntry() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      for action in [ViewEventValue.Action.cancel, .choose] {
        try served.send(.call(ProviderCall(1, .prepareInterfaceForVerificationCodeSetup(services: Self.page))), secret: Self.link)
        let view = try await served.nextView()
        #expect(view.rows?.map(\.id) == [VerificationCodePlan.newEntryRow])
        try served.act(action, on: view, row: action == .choose ? VerificationCodePlan.newEntryRow : nil)
        if action == .cancel {
          #expect(try await served.nextCancellation().code == 1)
          #expect(try await served.vault.summaries().isEmpty)
        } else {
          let question = try await served.nextView()
          served.letTimePass()
          let update = try await served.nextView()
          #expect(update.number == question.number)
          #expect(update.rows?.first?.code == (try ServedVault.code(at: ServedVault.start + 20)))
          try served.act(.cancel, on: question)
          _ = try await served.nextCompletion()
        }
      }
      let kept = try await served.vault.summaries()
      #expect(kept.map(\.login) == [nil] && kept.allSatisfy { $0.pending != nil })
      await served.leave()
    }

    @Test("a page of another site than the issuer, a short secret and unusual parameters are pointed out")
    func warnings() async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      let link = "otpauth://totp/Bank:anne?secret=GEZDGNBVGY3TQOJQ&issuer=bank.example&digits=8&period=60&algorithm=SHA256"
      try served.send(.call(ProviderCall(1, .prepareInterfaceForVerificationCodeSetup(services: Self.page))), secret: link)
      let view = try await served.nextView()
      #expect(view.message?.contains("this page is login.shop.example, but the code is for bank.example") == true)
      #expect(view.message?.contains("80 bits") == true)
      #expect(view.details?.suffix(3).map(\.value) == ["8", "60 seconds", "SHA256"])
      try served.act(.cancel, on: view)
      _ = try await served.nextCancellation()
      await served.leave()
    }

    @Test(
      "an unusable link is explained without its secret, before any passphrase prompt",
      arguments: [
        ("otpauth://totp/Shop:anne?issuer=shop.example", "missingSecret", "no secret"),
        ("otpauth://totp/Shop:anne?secret=GEZDGNB1GY3TQOJQ", "secretNotBase32", "“1” at position 40 of the link"),
        ("otpauth://totp/Shop:anne?secret=GEZDGNBVGY3TQOJQ&algorithm=MD5", "unknownAlgorithm", "“MD5”"),
        ("https://shop.example/", "notASetupURL", "does not set up a one-time code"),
      ])
    func badLink(link: String, code: String, words: String) async throws {
      let served = try await ServedVault()
      try await served.household.settle()
      await served.household.session.lock()
      let asked = served.household.person.passphraseQuestions.count
      try served.send(.call(ProviderCall(1, .prepareInterfaceForVerificationCodeSetup(services: Self.page))), secret: link)
      let view = try await served.nextView()
      #expect(view.kind == .message)
      #expect(view.message?.contains(words) == true)
      #expect(view.message?.contains("GEZD") == false)
      try served.act(.confirm, on: view)
      let end = try await served.nextCancellation()
      #expect(end.code == 0)
      #expect(end.reason == "setup." + code)
      #expect(served.household.person.passphraseQuestions.count == asked)
      await served.leave()
    }
  }
}
