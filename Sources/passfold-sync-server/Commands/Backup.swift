// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import SyncServerStore

/// `backup`: copies the database while the server may be using it.
struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copies an SQLite database into a new file, while the server may run.",
    discussion: """
      PostgreSQL has pg_dump for that. The copy holds what was acknowledged up to some moment during the copying, and opens by itself.

      Example:
        passfold-sync-server backup --database /var/lib/passfold-sync/sync.sqlite /var/backups/sync-monday.sqlite
      """)

  @Option(help: "The server's SQLite file.", completion: .file()) var database: String
  @Argument(help: "The file to make; nothing is overwritten.", completion: .file()) var target: String

  func validate() throws {
    guard !PostgreSQLAddress.isMeant(by: database) else {
      throw ValidationError("--database: copy a PostgreSQL database by pg_dump; see docs/sync-server.md")
    }
  }

  func run() async throws {
    umask(0o077)
    do throws(SyncStoreError) { try SQLiteSyncStore.backUp(from: database, to: target) } catch {
      throw ProgramFailure(error, database: database, target: target)
    }
  }
}
