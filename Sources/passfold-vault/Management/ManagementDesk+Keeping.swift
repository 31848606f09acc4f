// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import VaultProtocol

/// Whether the vault's files are whole, and copies of them.
extension ManagementDesk {
  func check(_ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.CheckReport {
    // A locked vault tells no names, so nobody is asked.
    if await session.state == .unlocked, try await admit(caller) == .confirm { try await confirm(.check, caller) }
    let check = try await session.check()
    let findings = check.findings.prefix(VaultAnswer.CheckReport.longest).map {
      VaultAnswer.Finding(subject: $0.subject.rawValue, name: $0.name, title: $0.title, problem: $0.problem.rawValue)
    }
    return VaultAnswer.CheckReport(
      findings: Array(findings), total: check.findings.count, records: check.recordCount, snapshots: check.snapshotCount,
      complete: check.isComplete)
  }

  /// The copies beside the vault. Their names say when they were made, which anybody may know who can see the folder.
  var snapshots: VaultAnswer.SnapshotList {
    VaultAnswer.SnapshotList(
      snapshots: CredentialVault.snapshots(of: session.folder).map(VaultAnswer.Snapshot.init),
      folder: CredentialVault.snapshotFolder(of: session.folder))
  }

  func takeSnapshot() async throws(VaultFailure) -> VaultAnswer.Snapshot { VaultAnswer.Snapshot(try await session.takeSnapshot()) }

  func restoreVault(_ query: VaultCall.CopyQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.Restoration {
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    return try await session.restoreVault(copyNamed: query.snapshot, for: caller.program, at: caller.terminal)
  }

  func repairVault(_ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.RepairReport {
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    let (repair, restoration) = try await session.repairVault(for: caller.program, at: caller.terminal)
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
      log: repair.log)
  }
}

extension VaultAnswer.Snapshot {
  /// Tells a client of a copy.
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
