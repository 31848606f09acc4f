// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
package import VaultProtocol

/// What is said of long work on the vault's files.
package struct KeepingWords: Hashable {
  static let unit = 1024

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
      title = "Reading the database"
      isInBytes = false
    case "records":
      title = "Reading credentials"
      isInBytes = false
    case "synchronising":
      title = "Synchronising entries"
      isInBytes = false
    case "reading":
      title = "Reading the file"
      isInBytes = false
    case "comparing":
      title = "Comparing with the vault"
      isInBytes = false
    case "storing":
      title = "Storing"
      isInBytes = false
    case "attachments": title = "Reading files, KiB"
    case "snapshots": title = "Reading snapshots, KiB"
    case "copying": title = "Copying the vault, KiB"
    default:
      title = Presenter.printable(progress.stage)
      isInBytes = false
    }
    done = isInBytes ? progress.done / Self.unit : progress.done
    total = isInBytes ? progress.total / Self.unit : progress.total
  }
}
