// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import Foundation
import Glibc
import SecretMemory
import Synchronization
import Testing

@Suite("Long work on the vault's files")
struct KeepingWorkTests {
  /// Records the reported progress and cancels the work at a given stage.
  private final class Listener: Sendable {
    struct Step: Hashable {
      let stage: KeepingWork.Stage
      let done: Int
      let total: Int
    }

    private let told = Mutex<[Step]>([])
    private let work = Mutex<KeepingWork?>(nil)

    /// - Parameter stage: The stage at whose first step the work is cancelled.
    func work(cancelledAt stage: KeepingWork.Stage? = nil) -> KeepingWork {
      let made = KeepingWork { [self] told, done, total in
        self.told.withLock { $0.append(Step(stage: told, done: done, total: total)) }
        if told == stage { work.withLock { $0 }?.cancel() }
      }
      work.withLock { $0 = made }
      return made
    }

    func steps(_ stage: KeepingWork.Stage) -> [Step] { told.withLock { $0.filter { $0.stage == stage } } }

    var stages: Set<KeepingWork.Stage> { told.withLock { Set($0.map(\.stage)) } }
  }

  /// A closed vault with records, the first of which has a file, and with two snapshots.
  private func vault() async throws -> DamagedVault {
    let made = try await DamagedVault(records: 5)
    let vault = try await made.unlocked()
    _ = try vault.attach([UInt8](repeating: 7, count: 200_000), named: "scan.pdf", to: made.ids[0])
    _ = try vault.takeSnapshot(.daily)
    _ = try vault.takeSnapshot(.backup)
    return made
  }

  private func namesBeside(_ made: DamagedVault) throws -> [String] {
    let folder = made.fixture.folder.deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func snapshotNames(_ made: DamagedVault) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: CredentialVault.snapshotFolder(of: made.fixture.folder)).sorted()
  }

  @Test("reports its progress through the database, the records, the files and the snapshots during a check")
  func check() async throws {
    let made = try await vault()
    let vault = try await made.unlocked()
    let listener = Listener()
    #expect(vault.check(listener.work()).told == [])
    #expect(listener.stages == [.database, .records, .attachments, .snapshots])
    #expect(listener.steps(.records) == (0..<5).map { .init(stage: .records, done: $0, total: 5) })
    let files = listener.steps(.attachments)
    #expect(files.map(\.done) == files.map(\.done).sorted() && files.allSatisfy { $0.done <= $0.total && $0.total > 200_000 })
    let snapshots = listener.steps(.snapshots)
    #expect(snapshots.last.map { $0.total == $0.done && $0.done > 400_000 } == true)
  }

  @Test("reads each record once if there are more than fit in memory at once")
  func pages() async throws {
    let made = try await DamagedVault(records: 150)
    let vault = try await made.unlocked()
    let listener = Listener()
    let check = vault.check(listener.work())
    #expect(check.told == [] && check.recordCount == 150)
    #expect(listener.steps(.records).map(\.done) == Array(0..<150))
  }

  @Test(
    "ends a cancelled check at that point, and the result is marked as incomplete",
    arguments: [
      KeepingWork.Stage.database, .records, .attachments, .snapshots,
    ])
  func cancelledCheck(stage: KeepingWork.Stage) async throws {
    let made = try await vault()
    let vault = try await made.unlocked()
    let listener = Listener()
    let work = listener.work(cancelledAt: stage)
    let check = vault.check(work)
    #expect(work.isCanceled && !check.isComplete && check.told == [])
    #expect(listener.steps(stage).count == 1)
    #expect(vault.check().isComplete)
  }

  @Test("reports how much of a copy is written and leaves nothing behind if it is cancelled")
  func snapshot() async throws {
    let made = try await vault()
    let vault = try await made.unlocked()
    let before = try snapshotNames(made)
    let listener = Listener()
    #expect(code { _ = try vault.takeSnapshot(.backup, listener.work(cancelledAt: .copying)) } == .canceled)
    #expect(try snapshotNames(made) == before)
    let other = Listener()
    let copy = try vault.takeSnapshot(.backup, other.work())
    try copy.verify()
    let steps = other.steps(.copying)
    #expect(steps.map(\.done) == steps.map(\.done).sorted() && steps.last.map { $0.done == $0.total } == true)
    #expect(try made.readable(in: vault) == Set(made.ids))
  }

  @Test(
    "leaves the vault and its folder unchanged if a restore is cancelled before the copy takes the vault's place",
    arguments: [
      KeepingWork.Stage.snapshots, .records, .copying,
    ])
  func restore(stage: KeepingWork.Stage) async throws {
    let made = try await vault()
    let copy = try #require(CredentialVault.snapshots(of: made.fixture.folder).first)
    let before = try made.files()
    let names = try snapshotNames(made)
    let listener = Listener()
    let work = listener.work(cancelledAt: stage)
    #expect(
      await code {
        let restorable = try RestorableCopy(
          named: copy.name, for: made.fixture.folder, environment: made.fixture.environment, work)
        let replacement = try await restorable.prepared(passphrase: VaultFixture.secret(), work)
        _ = try replacement.takePlace(of: nil, work)
      } == .canceled)
    #expect(try namesBeside(made) == ["vault", "vault.snapshots"])
    #expect(try snapshotNames(made) == names)
    #expect(try made.files()["vault.keys"] == before["vault.keys"])
    #expect(try made.readable(in: try await made.unlocked()) == Set(made.ids))
  }

  @Test(
    "leaves the vault and its folder unchanged if a repair is cancelled",
    arguments: [
      KeepingWork.Stage.database, .snapshots, .records,
    ])
  func repair(stage: KeepingWork.Stage) async throws {
    let made = try await vault()
    try made.damage(made.ids[2])
    let listener = Listener()
    let work = listener.work(cancelledAt: stage)
    #expect(
      await code {
        _ = try await VaultReplacement.repairing(
          made.fixture.folder, passphrase: VaultFixture.secret(), environment: made.fixture.environment, work)
      } == .canceled)
    #expect(try namesBeside(made) == ["vault", "vault.snapshots"])
    #expect(try made.readable(in: try await made.unlocked()) == Set(made.ids).subtracting([made.ids[2]]))
    let repaired = try await made.repair()
    #expect(repaired.repair.records.map(\.id) == [made.ids[2]] && repaired.repair.recordCount == 5)
    #expect(try made.readable(in: try await made.unlocked()) == Set(made.ids))
  }

  @Test("repairs a vault with more records than are stored in one batch and loses only the record without a snapshot")
  func largeRepair() async throws {
    let made = try await DamagedVault(records: 300)
    try made.damage(made.ids[299])
    let repair = try await made.repair().repair
    #expect(repair.recordCount == 299 && repair.records.map(\.outcome) == [.lost])
    let vault = try await made.unlocked()
    #expect(try made.readable(in: vault) == Set(made.ids.dropLast()))
    #expect(vault.check().told == [])
  }
}
