// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The sync server's program.
@main
struct SyncServerProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passfold-sync-server",
    abstract: "Stores the encrypted records of Passfold accounts and transfers them between their devices.",
    discussion: """
      The server cannot read what it stores. It runs behind a web server that terminates TLS, or terminates TLS itself.

      Examples:
        passfold-sync-server serve --database /var/lib/passfold-sync/sync.sqlite --origin https://sync.example
        passfold-sync-server serve --database sync.sqlite --origin https://sync.example:8787 --listen 0.0.0.0:8787 \\
          --certificate chain.pem --key key.pem
        passfold-sync-server serve --database postgresql:///sync --origin https://sync.example --behind-proxy
        passfold-sync-server backup --database /var/lib/passfold-sync/sync.sqlite /var/backups/sync.sqlite
      """,
    subcommands: [Serve.self, Backup.self, Copy.self, Invite.self])
}
