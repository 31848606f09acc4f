// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Translations

struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: translated("Keep your vault in step with your other devices."),
    discussion: translated(
      """
      Everything leaves this computer sealed: a server, or a folder that something else carries, sees no name, no site and no secret, and is \
      believed in nothing. Your vault here stays usable always, whatever happens there.
      """),
    subcommands: [SyncUse.self, SyncStatusCommand.self, SyncNow.self, SyncResume.self, SyncAccept.self, SyncStop.self],
    defaultSubcommand: SyncStatusCommand.self)
}
