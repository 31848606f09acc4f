// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import SecretMemory
import Testing

@Suite("A crash")
struct CrashTests {
  /// Copies the files that a crash would leave: taken while the vault is open, with nothing closed or flushed.
  private func survivor(of fixture: VaultFixture, writeAheadLog: Data) throws -> VaultFixture {
    let survivor = VaultFixture()
    try FileManager.default.createDirectory(at: survivor.folder, withIntermediateDirectories: true)
    for name in ["vault.keys", "vault.sqlite"] {
      try FileManager.default.copyItem(at: fixture.file(name), to: survivor.file(name))
    }
    try writeAheadLog.write(to: survivor.file("vault.sqlite-wal"))
    return survivor
  }

  @Test("loses no acknowledged record, whenever the process dies")
  func killedBetweenWrites() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    var acknowledged: Set<RecordIdentifier> = []
    for round in 0..<5 {
      for _ in 0...round {
        let record = Sample.password()
        try vault.add(.password(record))
        acknowledged.insert(record.id)
      }
      let left = try survivor(of: fixture, writeAheadLog: Data(contentsOf: fixture.file("vault.sqlite-wal")))
      let next = try left.open()
      try await next.unlock(passphrase: VaultFixture.secret())
      #expect(Set(try next.summaries().map(\.id)) == acknowledged)
    }
  }

  @Test("in the middle of a write leaves the records before it, complete and in order")
  func cutWriteAheadLog() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    var order: [RecordIdentifier] = []
    for _ in 0..<6 {
      let record = Sample.password()
      try vault.add(.password(record))
      order.append(record.id)
    }
    let log = try Data(contentsOf: fixture.file("vault.sqlite-wal"))
    var counts: [Int] = []
    for step in 0...12 {
      let left = try survivor(of: fixture, writeAheadLog: log.prefix(log.count * step / 12))
      let next = try left.open()
      try await next.unlock(passphrase: VaultFixture.secret())
      let found = Set(try next.summaries().map(\.id))
      #expect(found == Set(order.prefix(found.count)))
      counts.append(found.count)
      // The surviving vault accepts another write.
      try next.add(.password(Sample.password()))
    }
    #expect(counts == counts.sorted())
    #expect(counts.first == 0)
    #expect(counts.last == 6)
  }

  @Test("during the creation of a vault leaves no vault, and the next attempt creates it")
  func halfMadeVault() async throws {
    let fixture = VaultFixture()
    // A crash leaves an unfinished vault in a folder with another name.
    let nursery = URL(filePath: fixture.folder.path + ".new-0000000000001234")
    try FileManager.default.createDirectory(at: nursery, withIntermediateDirectories: true)
    try Data([1]).write(to: nursery.appending(path: "vault.sqlite"))
    #expect(code { _ = try fixture.open() } == .missing)
    #expect(try await fixture.create().isUnlocked)
    #expect(!FileManager.default.fileExists(atPath: nursery.path))
  }
}
