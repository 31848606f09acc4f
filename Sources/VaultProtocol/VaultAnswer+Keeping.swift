// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// One thing that is wrong.
  package struct Finding: Codable, Hashable, Sendable {
    /// What is damaged: `file`, `database`, `logEntry`, `record`, `snapshot`, `attachment` or `orphans`; a newer vault may send others.
    package var subject: String
    /// Its name.
    package var name: String
    /// What a person calls a record, where that is still known.
    package var title: String?
    /// What is wrong: `damaged`, `missing`, `outdated`, `tooNew`, `unreadable`, `unused` or `leftBehind`; a newer vault may send others.
    package var problem: String

    /// Describes it.
    package init(subject: String, name: String, title: String? = nil, problem: String) {
      self.subject = subject
      self.name = name
      self.title = title
      self.problem = problem
    }
  }

  /// What a check found.
  package struct CheckReport: Codable, Hashable, Sendable {
    /// The most findings of one answer.
    package static let longest = 500

    /// What is wrong, as far as an answer holds it.
    package var findings: [Finding]
    /// How many things are wrong in all.
    package var total: Int
    /// How many records were looked at; where the check is not `complete`, with those that were erased.
    package var records: Int
    /// How many snapshots were looked at.
    package var snapshots: Int
    /// Whether each record was opened, which takes an unlocked vault.
    package var complete: Bool

    /// How many findings are damage; what a newer version wrote is none, and neither is a copy that was left behind.
    package var damaged: Int { total - findings.count { ["tooNew", "leftBehind"].contains($0.problem) } }

    /// Describes the outcome of a check.
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
    /// Where the file lies.
    package var path: String
    /// Why it was made: `daily`, `backup`, `before-update`, `before-restore` or `before-repair`; nil for a reason of a newer version.
    package var reason: String?
    /// When, in seconds since 1970.
    package var made: Double
    /// How many records are in it.
    package var records: Int
    /// Its length.
    package var bytes: Int

    /// Describes a copy.
    package init(name: String, path: String, reason: String?, made: Double, records: Int, bytes: Int) {
      self.name = name
      self.path = path
      self.reason = reason
      self.made = made
      self.records = records
      self.bytes = bytes
    }
  }

  /// The copies beside the vault, the newest first.
  package struct SnapshotList: Codable, Hashable, Sendable {
    /// The copies.
    package var snapshots: [Snapshot]
    /// The folder that they lie in.
    package var folder: String

    /// Lists copies.
    package init(snapshots: [Snapshot], folder: String) {
      self.snapshots = snapshots
      self.folder = folder
    }
  }

  /// What became of a vault in whose place a copy is now.
  package struct Restoration: Codable, Hashable, Sendable {
    /// How many records the vault has now.
    package var records: Int
    /// How many of them do not open.
    package var damaged: Int
    /// The snapshot that the former vault is in; nil where there was none, or it could not be read throughout.
    package var formerSnapshot: String?
    /// The folder that a damaged former vault was kept in as it was.
    package var formerFolder: String?

    /// Describes a restoration.
    package init(records: Int, damaged: Int, formerSnapshot: String? = nil, formerFolder: String? = nil) {
      self.records = records
      self.damaged = damaged
      self.formerSnapshot = formerSnapshot
      self.formerFolder = formerFolder
    }
  }

  /// What a repair has done.
  package struct RepairReport: Codable, Hashable, Sendable {
    /// A record that was not whole.
    package struct Treated: Codable, Hashable, Sendable {
      /// Its identifier.
      package var record: String
      /// What a person calls it, where that is known.
      package var title: String?
      /// The file of the record that was not whole; nil where it is the record itself.
      package var attachment: String?
      /// What became of it: `restored`, `restoredOlder`, `keptOlder` or `lost`.
      package var outcome: String
      /// The snapshot that it was taken from.
      package var snapshot: String?

      /// Describes it.
      package init(record: String, title: String?, attachment: String? = nil, outcome: String, snapshot: String? = nil) {
        self.record = record
        self.title = title
        self.attachment = attachment
        self.outcome = outcome
        self.snapshot = snapshot
      }
    }

    /// The records that were not whole, as far as an answer holds them.
    package var treated: [Treated]
    /// How many were not whole in all.
    package var total: Int
    /// How the former vault was kept, and how many records there are now.
    package var restoration: Restoration
    /// The file with the damaged records as they were found.
    package var setApart: String?
    /// The snapshot whose key file is used now.
    package var keyFile: String?
    /// The snapshot whose membership log is used now.
    package var log: String?
    /// True where the vault synchronised before, which a repair ends.
    package var endedSynchronising: Bool?

    /// Describes a repair.
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
