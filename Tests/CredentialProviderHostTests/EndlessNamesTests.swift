// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import CredentialProviderHost
import Testing

/// A provider that lists the rows that a test sets.
private final class ListingProvider: ASCredentialProviderViewController {
  @MainActor static var rows: [PresentableRow] = []

  override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
    extensionContext.handleRequest { [self] in
      guard case .chosen(let row) = try await extensionContext.present(PresentableList(title: "Entries", rows: Self.rows)) else {
        throw ASExtensionError(.userCanceled)
      }
      extensionContext.completeRequest(withSelectedCredential: ASPasswordCredential(user: row, password: "hunter2"))
    }
  }
}

@Suite("Names that are too long", .serialized, .timeLimit(.minutes(1)))
@MainActor
struct EndlessNamesTests {
  private let service = ASCredentialServiceIdentifier(identifier: "shop.example", type: .domain)

  private func identity(_ user: String, _ record: String, of host: String = "shop.example") -> ASPasswordCredentialIdentity {
    ASPasswordCredentialIdentity(
      serviceIdentifier: ASCredentialServiceIdentifier(identifier: host, type: .domain), user: user, recordIdentifier: record)
  }

  @Test("an identity with a field that is too long is skipped, and the others are stored")
  func identities() async throws {
    let endless = String(repeating: "a", count: 8 * 1024 + 1)
    try await ProviderTestHost.run(ListingProvider.self) { host async throws in
      let store = ASCredentialIdentityStore.shared
      let unfit = [identity(endless, "2"), identity("otto", endless), identity("eve", "3", of: endless)]
      try await store.replaceCredentialIdentities([identity("anne", "1")] + unfit)
      try await host.identityStore.wait { !$0.isEmpty }
      #expect(host.identityStore.passwords.map(\.user) == ["anne"])
      try await store.saveCredentialIdentities(unfit + [identity("bert", "4")])
      try await host.identityStore.wait { $0.count == 2 }
      try await store.removeCredentialIdentities(unfit + [identity("anne", "1")])
      try await host.identityStore.wait { $0.count == 1 }
      #expect(host.identityStore.passwords.map(\.user) == ["bert"])
    }
  }

  @Test("a row's title is shortened for display, and only a row whose identifier does not fit is left out")
  func rows() async throws {
    let endless = String(repeating: "ä", count: 300 * 1024)
    ListingProvider.rows = [
      PresentableRow(id: "1", title: endless, subtitle: endless), PresentableRow(id: endless, title: "Endless"),
      PresentableRow(id: "2", title: "Shop", subtitle: "anne"),
    ]
    try await ProviderTestHost.run(ListingProvider.self) { host async throws in
      let asked = host.prepareCredentialList(for: [service])
      let list = try await asked.nextView()
      #expect(list.rows.map(\.id) == ["1", "2"] && list.rows.map(\.title.count) == [200, 4])
      #expect(list.message?.contains("1 more") == true)
      try list.choose(row: "2")
      #expect(try await asked.outcome() == .password(user: "2", password: "hunter2"))
    }
  }

  @Test("a list with more rows than fit shows the first ones and the number of the others")
  func manyRows() async throws {
    ListingProvider.rows = (0..<20_000).map { PresentableRow(id: "entry \($0)", title: "Shop \($0)", subtitle: "anne\($0)@shop.example") }
    try await ProviderTestHost.run(ListingProvider.self) { host async throws in
      let asked = host.prepareCredentialList(for: [service])
      let list = try await asked.nextView()
      #expect(list.rows.count > 1000 && list.rows.map(\.id) == ListingProvider.rows.prefix(list.rows.count).map(\.id))
      #expect(list.message == "\(20_000 - list.rows.count) more have no room in this list.")
      asked.giveUp()
    }
  }
}
