// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// What is said of long work on the vault's files.
package struct KeepingWords: Hashable {
  /// Bytes in one of what is counted in KiB.
  package static let unit = 1024

  /// What is gone through, and in what it is counted.
  package let title: String
  /// How much is done.
  package let done: Int
  /// How much there is; 0 where nobody knows.
  package let total: Int

  /// Words for what the vault told.
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
