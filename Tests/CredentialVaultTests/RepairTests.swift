// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import Testing

@Suite("A repair")
struct RepairTests {
  @Test("restores damaged records from the newest snapshot with an intact copy, sets them aside and reports them")
  func records() async throws {
    let damaged = try await DamagedVault(records: 4)
    let older: String
    do {
      let vault = try await damaged.unlocked()
      older = try vault.takeSnapshot(.daily).name
      damaged.fixture.clock.advance(by: 60)
      try vault.replace(.password(Sample.password(damaged.ids[2], title: "Shop 2", password: "newer")))
      // A record added after the last snapshot is in none.
      try vault.add(.password(Sample.password(title: "Later")))
    }
    for id in [damaged.ids[1], damaged.ids[2]] { try damaged.damage(id) }
    let later = try #require(try await damaged.unlocked().summaries().first { $0.title == "Later" }).id
    try damaged.damage(later)
    let (repair, former) = try await damaged.repair()
    let expected: Set<VaultRepair.Treated> = [
      VaultRepair.Treated(id: damaged.ids[1], title: "Shop 1", outcome: .restored(from: older)),
      VaultRepair.Treated(id: damaged.ids[2], title: "Shop 2", outcome: .restoredOlder(from: older)),
      VaultRepair.Treated(id: later, title: nil, outcome: .lost),
    ]
    #expect(Set(repair.records) == expected)
    #expect(repair.recordCount == 4 && repair.keyFile == nil && repair.log == nil)
    let vault = try await damaged.unlocked()
    #expect(try damaged.readable(in: vault) == Set(damaged.ids))
    #expect(vault.check().told == [] && vault.setBackCount == nil)
    // The damaged versions are kept in a file next to the snapshots and in the snapshot taken before the repair.
    let apart = try Data(
      contentsOf: URL(filePath: CredentialVault.snapshotFolder(of: damaged.fixture.folder) + "/" + #require(repair.setApart)))
    for id in [damaged.ids[1], damaged.ids[2], later] { #expect(apart.range(of: Data(id.bytes)) != nil) }
    guard case .snapshot = former else { throw CocoaError(.coderInvalidValue) }
  }

  @Test("restores rolled-back and removed records if a snapshot has them")
  func setBack() async throws {
    let damaged = try await DamagedVault(records: 2)
    let before = try damaged.files()
    let copy: String
    let added: RecordIdentifier
    do {
      let vault = try await damaged.unlocked()
      let record = Sample.password(title: "Later")
      added = record.id
      try vault.add(.password(record))
      copy = try vault.takeSnapshot(.daily).name
    }
    try damaged.put(before)
    let (repair, _) = try await damaged.repair()
    #expect(repair.records == [VaultRepair.Treated(id: added, title: "Later", outcome: .restored(from: copy))])
    let vault = try await damaged.unlocked()
    #expect(vault.setBackCount == nil && vault.check().told == [])
    #expect(try vault.summaries().count == 3)
  }

  @Test(
    "rebuilds a vault whose key file, log or whole database is gone from the newest snapshot",
    arguments: ["vault.keys", "log", "vault.sqlite"])
  func files(name: String) async throws {
    let damaged = try await DamagedVault(records: 3)
    let copy = try await damaged.unlocked().takeSnapshot(.daily).name
    if name == "log" {
      try damaged.alter("UPDATE log SET entry = x'00'")
    } else {
      try Data("gone".utf8).write(to: damaged.fixture.file(name))
    }
    let (repair, _) = try await damaged.repair()
    #expect(repair.keyFile == (name == "vault.keys" ? copy : nil))
    #expect(repair.log == (name == "vault.keys" ? nil : copy))
    let vault = try await damaged.unlocked()
    #expect(try damaged.readable(in: vault) == Set(damaged.ids))
    #expect(vault.check().told == [])
  }

  @Test("requires the right passphrase and changes nothing without it")
  func passphrase() async throws {
    let damaged = try await DamagedVault(records: 1)
    try damaged.damage(damaged.ids[0])
    let before = try damaged.files()
    let refusal = await code {
      _ = try await VaultReplacement.repairing(
        damaged.fixture.folder, passphrase: VaultFixture.secret("another"), environment: damaged.fixture.environment)
    }
    #expect(refusal == .wrongPassphrase)
    #expect(try damaged.files().filter { !$0.key.hasPrefix("vault.sqlite-") } == before.filter { !$0.key.hasPrefix("vault.sqlite-") })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: damaged.fixture.folder.deletingLastPathComponent().path).sorted() == [
        "vault", "vault.snapshots",
      ])
  }

  @Test("of an undamaged vault changes no record")
  func whole() async throws {
    let damaged = try await DamagedVault(records: 2)
    let (repair, _) = try await damaged.repair()
    #expect(repair.records == [] && repair.setApart == nil && repair.recordCount == 2 && !repair.endsReplica)
    #expect(try damaged.readable(in: try await damaged.unlocked()) == Set(damaged.ids))
  }

  @Test("of a synchronised vault detaches it from synchronisation and reports that")
  func replica() async throws {
    let damaged = try await DamagedVault(records: 2)
    _ = try await damaged.unlocked().beginReplica(at: "https://sync.example")
    let (repair, _) = try await damaged.repair()
    #expect(repair.endsReplica)
    #expect(try await !damaged.unlocked().isReplica)
  }
}
