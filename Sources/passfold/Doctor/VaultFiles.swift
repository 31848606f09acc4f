// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What is seen of a vault's files from outside, beside who may look into its folder.
package struct VaultFiles: Hashable, Sendable {
  /// What an SQLite database begins with.
  private static let beginning = Array("SQLite".utf8)

  /// Whether there is a database that does not begin as one.
  package var isDatabaseDamaged = false
  /// Who may look into the folder of copies, and at them.
  package var copies = FolderRights.missing
  /// Where the copies are.
  package var copiesFolder = ""

  /// Describes files that are as they should be.
  package init() {}

  /// Looks at the files of the vault in a folder; of the database it reads the first 6 bytes.
  package init(in folder: String) {
    copiesFolder = folder + ".snapshots"
    copies = FolderRights(of: copiesFolder)
    let read = BoundedFile.read(folder + "/vault.sqlite", upTo: Self.beginning.count, takesBeginning: true)
    isDatabaseDamaged = read.map { $0 != Self.beginning } ?? false
  }
}
