// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing
import WebDomains

@Suite("An account")
struct AccountTests {
  private static func login(_ host: String, _ user: String, rule: MatchRule = .domain, title: String = "Shop") -> CredentialRecord {
    .password(
      PasswordRecord(
        id: Sample.id(), services: [ServiceIdentifier(kind: .domain, text: host, rule: rule)], title: title, user: user,
        password: SharedSecret(copying: "x".utf8)))
  }

  private static func codes(_ host: String, _ user: String, login: RecordIdentifier? = nil) throws -> CredentialRecord {
    var codes = try Sample.codes(login: login)
    codes.services = [ServiceIdentifier(kind: .url, text: "https://\(host):8443/start")]
    codes.account = user
    return .oneTimeCode(codes)
  }

  private static func passkey(_ user: String) -> CredentialRecord { .passkey(Sample.passkey(userName: user)) }

  /// The rows of a list that joins accounts: the kinds in each row, with the kind that represents it first.
  private func rows(_ records: [CredentialRecord], fitting words: String = "") async throws -> [[CredentialKind]] {
    let vault = try await VaultFixture().create()
    try vault.add(contentsOf: records)
    return try rows(of: vault, fitting: words)
  }

  private func rows(of vault: CredentialVault, fitting words: String = "") throws -> [[CredentialKind]] {
    var search = CredentialSearch(words)
    search.joins = true
    let matches = try vault.search(search)
    return (0..<matches.count).map { place in ([matches[place]].compactMap(\.self) + matches.others(at: place)).map(\.kind) }
  }

  @Test("is one row with its password, codes and passkey, whichever of them matches the search")
  func joined() async throws {
    let records = [try Self.codes("login.shop.example", "ada"), Self.login("shop.example", "ada"), Self.passkey("ada")]
    #expect(try await rows(records) == [[.password, .oneTimeCode, .passkey]])
    // Only the codes have the issuer and the URL's host.
    #expect(try await rows(records, fitting: "login.shop.example") == [[.password, .oneTimeCode, .passkey]])
    #expect(try await rows(Array(records.dropFirst())) == [[.password, .passkey]])
    #expect(try await rows([records[0], records[2]]) == [[.oneTimeCode, .passkey]])
    #expect(try await rows([records[2], Self.passkey("bert")]) == [[.passkey], [.passkey]])
  }

  @Test("is separate from another user's, from one at another site of the same suffix and from one limited to its own host")
  func others() async throws {
    for login in [
      Self.login("shop.example", "bert"), Self.login("other.example", "ada"), Self.login("other.shop.example", "ada", rule: .host),
      Self.login("shop.example", "ada", rule: .never), Self.login("shop.example", ""),
    ] {
      #expect(try await rows([login, Self.codes("login.shop.example", "ada")]).count == 2)
    }
    #expect(try await rows([Self.login("a.github.io", "ada"), Self.codes("b.github.io", "ada")]).count == 2)
    #expect(try await rows([Self.login("login.shop.example", "ada", rule: .host), Self.codes("login.shop.example", "ada")]).count == 1)
  }

  @Test("includes the codes linked to its login, whatever user they name")
  func linked() async throws {
    let login = Self.login("shop.example", "ada")
    #expect(try await rows([login, Self.codes("elsewhere.example", "other", login: login.id)]) == [[.password, .oneTimeCode]])
    #expect(try await rows([Self.codes("elsewhere.example", "other", login: Sample.id())]) == [[.oneTimeCode]])
  }

  @Test("that is stored twice stays two rows, and its other records stay separate")
  func twice() async throws {
    let records = [Self.login("a.shop.example", "ada"), Self.login("www.shop.example", "ada"), Self.passkey("ada")]
    #expect(try await rows(records).count == 3)
    // If the host is the same, it decides.
    #expect(try await rows([Self.login("shop.example", "ada")] + records.dropFirst()).count == 2)
  }

  @Test("is updated after every change and after the next unlocking")
  func changes() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let (login, passkey) = (Self.login("shop.example", "ada"), Self.passkey("ada"))
    try vault.add(contentsOf: [passkey, Self.login("aaa.example", "zoe", title: "Aaa")])
    #expect(try rows(of: vault) == [[.password], [.passkey]] || rows(of: vault) == [[.passkey], [.password]])
    try vault.add(login)
    #expect(try rows(of: vault).contains([.password, .passkey]) && vault.othersOfAccount(passkey.id).map(\.id) == [login.id])
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try rows(of: vault).contains([.password, .passkey]) && vault.othersOfAccount(login.id).map(\.id) == [passkey.id])
    try vault.moveToTrash(login.id)
    #expect(try rows(of: vault).contains([.passkey]) && vault.othersOfAccount(passkey.id).isEmpty)
  }

  @Test("is found among thousands with the same user name", .timeLimit(.minutes(1)))
  func many() async throws {
    let vault = try await VaultFixture(storageLimit: 1 << 30).create()
    let passwords = (0..<3000).map { Self.login("site-\($0).example", "ada", title: "Site \($0)") }
    let codes = try (0..<3000).map { try Self.codes("www.site-\($0).example", "ada") }
    try vault.add(contentsOf: passwords + codes)
    #expect(try rows(of: vault) == [[CredentialKind]](repeating: [.password, .oneTimeCode], count: 3000))
  }
}
