// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import Glibc
import VaultProtocol

/// Checks of the vault's files, and copies of them.
extension ManagementDesk {
  func check(_ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.CheckReport {
    // A check of a locked vault returns no names, so the user is not asked.
    if await session.state == .unlocked, try await admit(caller) == .confirm { try await confirm(.check, caller) }
    let session = session
    let check = try await longWork(for: caller) { work throws(VaultFailure) in try await session.check(work) }
    let findings = check.findings.prefix(VaultAnswer.CheckReport.longest).map {
      VaultAnswer.Finding(subject: $0.subject.rawValue, name: $0.name, title: $0.title, problem: $0.problem.rawValue)
    }
    return VaultAnswer.CheckReport(
      findings: Array(findings), total: check.findings.count, records: check.recordCount, snapshots: check.snapshotCount,
      complete: check.isComplete)
  }

  /// The copies next to the vault. Their names say when they were made, which is visible to everyone who can see the folder.
  var snapshots: VaultAnswer.SnapshotList {
    let folder = CredentialVault.snapshotFolder(of: session.folder)
    removeLeftBehind(in: folder)
    return VaultAnswer.SnapshotList(snapshots: CredentialVault.snapshots(of: session.folder).map(VaultAnswer.Snapshot.init), folder: folder)
  }

  /// Removes copies that a program placed there to have them restored more than an hour ago, and was killed before it removed them.
  private func removeLeftBehind(in folder: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where LaidCopy.isName(name) {
      let path = folder + "/" + name
      var status = stat()
      if lstat(path, &status) == 0, status.st_mtim.tv_sec < Int(now().timeIntervalSince1970) - 3600 { unlink(path) }
    }
  }

  func takeSnapshot(_ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.Snapshot {
    let session = session
    return VaultAnswer.Snapshot(try await longWork(for: caller) { work throws(VaultFailure) in try await session.takeSnapshot(work) })
  }

  func restoreVault(_ query: VaultCall.CopyQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.Restoration {
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    let (session, program) = (session, await caller.program)
    return try await longWork(for: caller) { work throws(VaultFailure) in
      try await session.restoreVault(copyNamed: query.snapshot, for: program, at: caller.terminal, work)
    }
  }

  func repairVault(_ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.RepairReport {
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    let (session, program) = (session, await caller.program)
    let (repair, restoration) = try await longWork(for: caller) { work throws(VaultFailure) in
      try await session.repairVault(for: program, at: caller.terminal, work)
    }
    let treated = repair.records.prefix(VaultAnswer.CheckReport.longest).map { treated in
      let (outcome, snapshot): (String, String?) =
        switch treated.outcome {
        case .restored(let name): ("restored", name)
        case .restoredOlder(let name): ("restoredOlder", name)
        case .keptOlder: ("keptOlder", nil)
        case .lost: ("lost", nil)
        }
      return VaultAnswer.RepairReport.Treated(
        record: treated.id.description, title: treated.title, attachment: treated.attachment, outcome: outcome, snapshot: snapshot)
    }
    return VaultAnswer.RepairReport(
      treated: Array(treated), total: repair.records.count, restoration: restoration, setApart: repair.setApart, keyFile: repair.keyFile,
      log: repair.log, endedSynchronising: repair.endsReplica ? true : nil)
  }

  /// Does work that may take minutes: the caller receives its progress, and it ends when the request does.
  private func longWork<Value: Sendable>(
    for caller: ManagementCaller, _ carryOut: @Sendable (KeepingWork) async throws(VaultFailure) -> Value
  ) async throws(VaultFailure) -> Value {
    let pace = ProgressPace(time: time)
    let work = KeepingWork { [hear = caller.hearProgress] stage, done, total in
      guard let hear, pace.isDue(isEnd: done == total && total > 0) else { return }
      hear(VaultAnswer.Progress(stage: stage.rawValue, done: done, total: total))
    }
    let result = await withTaskCancellationHandler { () async -> Result<Value, VaultFailure> in
      do throws(VaultFailure) {
        return .success(try await carryOut(work))
      } catch {
        return .failure(error)
      }
    } onCancel: {
      work.cancel()
    }
    return try result.get()
  }
}

extension VaultAnswer.Snapshot {
  /// Creates the description of a copy for a client.
  init(_ copy: VaultCopy) {
    let reason: String? =
      switch copy.reason {
      case .daily: "daily"
      case .backup: "backup"
      case .beforeMigration: "before-update"
      case .beforeRestore: "before-restore"
      case .beforeRepair: "before-repair"
      case nil: nil
      }
    self.init(
      name: copy.name, path: copy.path, reason: reason, made: copy.made.timeIntervalSince1970, records: copy.recordCount,
      bytes: copy.byteCount)
  }
}
