// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// One thing that a check of the vault found to be wrong.
package struct VaultFinding: Hashable, Sendable {
  /// What is damaged.
  package enum Subject: String, Hashable, Sendable {
    /// A file of the vault, named as it lies in the folder.
    case file
    /// The structure of the database; the name is what SQLite says of it.
    case database
    /// An entry of the membership log, named by its number.
    case logEntry
    /// A record, named by its 32 hexadecimal digits.
    case record
    /// A snapshot, named by its file.
    case snapshot
    /// A file that a record holds, named by the record's 32 hexadecimal digits, a slash and the file's name; its 32 digits alone where no keys tell.
    case attachment
    /// The bytes of files, named by how many files they are of.
    case orphans
  }

  /// What is wrong with it.
  package enum Problem: String, Hashable, Sendable {
    /// It is not what the vault wrote.
    case damaged
    /// It is not there, and it was.
    case missing
    /// It is an older version than was stored last.
    case outdated
    /// A newer version of the program wrote it.
    case tooNew
    /// It may not be read.
    case unreadable
    /// No record refers to it.
    case unused
    /// It is a copy of the vault that a restore or a repair which was ended left beside it.
    case leftBehind
  }

  /// What is damaged.
  package let subject: Subject
  /// Its name.
  package let name: String
  /// What a person calls a record, where the index still knows it.
  package let title: String?
  /// What is wrong.
  package let problem: Problem

  init(_ subject: Subject, _ name: String, title: String? = nil, _ problem: Problem) {
    self.subject = subject
    self.name = name
    self.title = title
    self.problem = problem
  }
}

/// What a check of the whole vault has found.
package struct VaultCheck: Hashable, Sendable {
  /// Everything that is wrong, by files, log entries, records and snapshots.
  package let findings: [VaultFinding]
  /// How many records were looked at, those in the trash and such as do not open included. Those that were erased are told from others by an
  /// unlocked vault alone, which does not count them.
  package let recordCount: Int
  /// How many snapshots were looked at.
  package let snapshotCount: Int
  /// Whether each record was opened; false for a check of a locked vault, which knows structure alone.
  package let isComplete: Bool
}
