// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// One problem.
  package struct Finding: Codable, Hashable, Sendable {
    /// The damaged item: `file`, `database`, `logEntry`, `record`, `snapshot`, `attachment` or `orphans`; a newer vault may send others.
    package var subject: String
    /// Its name.
    package var name: String
    /// The record's title, if still known.
    package var title: String?
    /// The kind of problem: `damaged`, `missing`, `outdated`, `tooNew`, `unreadable`, `unused` or `leftBehind`; a newer vault may send
    /// others.
    package var problem: String

    /// Creates a finding.
    package init(subject: String, name: String, title: String? = nil, problem: String) {
      self.subject = subject
      self.name = name
      self.title = title
      self.problem = problem
    }
  }

  /// The result of a check.
  package struct CheckReport: Codable, Hashable, Sendable {
    /// The maximum number of findings in one answer.
    package static let longest = 500

    /// The problems, up to the answer's limit.
    package var findings: [Finding]
    /// The total number of problems.
    package var total: Int
    /// The number of examined records; unless the check is `complete`, including erased ones.
    package var records: Int
    /// The number of examined snapshots.
    package var snapshots: Int
    /// Whether each record was opened, which needs an unlocked vault.
    package var complete: Bool

    /// The number of findings that are damage, excluding data of a newer version and leftover copies.
    package var damaged: Int { total - findings.count { ["tooNew", "leftBehind"].contains($0.problem) } }

    /// Creates a report.
    package init(findings: [Finding], total: Int, records: Int, snapshots: Int, complete: Bool) {
      self.findings = findings
      self.total = total
      self.records = records
      self.snapshots = snapshots
      self.complete = complete
    }
  }

  /// A copy of the vault.
  package struct Snapshot: Codable, Hashable, Sendable {
    /// The name of its file.
    package var name: String
    /// The path of the file.
    package var path: String
    /// The reason for it: `daily`, `backup`, `before-update`, `before-restore` or `before-repair`; nil for a reason of a newer version.
    package var reason: String?
    /// The time at which it was made, in seconds since 1970.
    package var made: Double
    /// The number of records in it.
    package var records: Int
    /// Its length in bytes.
    package var bytes: Int

    /// Creates a copy.
    package init(name: String, path: String, reason: String?, made: Double, records: Int, bytes: Int) {
      self.name = name
      self.path = path
      self.reason = reason
      self.made = made
      self.records = records
      self.bytes = bytes
    }
  }

  /// The copies next to the vault, newest first.
  package struct SnapshotList: Codable, Hashable, Sendable {
    /// The copies.
    package var snapshots: [Snapshot]
    /// The path of their folder.
    package var folder: String

    /// Creates a list.
    package init(snapshots: [Snapshot], folder: String) {
      self.snapshots = snapshots
      self.folder = folder
    }
  }

  /// The outcome for a vault that was replaced by a copy.
  package struct Restoration: Codable, Hashable, Sendable {
    /// The number of records in the vault now.
    package var records: Int
    /// The number of them that do not open.
    package var damaged: Int
    /// The snapshot of the old vault; nil if there was none, or it could not be read throughout.
    package var formerSnapshot: String?
    /// The folder in which a damaged old vault was kept unchanged.
    package var formerFolder: String?

    /// Creates a restoration.
    package init(records: Int, damaged: Int, formerSnapshot: String? = nil, formerFolder: String? = nil) {
      self.records = records
      self.damaged = damaged
      self.formerSnapshot = formerSnapshot
      self.formerFolder = formerFolder
    }
  }

  /// The result of a repair.
  package struct RepairReport: Codable, Hashable, Sendable {
    /// A record that was damaged.
    package struct Treated: Codable, Hashable, Sendable {
      /// Its identifier.
      package var record: String
      /// The record's title, if known.
      package var title: String?
      /// The damaged file of the record; nil if it is the record itself.
      package var attachment: String?
      /// The outcome: `restored`, `restoredOlder`, `keptOlder` or `lost`.
      package var outcome: String
      /// The snapshot used.
      package var snapshot: String?

      /// Creates a value.
      package init(record: String, title: String?, attachment: String? = nil, outcome: String, snapshot: String? = nil) {
        self.record = record
        self.title = title
        self.attachment = attachment
        self.outcome = outcome
        self.snapshot = snapshot
      }
    }

    /// The damaged records, up to the answer's limit.
    package var treated: [Treated]
    /// The total number of damaged records.
    package var total: Int
    /// The location of the old vault, and the number of records now.
    package var restoration: Restoration
    /// The file with the damaged records as found.
    package var setApart: String?
    /// The snapshot whose key file is used now.
    package var keyFile: String?
    /// The snapshot whose membership log is used now.
    package var log: String?
    /// True if the vault was synchronised before; a repair ends that.
    package var endedSynchronising: Bool?

    /// Creates a report.
    package init(
      treated: [Treated], total: Int, restoration: Restoration, setApart: String?, keyFile: String?, log: String?,
      endedSynchronising: Bool? = nil
    ) {
      self.treated = treated
      self.total = total
      self.restoration = restoration
      self.setApart = setApart
      self.keyFile = keyFile
      self.log = log
      self.endedSynchronising = endedSynchronising
    }
  }
}
