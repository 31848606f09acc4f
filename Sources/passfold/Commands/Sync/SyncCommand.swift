// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations

struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: translated("Synchronise your vault with your other devices."),
    discussion: translated(
      """
      Everything leaves this computer encrypted. A server, or a folder that another program transfers, sees no name, no site and no \
      secret, and your devices verify everything they receive. Your vault here stays usable, whatever happens there.
      """),
    subcommands: [SyncUse.self, SyncStatusCommand.self, SyncNow.self, SyncResume.self, SyncAccept.self, SyncStop.self],
    defaultSubcommand: SyncStatusCommand.self)
}
