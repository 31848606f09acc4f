// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The sync server's program.
@main
struct SyncServerProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passfold-sync-server",
    abstract: "Keeps the encrypted records of Passfold's accounts and carries them between their devices.",
    discussion: """
      The server cannot read what it keeps. It runs behind a web server that ends TLS, or ends TLS itself.

      Examples:
        passfold-sync-server serve --database /var/lib/passfold-sync/sync.sqlite --origin https://sync.example
        passfold-sync-server serve --database sync.sqlite --origin https://sync.example:8787 --listen 0.0.0.0:8787 \\
          --certificate chain.pem --key key.pem
        passfold-sync-server serve --database postgresql:///sync --origin https://sync.example --behind-proxy
        passfold-sync-server backup --database /var/lib/passfold-sync/sync.sqlite /var/backups/sync.sqlite
      """,
    subcommands: [Serve.self, Backup.self, Copy.self, Invite.self])
}
