// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import Synchronization
import Testing

/// A provider that hands one note over, and keeps what it is handed.
private final class ExchangingProvider: ASCredentialProviderViewController, CredentialExchangeHandling {
  /// What the providers of this process were handed.
  static let taken = Mutex<[ASExportedCredentialData]>([])

  static func data(_ text: String) -> ASExportedCredentialData {
    let field = ASImportableEditableField(id: nil, fieldType: .string, value: text)
    let item = ASImportableItem(id: Data([1]), title: "Note", credentials: [.note(.init(content: field))])
    return ASExportedCredentialData(
      accounts: [ASImportableAccount(id: Data([2]), userName: "", email: "", collections: [], items: [item])], formatVersion: .v1,
      exporterRelyingPartyIdentifier: "x.example", exporterDisplayName: "X", timestamp: Date(timeIntervalSince1970: 1_790_000_000))
  }

  func prepareInterfaceForCredentialExport() {
    extensionContext.handleRequest { [self] in
      let manager = ASCredentialExportManager(presentationAnchor: ASPresentationAnchor())
      // Without the person's yes nothing goes.
      do {
        try await manager.exportCredentials(Self.data("unasked"))
        return extensionContext.cancelRequest(withError: ASExtensionError(.failed))
      } catch let error as ASAuthorizationError where error.code == .credentialExport {}
      #expect(try await manager.requestExport().formatVersion == .v1)
      // More than one part.
      try await manager.exportCredentials(Self.data(String(repeating: "n", count: 150_000)))
      // And each yes is good for one.
      await #expect(throws: ASAuthorizationError.self) { try await manager.exportCredentials(Self.data("again")) }
      extensionContext.completeCredentialExportRequest()
    }
  }

  func continueUserActivity(_ userActivity: CredentialExchangeActivity) {
    extensionContext.handleRequest { [self] in
      guard userActivity.activityType == ASCredentialExchangeActivity, let token = userActivity.userInfo?[ASCredentialImportToken] else {
        throw ASExtensionError(.failed)
      }
      let data = try await ASCredentialImportManager().importCredentials(token: token)
      await #expect(throws: ASAuthorizationError.self, "a second time") {
        try await ASCredentialImportManager().importCredentials(token: token)
      }
      await #expect(throws: ASAuthorizationError.self, "no such token") {
        try await ASCredentialImportManager().importCredentials(token: UUID())
      }
      Self.taken.withLock { $0.append(data) }
      extensionContext.completeCredentialImportRequest()
    }
  }
}

@Suite("What a provider's process is asked when credentials are exchanged", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct CredentialExchangeCallTests {
  @Test("it hands over in parts, after a yes that is good once")
  func export() async throws {
    try await ProviderTestHost.run(ExchangingProvider.self) { (host) async throws in
      #expect(try await host.prepareInterfaceForCredentialExport().outcome() == .credentialsExported)
      #expect(host.exportedCredentials == ExchangingProvider.data(String(repeating: "n", count: 150_000)))
    }
  }

  @Test("it takes what waits under its token, once and as it was handed over")
  func `import`() async throws {
    try await ProviderTestHost.run(ExchangingProvider.self) { (host) async throws in
      let data = ExchangingProvider.data(String(repeating: "m", count: 200_000))
      #expect(try await host.continueUserActivity(importing: data, from: "Y").outcome() == .credentialsImported)
      #expect(ExchangingProvider.taken.withLock { $0.last } == data)
    }
  }

  @Test("one that does not conform is not asked in vain")
  func unconforming() async throws {
    try await ProviderTestHost.run(ScriptedProvider.self) { (host) async throws in
      #expect(
        try await host.prepareInterfaceForCredentialExport().outcome() == .canceled(.failed, reason: "methodNotOverridden"))
      let data = ExchangingProvider.data("n")
      #expect(
        try await host.continueUserActivity(importing: data, from: "Y").outcome() == .canceled(.failed, reason: "methodNotOverridden"))
    }
  }

  @Test("the doctor finds a declaration without its protocol, and a protocol that is not declared")
  func doctor() {
    #expect(
      ProviderDoctor.findings(about: ExchangingProvider.self, declaring: []) == ["capabilityNotDeclared SupportsCredentialExchange"])
    #expect(ProviderDoctor.findings(about: ExchangingProvider.self, declaring: ["SupportsCredentialExchange"]) == [])
    #expect(
      ProviderDoctor.findings(about: ScriptedProvider.self, declaring: ["SupportsCredentialExchange"]).contains(
        "protocolMissing SupportsCredentialExchange"))
  }
}
