// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SyncServerStore

/// `copy`: moves a server from SQLite to PostgreSQL.
struct Copy: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copies an SQLite database into an empty PostgreSQL database.",
    discussion: """
      Stop the server first: changes it receives during the copy would be missing. Either everything is copied, or nothing.

      Example:
        passfold-sync-server copy --database /var/lib/passfold-sync/sync.sqlite --to postgresql:///sync
      """)

  @Option(help: "The server's SQLite file.", completion: .file()) var database: String
  @Option(help: "The PostgreSQL database, which must not contain accounts yet.") var to: ServerDatabase

  func run() async throws {
    guard case .postgreSQL(let address) = to, !PostgreSQLAddress.isMeant(by: database) else {
      throw ProgramFailure("copy works only from an SQLite file to a PostgreSQL database")
    }
    do throws(SyncStoreError) {
      // Opened as an existing file; a missing one would otherwise be created.
      try await SQLiteSyncStore(existing: database).copy(to: address)
    } catch {
      throw ProgramFailure(error, database: error.code == .notEmpty ? to.name : database)
    }
  }
}
