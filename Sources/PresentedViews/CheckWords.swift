// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The words about the vault's files, their problems and their snapshots.
package enum CheckWords {
  /// The name by which the user knows the damaged item.
  package static func name(of finding: VaultAnswer.Finding) -> String {
    // The user knows the file by its name and its entry's title, if the latter is known.
    guard finding.subject == "attachment", finding.title != nil, let slash = finding.name.firstIndex(of: "/") else {
      return PrintableText.of(finding.name)
    }
    return PrintableText.of(String(finding.name[finding.name.index(after: slash)...]))
  }

  /// The kind of damaged item.
  ///
  /// - Parameter name: `VaultAnswer.Finding.subject`.
  package static func subject(_ name: String) -> String {
    switch name {
    case "file": translated("file")
    case "database": translated("database")
    case "snapshot": translated("snapshot")
    case "attachment": translated("attached file")
    case "orphans": translated("file contents")
    case "logEntry": translated("log entry")
    case "record": translated("entry")
    default: PrintableText.of(name)
    }
  }

  /// The problem.
  ///
  /// - Parameter name: `VaultAnswer.Finding.problem`.
  package static func problem(_ name: String) -> String {
    switch name {
    case "damaged": translated("damaged")
    case "missing": translated("missing")
    case "outdated": translated("older than the version stored last")
    case "tooNew": translated("written by a newer version of Passfold")
    case "unreadable": translated("not readable")
    case "unused": translated("not used by any entry; a repair leaves them out")
    case "leftBehind": translated("left over from a restore or repair that was interrupted; remove it")
    default: PrintableText.of(name)
    }
  }

  /// The reason why a snapshot was taken.
  ///
  /// - Parameter name: `VaultAnswer.Snapshot.reason`.
  package static func reason(_ name: String?) -> String {
    switch name {
    case "daily": translated("daily")
    case "backup": translated("backup")
    case "before-update": translated("before an update")
    case "before-restore": translated("before a restore")
    case "before-repair": translated("before a repair")
    case let name?: PrintableText.of(name)
    case nil: ""
    }
  }
}
