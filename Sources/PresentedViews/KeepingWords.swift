// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The words about long work on the vault's files.
package struct KeepingWords: Hashable {
  /// The bytes per KiB, for values that are counted in KiB.
  package static let unit = 1024

  /// The kind of work, and its unit.
  package let title: String
  /// The amount done.
  package let done: Int
  /// The total amount; 0 if unknown.
  package let total: Int

  /// Finds the words for the vault's report.
  package init(_ progress: VaultAnswer.Progress) {
    var isInBytes = true
    switch progress.stage {
    case "database":
      title = translated("Reading the database")
      isInBytes = false
    case "records":
      title = translated("Reading entries")
      isInBytes = false
    case "synchronising":
      title = translated("Synchronising entries")
      isInBytes = false
    case "reading":
      title = translated("Reading the file")
      isInBytes = false
    case "comparing":
      title = translated("Comparing with the vault")
      isInBytes = false
    case "storing":
      title = translated("Storing")
      isInBytes = false
    case "attachments": title = translated("Reading file contents, KiB")
    case "snapshots": title = translated("Reading snapshots, KiB")
    case "copying": title = translated("Copying the vault, KiB")
    default:
      title = PrintableText.of(progress.stage)
      isInBytes = false
    }
    done = isInBytes ? progress.done / Self.unit : progress.done
    total = isInBytes ? progress.total / Self.unit : progress.total
  }
}
