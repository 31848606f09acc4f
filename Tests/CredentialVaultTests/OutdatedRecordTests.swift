// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import GRDB
import OneTimeCodes
import Testing

@Suite("A rolled-back record")
struct OutdatedRecordTests {
  private static func row(_ fixture: VaultFixture, _ id: RecordIdentifier) throws -> (revision: Int64, wrap: Data, body: Data) {
    let queue = try DatabaseQueue(path: fixture.file("vault.sqlite").path)
    let row = try #require(
      try queue.read { try Row.fetchOne($0, sql: "SELECT revision, wrap, body FROM record WHERE name = ?", arguments: [Data(id.bytes)]) })
    return (row[0], row[1], row[2])
  }

  private static func put(_ row: (revision: Int64, wrap: Data, body: Data), _ fixture: VaultFixture, _ id: RecordIdentifier) throws {
    let queue = try DatabaseQueue(path: fixture.file("vault.sqlite").path)
    try queue.write {
      try $0.execute(
        sql: "UPDATE record SET revision = ?, wrap = ?, body = ? WHERE name = ?",
        arguments: [row.revision, row.wrap, row.body, Data(id.bytes)])
    }
  }

  @Test("with a counter returns no code again, neither in this run nor after the next unlocking")
  func counter() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let record = try Sample.codes(form: .counterBased(counter: 0))
    try vault.add(.oneTimeCode(record))
    let before = try Self.row(fixture, record.id)
    _ = try vault.useCodes(record.id)
    try Self.put(before, fixture, record.id)
    #expect(code { _ = try vault.useCodes(record.id) } == .recordOutdated)
    #expect(code { _ = try vault.record(record.id) } == .recordOutdated)
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    #expect(code { _ = try vault.useCodes(record.id) } == .recordOutdated)
    // The other records are unaffected.
    try vault.add(.password(Sample.password()))
    #expect(try vault.summaries().count == 2)
  }

  @Test("is not reported for a record that is unchanged or newer than a reader's view")
  func current() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    let record = try Sample.codes(form: .counterBased(counter: 0))
    try vault.add(.oneTimeCode(record))
    await withTaskGroup(of: CredentialVaultError.Code?.self) { group in
      for _ in 0..<40 {
        group.addTask { code { _ = try vault.useCodes(record.id) } }
        group.addTask { code { _ = try vault.record(record.id) } }
      }
      for await failure in group { #expect(failure == nil) }
    }
    vault.lock()
    try await vault.unlock(passphrase: VaultFixture.secret())
    guard case .oneTimeCode(let codes) = try vault.record(record.id) else { throw CocoaError(.coderInvalidValue) }
    #expect(codes.parameters.form == .counterBased(counter: 40))
  }
}
