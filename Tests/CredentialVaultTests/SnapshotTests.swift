// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import Glibc
import SecretMemory
import Synchronization
import Testing

@Suite("Snapshots")
struct SnapshotTests {
  /// A restore that runs once on another thread.
  private final class Restoring: Sendable {
    private let state = Mutex<(hasBegun: Bool, former: VaultReplacement.Former?)>((false, nil))
    private let ended = DispatchSemaphore(value: 0)

    func isFirst() -> Bool {
      state.withLock { state in
        defer { state.hasBegun = true }
        return !state.hasBegun
      }
    }

    func end(with former: VaultReplacement.Former?) {
      state.withLock { $0.former = former }
      ended.signal()
    }

    /// - Parameter seconds: The most that it waits.
    func hasEnded(within seconds: Double) -> Bool {
      guard ended.wait(timeout: .now() + seconds) == .success else { return false }
      ended.signal()
      return true
    }

    var former: VaultReplacement.Former? { state.withLock { $0.former } }
  }

  private func reasons(_ fixture: VaultFixture) -> [VaultCopy.Reason?] { CredentialVault.snapshots(of: fixture.folder).map(\.reason) }

  @Test("are taken once a day and only after a change, and seven are kept")
  func daily() async throws {
    let fixture = VaultFixture()
    let vault = try await fixture.create()
    #expect(try vault.takeDailySnapshot() == nil)
    try vault.add(.password(Sample.password()))
    #expect(try vault.takeDailySnapshot() != nil)
    try vault.add(.password(Sample.password()))
    #expect(try vault.takeDailySnapshot() == nil)
    for _ in 0..<9 {
      fixture.clock.advance(by: 86_400)
      #expect(try vault.takeDailySnapshot() != nil)
      #expect(try vault.takeDailySnapshot() == nil)
      fixture.clock.advance(by: 86_400)
      // Nothing has changed since.
      #expect(try vault.takeDailySnapshot() == nil)
      try vault.add(.password(Sample.password()))
    }
    let copies = CredentialVault.snapshots(of: fixture.folder)
    #expect(copies.count == 7 && copies.map(\.recordCount) == [10, 9, 8, 7, 6, 5, 4])
    #expect(copies.map(\.made) == copies.map(\.made).sorted(by: >))
  }

  @Test("are not taken of a vault with known damage, so that those from before it stay")
  func damaged() async throws {
    let damaged = try await DamagedVault(records: 2)
    try damaged.damage(damaged.ids[0])
    try FileManager.default.removeItem(at: damaged.fixture.file("index.sealed"))
    let vault = try await damaged.unlocked()
    #expect(try vault.takeDailySnapshot() == nil)
  }

  @Test("are complete, private and without plain text, and an altered one is detected")
  func whole() async throws {
    let damaged = try await DamagedVault(records: 3)
    let vault = try await damaged.unlocked()
    let copy = try vault.takeSnapshot(.backup)
    try copy.verify()
    #expect(copy.recordCount == 3 && copy.reason == .backup)
    let content = try Data(contentsOf: URL(filePath: copy.path))
    for text in ["open sesame", "Shop", "shop.example", "ada@", VaultFixture.passphrase] {
      #expect(content.range(of: Data(text.utf8)) == nil)
    }
    var status = stat()
    #expect(stat(copy.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    for place in [content.count / 2, content.count - 1, 12] {
      var altered = content
      altered[place] ^= 1
      try altered.write(to: URL(filePath: copy.path))
      #expect(
        code {
          let read = try VaultCopy(readingHeadOf: copy.path)
          try read.verify()
        } == .notACopy)
    }
    #expect(vault.check().findings.map(\.subject) == [.snapshot])
    // A second one replaces the first, which the user has elsewhere.
    _ = try vault.takeSnapshot(.backup)
    #expect(reasons(damaged.fixture) == [.backup])
  }

  @Test("of the same moment replace each other in order: the one made last stays")
  func sameMoment() async throws {
    let damaged = try await DamagedVault(records: 1)
    let vault = try await damaged.unlocked()
    let names = try (0..<3).map { _ in try vault.takeSnapshot(.backup).name }
    #expect(CredentialVault.snapshots(of: damaged.fixture.folder).map(\.name) == [names[2]])
  }

  @Test("are restored with the passphrase of their time, and the current vault becomes a snapshot first")
  func restored() async throws {
    let damaged = try await DamagedVault(records: 2)
    var vault: CredentialVault? = try await damaged.unlocked()
    let copy = try #require(try vault?.takeSnapshot(.backup))
    try vault?.moveToTrash(damaged.ids[1])
    try vault?.add(.password(Sample.password(title: "Later")))
    try vault?.remember(
      ReleaseNote(
        date: damaged.fixture.clock.now, door: .management, kind: .password, record: nil, title: "Shop 0", user: "", recipient: "somebody"))
    let replacement = try await damaged.restoring(copy.name)
    let former = try replacement.takePlace(of: vault)
    // A caller that still holds the old vault cannot write into it.
    #expect(code { try vault?.add(.password(Sample.password())) } == .locked)
    vault = nil
    let restored = try await damaged.unlocked()
    #expect(try damaged.readable(in: restored) == Set(damaged.ids))
    #expect(try restored.summaries().count == 2)
    // The release log is kept.
    #expect(try restored.releases(limit: 9).entries.map(\.note.title) == ["Shop 0"])
    guard case .snapshot(let name) = former else { throw CocoaError(.coderInvalidValue) }
    #expect(CredentialVault.snapshots(of: damaged.fixture.folder).first { $0.name == name }?.recordCount == 3)
    #expect(try damaged.namesBeside() == ["vault", "vault.snapshots"])
  }

  @Test("leave the user's own list of breached passwords in place when restored, even if it cannot be linked")
  func listKept() async throws {
    let damaged = try await DamagedVault(records: 1)
    let copy = try await damaged.unlocked().takeSnapshot(.backup)
    // No file system gives a folder a second name.
    let list = damaged.fixture.file("breached-passwords")
    try FileManager.default.createDirectory(at: list, withIntermediateDirectories: false)
    try Data("the person's own".utf8).write(to: list.appending(path: "part"))
    let replacement = try await damaged.restoring(copy.name)
    guard case .snapshot = try replacement.takePlace(of: nil) else { throw CocoaError(.coderInvalidValue) }
    #expect(try Data(contentsOf: list.appending(path: "part")) == Data("the person's own".utf8))
  }

  @Test("can be restored while the daily one is being made, and neither removes the other's drafts")
  func restoredMeanwhile() async throws {
    let damaged = try await DamagedVault(records: 2)
    let vault = try await damaged.unlocked()
    let copy = try vault.takeSnapshot(.backup)
    let replacement = try await damaged.restoring(copy.name)
    let restoring = Restoring()
    // The restore is requested in the middle of the copy and given time to finish.
    let work = KeepingWork { _, _, _ in
      guard restoring.isFirst() else { return }
      Thread.detachNewThread { restoring.end(with: try? replacement.takePlace(of: vault)) }
      _ = restoring.hasEnded(within: 0.3)
    }
    let daily = try vault.takeSnapshot(.daily, work)
    #expect(restoring.hasEnded(within: 20))
    let names = CredentialVault.snapshots(of: damaged.fixture.folder).map(\.name)
    #expect(names.contains(daily.name))
    guard case .snapshot(let name)? = restoring.former else { throw CocoaError(.coderInvalidValue) }
    #expect(names.contains(name))
  }

  @Test("can be restored if there is no vault, and if the existing one is unreadable")
  func restoredToNothing() async throws {
    let damaged = try await DamagedVault(records: 2)
    let copy = try await damaged.unlocked().takeSnapshot(.backup)
    func restore() async throws -> VaultReplacement.Former {
      let replacement = try await damaged.restoring(copy.name)
      return try replacement.takePlace(of: nil)
    }
    try Data("the person's own".utf8).write(to: damaged.fixture.file("breached-passwords"))
    try Data("nothing".utf8).write(to: damaged.fixture.file("vault.sqlite"))
    guard case .folder(let folder) = try await restore() else { throw CocoaError(.coderInvalidValue) }
    #expect(try Data(contentsOf: URL(filePath: folder + "/vault.sqlite")) == Data("nothing".utf8))
    #expect(try damaged.readable(in: try await damaged.unlocked()) == Set(damaged.ids))
    #expect(try Data(contentsOf: damaged.fixture.file("breached-passwords")) == Data("the person's own".utf8))
    try FileManager.default.removeItem(at: damaged.fixture.folder)
    #expect(try await restore() == .none)
    #expect(try damaged.readable(in: try await damaged.unlocked()) == Set(damaged.ids))
  }

  @Test("that do not exist, are not vault copies or were altered are refused and leave the vault unchanged")
  func refused() async throws {
    let damaged = try await DamagedVault(records: 1)
    let vault = try await damaged.unlocked()
    let copy = try vault.takeSnapshot(.backup)
    func refusal(_ name: String) -> CredentialVaultError.Code? {
      code { _ = try RestorableCopy(named: name, for: damaged.fixture.folder, environment: damaged.fixture.environment) }
    }
    #expect(refusal("nothing.passfold") == .noSuchSnapshot)
    #expect(refusal("../vault/vault.sqlite") == .noSuchSnapshot)
    let folder = URL(filePath: copy.path).deletingLastPathComponent()
    try Data("not at all".utf8).write(to: folder.appending(path: "other.passfold"))
    #expect(refusal("other.passfold") == .notACopy)
    var altered = try Data(contentsOf: URL(filePath: copy.path))
    altered[altered.count / 2] ^= 1
    try altered.write(to: folder.appending(path: "altered.passfold"))
    #expect(refusal("altered.passfold") == .notACopy)
    #expect(try damaged.readable(in: vault) == Set(damaged.ids))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.deletingLastPathComponent().path).sorted() == ["vault", "vault.snapshots"])
  }

  @Test("are taken before the database is migrated to a newer version, which is tried on a copy first")
  func migration() async throws {
    let damaged = try await DamagedVault(records: 2)
    var newer = damaged.fixture.environment
    // A migration that fails in its second step and one that loses a record change nothing.
    for script in ["CREATE TABLE more (only INTEGER); SELECT nothing FROM nowhere;", "DELETE FROM record WHERE rowid = 1;"] {
      newer.furtherMigrations = [script]
      #expect(code { _ = try CredentialVault.open(at: damaged.fixture.folder, environment: newer) } == .migrationFailed)
      #expect(reasons(damaged.fixture).allSatisfy { $0 == .beforeMigration })
      #expect(try damaged.readable(in: try await damaged.unlocked()) == Set(damaged.ids))
    }
    newer.furtherMigrations = ["CREATE TABLE more (only INTEGER PRIMARY KEY); INSERT INTO more VALUES (1);"]
    do {
      let vault = try CredentialVault.open(at: damaged.fixture.folder, environment: newer)
      try await vault.unlock(passphrase: VaultFixture.secret())
      #expect(try damaged.readable(in: vault) == Set(damaged.ids))
    }
    #expect(code { _ = try damaged.fixture.open() } == .tooNew)
    let copy = try #require(CredentialVault.snapshots(of: damaged.fixture.folder).first)
    let back = try await damaged.restoring(copy.name)
    _ = try back.takePlace(of: nil)
    #expect(try damaged.readable(in: try await damaged.unlocked()) == Set(damaged.ids))
  }
}
