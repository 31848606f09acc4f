// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One problem found by a check of the vault.
package struct VaultFinding: Hashable, Sendable {
  /// The damaged item.
  package enum Subject: String, Hashable, Sendable {
    /// A file of the vault, by its name in the folder.
    case file
    /// The structure of the database; the name is SQLite's description.
    case database
    /// An entry of the membership log, by number.
    case logEntry
    /// A record, by its 32 hexadecimal digits.
    case record
    /// A snapshot, by file name.
    case snapshot
    /// A file of a record, by the record's 32 hexadecimal digits, a slash and the file's name; without keys, by its own 32 digits only.
    case attachment
    /// The bytes of files that no record refers to; the name is the number of those files.
    case orphans
  }

  /// The kind of problem.
  package enum Problem: String, Hashable, Sendable {
    /// It differs from what the vault wrote.
    case damaged
    /// It existed and is missing.
    case missing
    /// It is older than the version stored last.
    case outdated
    /// A newer version of the program wrote it.
    case tooNew
    /// It cannot be read for lack of permission.
    case unreadable
    /// No record refers to it.
    case unused
    /// It is a copy of the vault left behind by an interrupted restore or repair.
    case leftBehind
  }

  /// The damaged item.
  package let subject: Subject
  /// Its name.
  package let name: String
  /// The record's title, if the index still knows it.
  package let title: String?
  /// The kind of problem.
  package let problem: Problem

  init(_ subject: Subject, _ name: String, title: String? = nil, _ problem: Problem) {
    self.subject = subject
    self.name = name
    self.title = title
    self.problem = problem
  }
}

/// The result of a check of the complete vault.
package struct VaultCheck: Hashable, Sendable {
  /// All problems, in the order files, log entries, records, snapshots.
  package let findings: [VaultFinding]
  /// The number of examined records, including those in the trash and those that do not open. Only an unlocked vault can recognise erased
  /// records, and does not count them.
  package let recordCount: Int
  /// The number of examined snapshots.
  package let snapshotCount: Int
  /// Whether each record was opened; false for a check of a locked vault, which examines only the structure.
  package let isComplete: Bool
}
