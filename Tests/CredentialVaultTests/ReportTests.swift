// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing

@Suite("Account reports from services")
struct ReportTests {
  private static let unknown = AccountReport.unknownPasskey(relyingPartyID: "shop.example", credentialID: [UInt8](0..<32))

  private static func follow(_ report: AccountReport, in vault: CredentialVault) throws {
    let changes = AccountChanges(report, present: try vault.summaries(), trashed: try vault.trashedSummaries()) { $0.text == $1 }
    try vault.follow(changes)
  }

  @Test("a passkey hidden by a report is in the trash with its key and marked as hidden by the service, even after another unlocking")
  func hiding() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let passkey = Sample.passkey()
    try vault.add(.passkey(passkey))
    try Self.follow(Self.unknown, in: vault)
    #expect(try vault.summaries().isEmpty)
    for isFromDisk in [false, true] {
      vault.lock()
      if isFromDisk { try FileManager.default.removeItem(at: fixture.file("index.sealed")) }
      try await vault.unlock(passphrase: VaultFixture.secret())
      #expect(try vault.trashedSummaries().map(\.isHiddenByService) == [true])
    }
    guard case .passkey(let hidden) = try vault.record(passkey.id) else {
      Issue.record("the record is not a passkey")
      return
    }
    #expect(constantTimeEquals(hidden.privateKey, passkey.privateKey))
  }

  @Test("a passkey that the user restored or trashed follows the user's decision, not the report")
  func person() async throws {
    let vault = try await VaultFixture().create()
    let passkey = Sample.passkey()
    try vault.add(.passkey(passkey))
    try Self.follow(Self.unknown, in: vault)
    try vault.restore(passkey.id)
    #expect(try vault.summaries().map(\.isHiddenByService) == [false])
    try vault.moveToTrash(passkey.id)
    #expect(try vault.trashedSummaries().map(\.isHiddenByService) == [false])
    try Self.follow(
      .acceptedPasskeys(relyingPartyID: "shop.example", userHandle: [1, 2, 3], credentialIDs: [passkey.credentialID]), in: vault)
    #expect(try vault.summaries().isEmpty)
  }

  @Test("a hidden passkey comes back once it is accepted again, and names change without changing its key")
  func restoring() async throws {
    let vault = try await VaultFixture().create()
    let passkey = Sample.passkey()
    try vault.add(.passkey(passkey))
    try Self.follow(.acceptedPasskeys(relyingPartyID: "shop.example", userHandle: [1, 2, 3], credentialIDs: []), in: vault)
    try Self.follow(.userNames(relyingPartyID: "shop.example", userHandle: [1, 2, 3], name: "countess", displayName: nil), in: vault)
    try Self.follow(
      .acceptedPasskeys(relyingPartyID: "shop.example", userHandle: [1, 2, 3], credentialIDs: [passkey.credentialID]), in: vault)
    guard case .passkey(let after) = try vault.record(passkey.id) else {
      Issue.record("the record is not a passkey")
      return
    }
    #expect(try vault.summaries().map(\.user) == ["countess"])
    #expect(after.displayName == "Ada L.")
    #expect(after.credentialID == passkey.credentialID && constantTimeEquals(after.privateKey, passkey.privateKey))
  }

  @Test("a replaced passkey names its successor")
  func successor() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let old = Sample.passkey()
    let new = Sample.passkey(key: [UInt8](repeating: 9, count: 32))
    try vault.add(.passkey(old))
    try vault.add(.passkey(new), superseding: [old.id])
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.trashedSummaries().map(\.successor) == [new.id])
  }

  @Test("a locked vault keeps reports encrypted and in order, even across a restart")
  func locked() async throws {
    let fixture = VaultFixture()
    let reports: [AccountReport] = [
      Self.unknown, .acceptedPasskeys(relyingPartyID: "shop.example", userHandle: [7], credentialIDs: [[1], [2, 3]]),
      .userNames(relyingPartyID: "shop.example", userHandle: [7], name: "ada", displayName: "Ada"),
      .userNames(relyingPartyID: "shop.example", userHandle: [8], name: "eve", displayName: nil),
      .unusedPassword(domain: "shop.example", user: "ada"),
    ]
    do {
      let vault = try await fixture.create()
      vault.lock()
      for report in reports.prefix(3) { try vault.keep(report) }
      #expect(code { _ = try vault.keptReports() } == .locked)
    }
    let file = try Data(contentsOf: fixture.file("reports.sealed"))
    for name in ["shop.example", "ada"] { #expect(file.range(of: Data(name.utf8)) == nil) }
    let vault = try fixture.open()
    for report in reports.dropFirst(3) { try vault.keep(report) }
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.keptReports() == reports)
    vault.forgetKeptReports()
    #expect(try vault.keptReports().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: fixture.file("reports.sealed").path))
  }

  @Test("of several reports about the same topic the last is kept, and a service that floods loses only its own oldest reports")
  func bounded() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    vault.lock()
    try vault.keep(Self.unknown)
    for number in 0..<40 {
      try vault.keep(.userNames(relyingPartyID: "shop.example", userHandle: [7], name: "name \(number)", displayName: nil))
      try vault.keep(.unusedPassword(domain: "flood.example", user: "user \(number)"))
    }
    try await vault.unlock(passphrase: VaultFixture.secret())
    let kept = try vault.keptReports()
    #expect(kept.first == Self.unknown)
    #expect(kept.filter { $0.topic.service == "shop.example" }.count == 2)
    #expect(kept.contains(.userNames(relyingPartyID: "shop.example", userHandle: [7], name: "name 39", displayName: nil)))
    let flood = kept.filter { $0.topic.service == "flood.example" }
    #expect(flood.count == 32)
    #expect(flood.last == .unusedPassword(domain: "flood.example", user: "user 39"))
    #expect(FileManager.default.fileExists(atPath: fixture.file("reports.sealed").path))
  }

  @Test("a damaged, truncated or foreign file of reports does not prevent unlocking, and new reports replace it", arguments: 0..<4)
  func damaged(kind: Int) async throws {
    let fixture = VaultFixture()
    do {
      let vault = try await fixture.create()
      vault.lock()
      try vault.keep(Self.unknown)
    }
    var bytes = [UInt8](try Data(contentsOf: fixture.file("reports.sealed")))
    switch kind {
    case 0: bytes[bytes.count - 1] ^= 1
    case 1: bytes.removeLast()
    case 2: bytes = [UInt8](repeating: 0xff, count: 100)
    default: bytes[4] = 0xff
    }
    try Data(bytes).write(to: fixture.file("reports.sealed"))
    let vault = try fixture.open()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.keptReports().isEmpty)
    vault.lock()
    try vault.keep(Self.unknown)
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(try vault.keptReports() == [Self.unknown])
  }
}
