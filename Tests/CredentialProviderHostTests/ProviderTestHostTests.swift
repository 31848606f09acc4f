// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import Testing

@Suite("The host for a provider's own tests", .timeLimit(.minutes(1)))
@MainActor
struct ProviderTestHostTests {
  private func code(_ record: String) -> ASOneTimeCodeCredentialRequest {
    ASOneTimeCodeCredentialRequest(
      credentialIdentity: ASOneTimeCodeCredentialIdentity(
        serviceIdentifier: ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain), label: "anne", recordIdentifier: record
      ))
  }

  @Test("plays a tap on a suggestion: first without interaction, then with it if the provider asks for that")
  func twoSteps() async throws {
    try await ProviderTestHost.run(ScriptedProvider.self) { host in
      #expect(try await host.provideCredentialWithoutUserInteraction(for: code("ready")).outcome() == .oneTimeCode("123456"))
      let second = try await host.provideCredential(for: code("locked"))
      #expect(try await second.nextView().isBusy)
      #expect(try await second.outcome() == .oneTimeCode("viewDidLoad viewDidAppear"))
    }
  }

  @Test("shows views, their updates and current codes as they arrive, and answers them")
  func views() async throws {
    try await ProviderTestHost.run(ScriptedProvider.self) { host in
      let request = host.prepareOneTimeCodeCredentialList(
        for: [ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)])
      let first = try await request.nextView()
      #expect(first.rows.map(\.code?.text) == ["111111"])
      let renewed = try await request.nextView()
      #expect(renewed.rows.map(\.code?.text) == ["222222"])
      #expect(throws: ProviderTestError(.notInView)) { try renewed.choose(titled: "elsewhere.example") }
      #expect(throws: ProviderTestError(.notInView)) { try renewed.confirm() }
      try renewed.choose(titled: "shop.example")
      #expect(try await request.outcome() == .oneTimeCode("shop.example"))
      #expect(request.view == nil)
    }
  }

  @Test("reports how a request was cancelled, and treats an answer of another type as a failure")
  func cancellations() async throws {
    try await ProviderTestHost.run(ScriptedProvider.self) { host in
      let gone = try await host.provideCredentialWithoutUserInteraction(for: code("gone")).outcome()
      #expect(gone == .canceled(.credentialIdentityNotFound, reason: nil))
      let wrongKind = try await host.provideCredentialWithoutUserInteraction(for: code("wrong kind")).outcome()
      #expect(wrongKind == .canceled(.failed, reason: "answerDoesNotFit"))
      let missing = try await host.prepareCredentialList(for: []).outcome()
      #expect(missing == .canceled(.failed, reason: "methodNotOverridden"))
    }
  }

  @Test(
    "ends a call without an interface that presents a view, and calls again with an interface",
    arguments: ["shows", "shows while it works"])
  func headlessView(record: String) async throws {
    try await ProviderTestHost.run(ScriptedProvider.self) { host in
      let headless = try await host.provideCredentialWithoutUserInteraction(for: code(record)).outcome()
      #expect(headless == .canceled(.userInteractionRequired, reason: "noInterface"))
      #expect(try await host.provideCredential(for: code(record)).nextView().title == "Unlock")
    }
  }

  @Test("stops waiting for an idle provider at its time limit, and the next host starts clean")
  func patience() async throws {
    await #expect(throws: ProviderTestError(.timedOut)) {
      try await ProviderTestHost.run(ScriptedProvider.self) { host in
        try await host.prepareInterfaceToProvideCredential(for: code("waits")).outcome(within: .milliseconds(20))
      }
    }
    try await ProviderTestHost.run(ScriptedProvider.self) { host in
      #expect(host.identityStore.identities.isEmpty)
      #expect(host.lockState == nil)
    }
  }

  @Test("plays set-up links, and reports lock states and changes of the identity store")
  func surroundings() async throws {
    try await ProviderTestHost.run(ScriptedProvider.self) { host in
      let setUp = host.prepareInterface(forVerificationCodeSetup: "otpauth://totp/a?secret=A")
      try await setUp.nextView().choose(row: "b")
      #expect(try await setUp.outcome() == .verificationCodeSetup(service: "b", account: ""))
      let identity = ASPasswordCredentialIdentity(
        serviceIdentifier: ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain), user: "anne", recordIdentifier: "r")
      try await ASCredentialIdentityStore.shared.saveCredentialIdentities([identity])
      identity.rank = 5
      try await ASCredentialIdentityStore.shared.saveCredentialIdentities([identity])
      #expect(host.identityStore.passwords.map(\.rank) == [5])
      #expect(await ASCredentialIdentityStore.shared.credentialIdentities().count == 1)
      // The provider is already on, so the settings do not have to be shown.
      #expect(await ASSettingsHelper.requestToTurnOnCredentialProviderExtension())
      host.report(.locked)
      try await ASCredentialIdentityStore.shared.removeCredentialIdentities([identity])
      #expect(host.lockState == .locked)
      #expect(host.identityStore.identities.isEmpty)
    }
  }

  @Test("compares the principal class in the property list with the class under test")
  func principalClass() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-doctor-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = folder.appending(path: "Info.plist")
    func doctor(_ name: String) async throws -> [String] {
      let information = ["CFBundleIdentifier": "org.example", "NSExtension": ["NSExtensionPrincipalClass": name]] as [String: Any]
      try PropertyListSerialization.data(fromPropertyList: information, format: .xml, options: 0).write(to: list)
      return try await ProviderTestHost.run(ScriptedProvider.self) { host in try host.doctor(informationPropertyList: list.path) }
    }
    let right = String(reflecting: ScriptedProvider.self)
    #expect(try await doctor(right).contains { $0.hasPrefix("principalClass") } == false)
    #expect(try await doctor("shop_provider.Wrong").first == "principalClassOther shop_provider.Wrong")
    #expect(try await doctor(String(reflecting: AttentiveProvider.self)).first?.hasPrefix("principalClassOther") == true)
  }

  @Test("describes an error that ends a provider in one line with its subject")
  func errorText() {
    #expect(
      "\(CredentialProviderHostError(.noPrincipalClass, subject: "shop.Wrong is no class"))" == "noPrincipalClass: shop.Wrong is no class")
    #expect(CredentialProviderHostError(.noPrincipalClass, subject: "a") == CredentialProviderHostError(.noPrincipalClass))
  }
}
