// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations

struct VaultCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vault", abstract: translated("Check, back up, restore and repair the files of your vault."),
    discussion: translated(
      """
      The vault takes a snapshot of itself on each day on which something changed and keeps seven of them. It also takes one before each \
      change of its format. Snapshots and backups are encrypted like the vault itself.
      """),
    subcommands: [VaultCheck.self, VaultSnapshots.self, VaultBackup.self, VaultRestore.self, VaultRepair.self])
}
