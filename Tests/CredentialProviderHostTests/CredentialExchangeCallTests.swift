// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Foundation
import Synchronization
import Testing

/// A provider that exports one note and keeps what it imports.
private final class ExchangingProvider: ASCredentialProviderViewController, CredentialExchangeHandling {
  /// The data that the providers of this process imported.
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
      // Nothing is sent without the user's consent.
      do {
        try await manager.exportCredentials(Self.data("unasked"))
        return extensionContext.cancelRequest(withError: ASExtensionError(.failed))
      } catch let error as ASAuthorizationError where error.code == .credentialExport {}
      #expect(try await manager.requestExport().formatVersion == .v1)
      // This takes more than one part.
      try await manager.exportCredentials(Self.data(String(repeating: "n", count: 150_000)))
      // Each consent is valid for one export.
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
      await #expect(throws: ASAuthorizationError.self, "used token") {
        try await ASCredentialImportManager().importCredentials(token: token)
      }
      await #expect(throws: ASAuthorizationError.self, "unknown token") {
        try await ASCredentialImportManager().importCredentials(token: UUID())
      }
      Self.taken.withLock { $0.append(data) }
      extensionContext.completeCredentialImportRequest()
    }
  }
}

@Suite("Credential exchange in a provider's process", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct CredentialExchangeCallTests {
  @Test("a provider exports its data in parts, after a consent that is valid once")
  func export() async throws {
    try await ProviderTestHost.run(ExchangingProvider.self) { (host) async throws in
      #expect(try await host.prepareInterfaceForCredentialExport().outcome() == .credentialsExported)
      #expect(host.exportedCredentials == ExchangingProvider.data(String(repeating: "n", count: 150_000)))
    }
  }

  @Test("a provider imports the data for a token once and unchanged")
  func `import`() async throws {
    try await ProviderTestHost.run(ExchangingProvider.self) { (host) async throws in
      let data = ExchangingProvider.data(String(repeating: "m", count: 200_000))
      #expect(try await host.continueUserActivity(importing: data, from: "Y").outcome() == .credentialsImported)
      #expect(ExchangingProvider.taken.withLock { $0.last } == data)
    }
  }

  @Test("a provider that does not conform to the protocol fails the call as not overridden")
  func unconforming() async throws {
    try await ProviderTestHost.run(ScriptedProvider.self) { (host) async throws in
      #expect(
        try await host.prepareInterfaceForCredentialExport().outcome() == .canceled(.failed, reason: "methodNotOverridden"))
      let data = ExchangingProvider.data("n")
      #expect(
        try await host.continueUserActivity(importing: data, from: "Y").outcome() == .canceled(.failed, reason: "methodNotOverridden"))
    }
  }

  @Test("the doctor finds a declared capability without its protocol and a protocol that is not declared")
  func doctor() {
    #expect(
      ProviderDoctor.findings(about: ExchangingProvider.self, declaring: []) == ["capabilityNotDeclared SupportsCredentialExchange"])
    #expect(ProviderDoctor.findings(about: ExchangingProvider.self, declaring: ["SupportsCredentialExchange"]) == [])
    #expect(
      ProviderDoctor.findings(about: ScriptedProvider.self, declaring: ["SupportsCredentialExchange"]).contains(
        "protocolMissing SupportsCredentialExchange"))
  }
}
