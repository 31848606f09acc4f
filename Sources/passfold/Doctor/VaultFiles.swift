// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The state of a vault's files as seen from outside, apart from the access rights of its folder.
package struct VaultFiles: Hashable, Sendable {
  /// The first bytes of an SQLite database.
  private static let beginning = Array("SQLite".utf8)

  /// Whether there is a database file that does not begin like one.
  package var isDatabaseDamaged = false
  /// The access rights of the snapshot folder and its files.
  package var copies = FolderRights.missing
  /// The path of the snapshot folder.
  package var copiesFolder = ""

  /// Describes intact files.
  package init() {}

  /// Inspects the vault's files in a folder; reads the first 6 bytes of the database.
  package init(in folder: String) {
    copiesFolder = folder + ".snapshots"
    copies = FolderRights(of: copiesFolder)
    let read = BoundedFile.read(folder + "/vault.sqlite", upTo: Self.beginning.count, takesBeginning: true)
    isDatabaseDamaged = read.map { $0 != Self.beginning } ?? false
  }
}
