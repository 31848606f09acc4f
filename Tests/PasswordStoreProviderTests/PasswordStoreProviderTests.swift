// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import OneTimeCodes
import PasswordStoreProvider
import Testing

/// The complete provider with a store that the real `pass` wrote, decrypted by the real GnuPG.
@Suite("The provider for pass", .serialized, .timeLimit(.minutes(2)))
@MainActor
struct PasswordStoreProviderTests {
  private static let link = "otpauth://totp/shop.example:anne?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=shop.example"
  private let service = ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)

  private func withHost(_ body: @MainActor (ProviderTestHost, RealStore, StoreSession) async throws -> Void) async throws {
    let real = try RealStore()
    try real.insert("shop.example/anne", "hunter2\nlogin: anne@shop.example\n")
    try real.insert("work/bank.example/anne", "correct horse\n")
    try real.run("printf '%s\\n' '\(Self.link)' | pass otp append 'shop.example/anne'")
    try real.lock()
    let session = StoreSession(store: real.store, gpg: real.gpg, own: real.own)
    StoreSession.current = session
    try await ProviderTestHost.run(CredentialProviderViewController.self) { host in
      try await session.publish()
      try await host.identityStore.wait { !$0.isEmpty }
      try await body(host, real, session)
    }
  }

  /// Returns the next view that needs an answer, after the one shown while gpg-agent is busy.
  private func nextView(of request: PlayedRequest) async throws -> PlayedView {
    var view = try await request.nextView(within: .seconds(20))
    while view.isBusy { view = try await request.nextView(within: .seconds(20)) }
    return view
  }

  @Test("publishes identities from the entries' names only, without decrypting or asking")
  func identities() async throws {
    try await withHost { host, real, _ in
      #expect(host.identityStore.passwords.map(\.serviceIdentifier.identifier).sorted() == ["bank.example", "shop.example"])
      #expect(host.identityStore.oneTimeCodes.count == 2)
      #expect(real.askedCount == 0)
    }
  }

  @Test("continues with an interface if a key is locked, and gpg-agent asks with its own pinentry")
  func locked() async throws {
    try await withHost { host, real, _ in
      let identity = try #require(host.identityStore.passwords.first { $0.serviceIdentifier.identifier == "shop.example" })
      let request = ASPasswordCredentialRequest(credentialIdentity: identity)
      let headless = try await host.provideCredentialWithoutUserInteraction(for: request).outcome(within: .seconds(20))
      #expect(headless == .canceled(.userInteractionRequired, reason: nil))
      #expect(real.askedCount == 0)
      try real.write("", to: "waits")
      let asked = host.prepareInterfaceToProvideCredential(for: request)
      let view = try await asked.nextView()
      #expect(view.title == "Waiting for gpg-agent" && view.isBusy)
      try real.remove("waits")
      #expect(try await asked.outcome(within: .seconds(20)) == .password(user: "anne@shop.example", password: "hunter2"))
      #expect(real.askedCount == 1)
      // The agent remembers the passphrase and does not ask again.
      let bank = try #require(host.identityStore.passwords.first { $0.serviceIdentifier.identifier == "bank.example" })
      let second = host.prepareInterfaceToProvideCredential(for: ASPasswordCredentialRequest(credentialIdentity: bank))
      #expect(try await second.outcome(within: .seconds(20)) == .password(user: "anne", password: "correct horse"))
      #expect(real.askedCount == 1)
    }
  }

  @Test("returns the same code as pass otp, and no longer suggests an entry that turned out to have none")
  func codes() async throws {
    try await withHost { host, real, _ in
      let identity = try #require(host.identityStore.oneTimeCodes.first { $0.serviceIdentifier.identifier == "shop.example" })
      let request = host.prepareInterfaceToProvideCredential(for: ASOneTimeCodeCredentialRequest(credentialIdentity: identity))
      let before = try real.run("pass otp shop.example/anne").trimmingCharacters(in: .newlines)
      guard case .oneTimeCode(let code) = try await request.outcome(within: .seconds(20)) else {
        Issue.record("no code")
        return
      }
      let after = try real.run("pass otp shop.example/anne").trimmingCharacters(in: .newlines)
      #expect([before, after].contains(code))
      let without = try #require(host.identityStore.oneTimeCodes.first { $0.serviceIdentifier.identifier == "bank.example" })
      let second = host.prepareInterfaceToProvideCredential(for: ASOneTimeCodeCredentialRequest(credentialIdentity: without))
      let view = try await nextView(of: second)
      #expect(view.title == "No code in this entry")
      view.cancel()
      #expect(try await second.outcome(within: .seconds(20)) == .canceled(.credentialIdentityNotFound, reason: nil))
      try await host.identityStore.wait { $0.count == 3 }
    }
  }

  @Test("fills an entry of another service only after a question that names both")
  func elsewhere() async throws {
    try await withHost { host, _, _ in
      let asked = host.prepareCredentialList(for: [service])
      let list = try await asked.nextView()
      #expect(list.rows.map(\.id) == ["shop.example/anne", "work/bank.example/anne"] && list.rows.map(\.matches) == [true, false])
      try list.choose(row: "work/bank.example/anne")
      let question = try await nextView(of: asked)
      #expect(question.details.map(\.value) == ["shop.example", "work/bank.example/anne"])
      try question.confirm()
      #expect(try await asked.outcome(within: .seconds(20)) == .password(user: "anne", password: "correct horse"))
    }
  }

  @Test("reports a dismissed agent prompt as cancelled, and explains how to start a missing agent")
  func refusals() async throws {
    try await withHost { host, real, _ in
      let identity = try #require(host.identityStore.passwords.first)
      let request = ASPasswordCredentialRequest(credentialIdentity: identity)
      try real.write("", to: "refuses")
      #expect(
        try await host.prepareInterfaceToProvideCredential(for: request).outcome(within: .seconds(20))
          == .canceled(.userCanceled, reason: nil))
      // It still answers while it ends, so wait until its socket is gone.
      try real.run("gpgconf --kill gpg-agent; timeout 20 sh -c 'while test -S \"$(gpgconf --list-dirs agent-socket)\"; do :; done'")
      let asked = host.prepareInterfaceToProvideCredential(for: request)
      let view = try await nextView(of: asked)
      #expect(view.title == "gpg-agent does not run")
      view.cancel()
      #expect(try await asked.outcome(within: .seconds(20)) == .canceled(.failed, reason: nil))
    }
  }

  @Test("ends the agent's prompt if the request is given up")
  func givenUp() async throws {
    try await withHost { host, real, _ in
      let identity = try #require(host.identityStore.passwords.first)
      try real.write("", to: "waits")
      let asked = host.prepareInterfaceToProvideCredential(for: ASPasswordCredentialRequest(credentialIdentity: identity))
      try await asked.nextView().cancel()
      #expect(try await asked.outcome(within: .seconds(20)) == .canceled(.userCanceled, reason: nil))
      try real.remove("waits")
    }
  }

  @Test("reports an entry that is gone, or a path that leads out of the store, as not found")
  func gone() async throws {
    try await withHost { host, real, _ in
      try real.run("pass rm --force shop.example/anne; touch \(real.folder)/outside.gpg")
      for path in ["shop.example/anne", "../outside", "/etc/passwd", ".git/x", ""] {
        let identity = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "anne", recordIdentifier: path)
        let outcome = try await host.prepareInterfaceToProvideCredential(
          for: ASPasswordCredentialRequest(credentialIdentity: identity)
        ).outcome(within: .seconds(20))
        #expect(outcome == .canceled(.credentialIdentityNotFound, reason: nil), "\(path)")
      }
    }
  }

  @Test("says that a password is not text instead of filling another one in, and that a very long entry was not read")
  func unreadable() async throws {
    try await withHost { host, real, session in
      try real.run(
        "printf 'p\\344ss\\n' > \(real.folder)/content; pass insert --multiline --force latin.example/anne < \(real.folder)/content")
      try real.run("{ echo pw; head -c 300000 /dev/zero | tr '\\0' x; } | pass insert --multiline --force long.example/anne")
      for (path, title) in [("latin.example/anne", "This password is not text"), ("long.example/anne", "This entry is too long")] {
        let identity = ASPasswordCredentialIdentity(serviceIdentifier: service, user: "anne", recordIdentifier: path)
        let asked = host.prepareInterfaceToProvideCredential(for: ASPasswordCredentialRequest(credentialIdentity: identity))
        let view = try await nextView(of: asked)
        #expect(view.title == title)
        view.cancel()
        guard case .canceled = try await asked.outcome(within: .seconds(20)) else {
          Issue.record("something was filled in for \(path)")
          continue
        }
      }
    }
  }

  @Test("notices what pass adds, moves and removes in any folder of the store, also in a new one")
  func watching() async throws {
    let real = try RealStore()
    try real.insert("work/shop.example/anne", "x\n")
    var changes = StoreWatch.changes(in: real.store.folder).makeAsyncIterator()
    for command in [
      "pass insert --multiline work/bank.example/ben < \(real.folder)/content",
      "pass insert --multiline work/bank.example/cora < \(real.folder)/content",
      "pass mv work/bank.example/ben mail.example/ben", "pass rm --force mail.example/ben",
    ] {
      try real.run(command)
      #expect(await changes.next() != nil, "\(command)")
    }
  }

  @Test("declares in its bundle what its class implements")
  func doctor() async throws {
    try await ProviderTestHost.run(CredentialProviderViewController.self) { host async throws in
      #expect(try host.doctor(informationPropertyList: "Providers/PasswordStoreProvider/Info.plist") == [])
    }
  }
}
