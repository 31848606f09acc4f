// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing

/// Every vault costs a key derivation, so the tests run one after the other.
@Suite("Previous passwords", .serialized)
struct PasswordHistoryTests {
  private let fixture = VaultFixture()

  private static func secret(_ text: String) -> SharedSecret { SharedSecret(copying: text.utf8) }

  private func login(_ id: RecordIdentifier, in vault: CredentialVault) throws -> PasswordRecord {
    guard case .password(let login) = try vault.record(id) else { throw CancellationError() }
    return login
  }

  @Test("are in the entry's own history with their dates, without a second record")
  func history() async throws {
    let vault = try await fixture.create()
    let login = Sample.password()
    try vault.add(.password(login))
    let first = fixture.clock.now
    try vault.updatePassword(login.id) { $0.password = Self.secret("changed") }
    fixture.clock.advance(by: 60)
    try vault.updatePassword(login.id) { $0.password = Self.secret("changed again") }
    // Neither a changed title nor the same password again counts as a change of the password.
    try vault.updatePassword(login.id) { $0.title = "Other" }
    try vault.updatePassword(login.id) { $0.password = Self.secret("changed again") }
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    let read = try self.login(login.id, in: vault)
    #expect(read.password.text == "changed again" && read.title == "Other")
    #expect(read.history.map(\.password.text) == ["open sesame", "changed"])
    #expect(read.history.map(\.retired) == [first, first + 60])
    #expect(try vault.trashedSummaries().isEmpty)
    #expect(try vault.summaries().map(\.id) == [login.id])
    #expect(code { try vault.updatePassword(Sample.id()) { _ in } } == .noSuchRecord)
    try vault.moveToTrash(login.id)
    #expect(code { try vault.updatePassword(login.id) { _ in } } == .noSuchRecord)
  }

  @Test("stay for 366 days, and the newest 20 permanently")
  func bounds() {
    var login = Sample.password()
    let start = fixture.clock.now
    for day in 0..<30 { login.retire(Self.secret("\(day)"), at: start + TimeInterval(day) * 86_400) }
    #expect(login.history.count == 30)
    login.retire(Self.secret("next year"), at: start + 380 * 86_400)
    #expect(login.history.count == 20)
    #expect(login.history.first?.password.text == "11" && login.history.last?.password.text == "next year")
    var rare = Sample.password()
    for year in 0..<20 { rare.retire(Self.secret("\(year)"), at: start + TimeInterval(year) * 366 * 86_400) }
    #expect(rare.history.count == 20)
  }

  @Test("that an older version stored as records in the trash stay readable and can be restored")
  func keepers() async throws {
    let vault = try await fixture.create()
    let login = Sample.password(password: "changed")
    let keeper = Sample.password()
    try vault.add(.password(keeper))
    try vault.add(.password(login), superseding: [keeper.id])
    #expect(try vault.trashedSummaries().map(\.id) == [keeper.id])
    #expect(try self.login(keeper.id, in: vault).password.text == "open sesame")
    #expect(try self.login(keeper.id, in: vault).history.isEmpty)
    try vault.restore(keeper.id)
    #expect(try vault.summaries().count == 2)
  }
}
