// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing

@Suite("The vault's search")
struct SearchTests {
  /// A vault with logins that have these titles, users and addresses.
  private static func vault(_ logins: [(title: String, user: String, service: String)]) async throws -> (VaultFixture, CredentialVault) {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    try vault.add(
      contentsOf: logins.map { login in
        let kind: ServiceIdentifier.Kind = login.service.contains("://") ? .url : .domain
        return .password(
          PasswordRecord(
            id: Sample.id(), services: [ServiceIdentifier(kind: kind, text: login.service)], title: login.title, user: login.user,
            password: SharedSecret(copying: "x".utf8)))
      })
    return (fixture, vault)
  }

  private static func titles(_ vault: CredentialVault, _ search: CredentialSearch) throws -> [String] {
    try vault.search(search).summaries(atMost: 100).map(\.title)
  }

  @Test("ranks an exact name first, then the host, a host below it, the start of a title, words, and parts of words")
  func ranking() async throws {
    let (fixture, vault) = try await Self.vault([
      ("Workshop", "anne", "tools.example"), ("The shop.example forum", "bob", "forum.example"),
      ("shop.example helpers", "eve", "x.example"), ("Deep", "dan", "https://login.shop.example/start"),
      ("Market", "cat", "https://shop.example:8443/a"), ("Laden", "dora", "shop.example"), ("Myshop.example", "fay", "y.example"),
    ])
    defer { _ = fixture }
    #expect(
      try Self.titles(vault, CredentialSearch("shop.example"))
        == ["Laden", "Market", "Deep", "shop.example helpers", "The shop.example forum", "Myshop.example"])
    #expect(try Self.titles(vault, CredentialSearch("shop")).first == "shop.example helpers")
    #expect(try Self.titles(vault, CredentialSearch("shop")).last == "Workshop")
    #expect(try Self.titles(vault, CredentialSearch("")).count == 7)
  }

  @Test("lists titles alphabetically, regardless of case and accents")
  func order() async throws {
    let titles = ["github", "Ärzte", "Zoo", "arcade", "Bank", "über", "Übung", "bank"]
    let (fixture, vault) = try await Self.vault(titles.map { ($0, "anne", "x.example") })
    let sorted = ["arcade", "Ärzte", "Bank", "bank", "github", "über", "Übung", "Zoo"]
    #expect(try vault.summaries().map(\.title) == sorted)
    #expect(try Self.titles(vault, CredentialSearch("")) == sorted)
    // The order is the same when it is read again.
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.summaries().map(\.title) == sorted)
    _ = fixture
  }

  @Test("matches entries of a host's domain if the host itself has none, but not those of a similar name")
  func domain() async throws {
    let (fixture, vault) = try await Self.vault([("Shop", "anne", "shop.example"), ("Bank", "bob", "notshop.example")])
    defer { _ = fixture }
    #expect(try Self.titles(vault, CredentialSearch("pay.shop.example", domain: "shop.example")) == ["Shop"])
    #expect(try Self.titles(vault, CredentialSearch("pay.shop.example", forgives: false)) == [])
  }

  @Test(
    "ignores case, accents, width and letter forms in all scripts",
    arguments: [
      ("Café Zürich", "cafe\u{301} ZURICH"), ("ŁÓDŹ", "lodz"), ("Straße", "STRASSE"), ("Ærø", "aero"), ("ΣΊΣΥΦΟΣ", "σισυφος"),
      ("ひらがな", "ヒラガナ"), ("Ｓｈｏｐ", "shop"), ("ガス", "か\u{3099}す"), ("한국어", "\u{1112}\u{1161}\u{11AB}국"), ("ПОЧТА", "почта"),
      ("١٢٣", "123"), ("ﬁnance", "FIN"),
    ])
  func folding(title: String, typed: String) async throws {
    let (fixture, vault) = try await Self.vault([(title, "anne", "a.example"), ("Other", "bob", "b.example")])
    defer { _ = fixture }
    #expect(try Self.titles(vault, CredentialSearch(typed, forgives: false)) == [title])
  }

  @Test(
    "forgives one typing error if nothing matches without one",
    arguments: ["githib", "gihtub", "gitub", "gitthub", "bithub", "githu7", "anne githib"])
  func typingErrors(typed: String) async throws {
    let (fixture, vault) = try await Self.vault([("GitHub", "anne", "code.example"), ("Bank", "bob", "bank.example")])
    defer { _ = fixture }
    #expect(try Self.titles(vault, CredentialSearch(typed)) == ["GitHub"])
    #expect(try Self.titles(vault, CredentialSearch(typed, forgives: false)) == [])
  }

  @Test("does not forgive two errors, nor one in a short word")
  func strictness() async throws {
    let (fixture, vault) = try await Self.vault([("GitHub", "anne", "code.example")])
    defer { _ = fixture }
    for typed in ["gothib", "ann3 githib", "gx", "xyz", "bnne gitkub"] { #expect(try Self.titles(vault, CredentialSearch(typed)) == []) }
  }

  @Test("finds by words, by an exact name before part of one and by the record, and finds trashed records only in the trash")
  func meaning() async throws {
    let (fixture, vault) = try await Self.vault([
      ("Shop", "anne", "shop.example"), ("Shopping", "anne", "shopping.example"), ("Bank", "bob", "bank.example"),
    ])
    defer { _ = fixture }
    func meant(_ text: String) throws -> [String] {
      try vault.search(CredentialSearch(text, forgives: false)).closest.summaries(atMost: 10).map(\.title)
    }
    #expect(try meant("shop") == ["Shop"])
    #expect(try meant("sho anne") == ["Shop", "Shopping"])
    #expect(try meant("BANK.example") == ["Bank"])
    let bank = try #require(try vault.search(CredentialSearch("bank"))[0])
    #expect(try meant(bank.id.description) == ["Bank"])
    try vault.moveToTrash(bank.id)
    #expect(try meant("bank") == [])
    #expect(try Self.titles(vault, CredentialSearch("bank", inTrash: true)) == ["Bank"])
    #expect(try Self.titles(vault, CredentialSearch("shop", kind: .passkey)) == [])
  }
}
