// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
import SyncServerStore

/// `backup`: copies the database while the server may be using it.
struct Backup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Backs up an SQLite database to a new file, even while the server is running.",
    discussion: """
      For PostgreSQL, use pg_dump. The backup contains everything acknowledged up to some moment during the copy, and can be opened \
      on its own.

      Example:
        passfold-sync-server backup --database /var/lib/passfold-sync/sync.sqlite /var/backups/sync-monday.sqlite
      """)

  @Option(help: "The server's SQLite file.", completion: .file()) var database: String
  @Argument(help: "The file to create; an existing file is never overwritten.", completion: .file()) var target: String

  func validate() throws {
    guard !PostgreSQLAddress.isMeant(by: database) else {
      throw ValidationError("--database: back up a PostgreSQL database with pg_dump; see docs/sync-server.md")
    }
  }

  func run() async throws {
    umask(0o077)
    do throws(SyncStoreError) { try SQLiteSyncStore.backUp(from: database, to: target) } catch {
      throw ProgramFailure(error, database: database, target: target)
    }
  }
}
