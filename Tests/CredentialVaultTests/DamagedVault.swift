// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import GRDB
import Testing

/// A closed vault with records, for tests that damage its files.
struct DamagedVault {
  let fixture: VaultFixture
  let ids: [RecordIdentifier]

  /// Creates the vault, stores the records one by one and closes it.
  init(records: Int, fixture: VaultFixture = VaultFixture()) async throws {
    self.fixture = fixture
    let vault = try await fixture.create()
    var ids: [RecordIdentifier] = []
    for number in 0..<records {
      let record = Sample.password(title: "Shop \(number)", password: Self.password(number))
      try vault.add(.password(record))
      ids.append(record.id)
    }
    self.ids = ids
  }

  static func password(_ number: Int) -> String { "open sesame \(number)" }

  /// Writes to the closed vault's database as another program would.
  func alter(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    let queue = try DatabaseQueue(path: fixture.file("vault.sqlite").path)
    try queue.write { try $0.execute(sql: sql, arguments: arguments) }
    try queue.close()
  }

  /// Changes one byte of a record's body.
  func damage(_ id: RecordIdentifier) throws {
    let queue = try DatabaseQueue(path: fixture.file("vault.sqlite").path)
    try queue.write { database in
      var body = try #require(try Data.fetchOne(database, sql: "SELECT body FROM record WHERE name = ?", arguments: [Data(id.bytes)]))
      body[200] ^= 1
      try database.execute(sql: "UPDATE record SET body = ? WHERE name = ?", arguments: [body, Data(id.bytes)])
    }
    try queue.close()
  }

  func unlocked() async throws -> CredentialVault {
    let vault = try fixture.open()
    try await vault.unlock(passphrase: VaultFixture.secret())
    return vault
  }

  /// Returns the records that open with the stored content. The test fails if any opens with other content.
  func readable(in vault: CredentialVault) throws -> Set<RecordIdentifier> {
    var readable: Set<RecordIdentifier> = []
    for (number, id) in ids.enumerated() {
      guard case .password(let record)? = try? vault.record(id) else { continue }
      #expect(record.password.text == Self.password(number))
      #expect(record.title == "Shop \(number)")
      readable.insert(id)
    }
    return readable
  }

  /// Returns the vault's current files, to be restored later.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) where name != "vault.lock" {
      files[name] = try Data(contentsOf: fixture.file(name))
    }
    return files
  }

  func put(_ files: [String: Data]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) where name != "vault.lock" {
      try FileManager.default.removeItem(at: fixture.file(name))
    }
    for (name, data) in files { try data.write(to: fixture.file(name)) }
  }

  /// Verifies a copy and prepares its vault with a passphrase.
  func restoring(_ name: String, passphrase: String = VaultFixture.passphrase) async throws -> VaultReplacement {
    try await RestorableCopy(named: name, for: fixture.folder, environment: fixture.environment).prepared(
      passphrase: VaultFixture.secret(passphrase))
  }

  /// Returns the names of the files next to the vault.
  func namesBeside() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixture.folder.deletingLastPathComponent().path).sorted()
  }

  /// Repairs the vault with the passphrase and puts the result in its place.
  func repair() async throws -> (repair: VaultRepair, former: VaultReplacement.Former) {
    let (replacement, repair) = try await VaultReplacement.repairing(
      fixture.folder, passphrase: VaultFixture.secret(), environment: fixture.environment)
    return (repair, try replacement.takePlace(of: nil))
  }
}

extension VaultCheck {
  /// The findings in a form that is easy to compare.
  var told: [String] { findings.map { "\($0.subject.rawValue) \($0.name) \($0.title ?? "-") \($0.problem.rawValue)" } }
}
