// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing

@Suite("A vault of six thousand entries")
struct LargeVaultTests {
  private static let count = 6000

  private static func login(_ number: Int) -> CredentialRecord {
    let name = String(10_000 + number)
    return .password(
      PasswordRecord(
        id: Sample.id(), services: [ServiceIdentifier(kind: .domain, text: "site-\(name).example")], title: "Service \(name)",
        user: "anne@site-\(name).example", password: SharedSecret(copying: name.utf8)))
  }

  @Test("is searched in parts whose results come in order, and its index is written as a whole once the journal is long")
  func searching() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    try vault.add(contentsOf: (0..<Self.count).map(Self.login))
    func titles(_ text: String, atMost limit: Int = Self.count) throws -> [String] {
      try vault.search(CredentialSearch(text)).summaries(atMost: limit).map(\.title)
    }
    let all = (0..<Self.count).map { "Service \(10_000 + $0)" }
    #expect(try titles("s") == all)
    #expect(try titles("service 1") == all)
    #expect(try titles("15999") == ["Service 15999"])
    #expect(try titles("site-10000.example") == ["Service 10000"])
    // An exact match of one in a thousand comes alone, wherever its part is.
    #expect(try titles("service 14321 ") == ["Service 14321"])
    #expect(try titles("servise 15998") == ["Service 15998"])
    #expect(try vault.search(CredentialSearch("servise")).count == 1000)
    #expect(try titles("servise", atMost: 3) == Array(all.prefix(3)))

    let (journal, index) = (fixture.file("index.journal").path, fixture.file("index.sealed").path)
    #expect(FileManager.default.fileExists(atPath: journal))
    vault.lock()
    #expect(!FileManager.default.fileExists(atPath: journal))
    #expect(try FileManager.default.attributesOfItem(atPath: index)[.size] as? Int ?? 0 > Self.count * 100)
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try titles("s") == all)
  }
}
