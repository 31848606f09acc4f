// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Crypto
import DemoProvider
import Foundation
import Testing

/// A complete provider, tested as its author would: the host plays the system.
@Suite("The example provider", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct DemoProviderTests {
  private static let link = "otpauth://totp/shop.example:anne?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=shop.example"
  private static let hash = Data(repeating: 7, count: 32)
  private let service = ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)

  private func withHost(_ body: @MainActor (ProviderTestHost, AccountBook) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let book = try AccountBook(file: file)
    try book.keep(Account(id: "shop", service: "shop.example", user: "anne", password: "hunter2 hunter2", codeLink: Self.link))
    try book.keep(Account(id: "bank", service: "bank.example", user: "anne.b", password: "correct horse"))
    AccountBook.open = book
    try await ProviderTestHost.run(CredentialProviderViewController.self) { host in
      try await book.publish()
      try await body(host, book)
    }
  }

  @Test("publishes its identities without secrets")
  func identities() async throws {
    try await withHost { host, _ in
      try await host.identityStore.wait { $0.count == 3 }
      #expect(host.identityStore.passwords.map(\.user).sorted() == ["anne", "anne.b"])
      #expect(host.identityStore.oneTimeCodes.map(\.label) == ["anne"])
    }
  }

  @Test("publishes nothing while the user has disabled it")
  func disabled() async throws {
    try await withHost { host, book in
      host.identityStore.isEnabled = false
      try await book.publish()
      await #expect(throws: ASCredentialIdentityStoreError.self) {
        try await ASCredentialIdentityStore.shared.removeAllCredentialIdentities()
      }
    }
  }

  @Test("asks for an account's PIN, asks again after a wrong one and releases nothing before")
  func pin() async throws {
    try await withHost { host, book in
      try book.keep(Account(id: "safe", service: "safe.example", user: "anne", password: "behind a PIN", pin: "0815"))
      let identity = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "anne", recordIdentifier: "safe")
      let request = try await host.provideCredential(for: ASPasswordCredentialRequest(credentialIdentity: identity))
      let first = try await request.nextView()
      #expect(first.kind == .form && first.message == nil)
      try first.enter(["PIN": "4711"])
      let second = try await request.nextView()
      #expect(second.message?.contains("type it again") == true)
      try second.enter(["PIN": "0815"])
      #expect(try await request.outcome() == .password(user: "anne", password: "behind a PIN"))
    }
  }

  @Test("returns a picked password and a picked code without interaction")
  func headless() async throws {
    try await withHost { host, _ in
      let password = ASPasswordCredentialRequest(credentialIdentity: try #require(host.identityStore.passwords.first { $0.user == "anne" }))
      #expect(
        try await host.provideCredentialWithoutUserInteraction(for: password).outcome()
          == .password(user: "anne", password: "hunter2 hunter2"))
      let code = ASOneTimeCodeCredentialRequest(credentialIdentity: try #require(host.identityStore.oneTimeCodes.first))
      guard case .oneTimeCode(let text) = try await host.provideCredentialWithoutUserInteraction(for: code).outcome() else {
        Issue.record("no code")
        return
      }
      #expect(text.count == 6)
    }
  }

  @Test("reports an account that no longer exists as not found")
  func stale() async throws {
    try await withHost { host, _ in
      let gone = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "anne", recordIdentifier: "gone")
      let request = host.provideCredentialWithoutUserInteraction(for: ASPasswordCredentialRequest(credentialIdentity: gone))
      let outcome = try await request.outcome()
      #expect(outcome == .canceled(.credentialIdentityNotFound, reason: nil))
    }
  }

  @Test("lists the service's accounts first, and all of them if no service is given")
  func lists() async throws {
    try await withHost { host, _ in
      let list = host.prepareCredentialList(for: [service])
      let view = try await list.nextView()
      #expect(view.rows.map(\.title) == ["shop.example", "bank.example"])
      #expect(view.rows.map(\.matches) == [true, false])
      try view.choose(titled: "bank.example")
      #expect(try await list.outcome() == .password(user: "anne.b", password: "correct horse"))

      let codes = host.prepareOneTimeCodeCredentialList(for: [])
      let shown = try await codes.nextView()
      let code = try #require(shown.rows.first?.code?.text)
      #expect(shown.rows.count == 1)
      try shown.choose(titled: "shop.example", subtitle: "anne")
      #expect(try await codes.outcome() == .oneTimeCode(code))
    }
  }

  @Test("ends the request as cancelled if a list is cancelled, and closes the view if the system gives up")
  func cancelling() async throws {
    try await withHost { host, _ in
      let list = host.prepareCredentialList(for: [])
      try await list.nextView().cancel()
      #expect(try await list.outcome() == .canceled(.userCanceled, reason: nil))
      let given = host.prepareOneTimeCodeCredentialList(for: [])
      _ = try await given.nextView()
      given.giveUp()
      #expect(given.view == nil)
    }
  }

  @Test("creates a passkey after the user agrees, publishes it and signs with it after another confirmation")
  func passkeys() async throws {
    try await withHost { host, _ in
      let identity = ASPasskeyCredentialIdentity(
        relyingPartyIdentifier: "shop.example", userName: "anne", credentialID: Data(), userHandle: Data([9]), recordIdentifier: nil)
      let wanted = ASPasskeyCredentialRequest(
        credentialIdentity: identity, clientDataHash: Self.hash, userVerificationPreference: .preferred, supportedAlgorithms: [.ES256])
      let registration = host.prepareInterface(forPasskeyRegistration: wanted)
      let question = try await registration.nextView()
      #expect(question.kind == .confirmation)
      try question.confirm()
      guard case .passkeyRegistration("shop.example", Self.hash, let credentialID, _) = try await registration.outcome() else {
        Issue.record("no passkey")
        return
      }
      try await host.identityStore.wait { $0.contains { $0 is ASPasskeyCredentialIdentity } }
      let stored = try #require(host.identityStore.passkeys.first)
      #expect(stored.credentialID == credentialID)

      let assertion = ASPasskeyCredentialRequest(
        credentialIdentity: stored, clientDataHash: Self.hash, userVerificationPreference: .preferred, supportedAlgorithms: [])
      let signing = try await host.provideCredential(for: assertion)
      try await signing.nextView().confirm()
      guard case .passkeyAssertion(_, "shop.example", let signature, Self.hash, let data, credentialID) = try await signing.outcome() else {
        Issue.record("no signature")
        return
      }
      #expect(data.prefix(32) == Data(SHA256.hash(data: Data("shop.example".utf8))))
      #expect(!signature.isEmpty)

      let list = host.prepareCredentialList(
        for: [service], relyingPartyIdentifier: "shop.example", clientDataHash: Self.hash, allowedCredentials: [credentialID])
      let rows = try await list.nextView()
      #expect(rows.rows.count == 3)
      rows.cancel()
      _ = try await list.outcome()
    }
  }

  @Test("exports its accounts, and imports them unchanged after the user agrees")
  func exchange() async throws {
    try await withHost { host, book in
      let key = P256.Signing.PrivateKey()
      try book.keep(
        Account(
          id: "pass", service: "pass.example", user: "anne",
          passkey: Account.Passkey(id: Data([1]), handle: Data([2]), key: key.rawRepresentation)))
      #expect(try await host.prepareInterfaceForCredentialExport().outcome() == .credentialsExported)
      let data = try #require(host.exportedCredentials)
      #expect(data.accounts.flatMap(\.items).map(\.title).sorted() == ["bank.example", "pass.example", "shop.example"])
      let before = book.accounts.sorted { $0.service < $1.service }

      let refused = try host.continueUserActivity(importing: data, from: "Other")
      try await refused.nextView().cancel()
      #expect(try await refused.outcome() == .canceled(.userCanceled, reason: nil))

      let taken = try host.continueUserActivity(importing: data, from: "Other")
      let question = try await taken.nextView()
      #expect(question.title == "Keep what Other hands over?")
      try question.confirm()
      #expect(try await taken.outcome() == .credentialsImported)
      let after = book.accounts.sorted { $0.service < $1.service }
      #expect(after.map(\.service) == before.map(\.service))
      #expect(after.map(\.password) == before.map(\.password))
      #expect(after.map(\.passkey) == before.map(\.passkey))
    }
  }

  @Test("passes the provider doctor's checks against its Info.plist")
  func doctor() async throws {
    let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Examples/DemoProvider/Info.plist").standardizedFileURL.path
    try await withHost { host, _ in
      let findings = try host.doctor(informationPropertyList: list)
      #expect(findings == [])
    }
  }
}
