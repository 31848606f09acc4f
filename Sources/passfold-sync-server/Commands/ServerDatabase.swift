// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SyncServerStore

/// The server's storage: an SQLite file, or a PostgreSQL database.
enum ServerDatabase: ExpressibleByArgument {
  case file(String)
  case postgreSQL(PostgreSQLAddress)

  /// Reads a URI that begins like PostgreSQL's; anything else is a file name.
  init?(argument: String) {
    if PostgreSQLAddress.isMeant(by: argument) {
      guard let address = PostgreSQLAddress(argument) else { return nil }
      self = .postgreSQL(address)
    } else {
      guard !argument.isEmpty else { return nil }
      self = .file(argument)
    }
  }

  static let help = ArgumentHelp(
    "SQLite file, made when missing; or a PostgreSQL URI without a password, such as postgresql:///sync.", valueName: "database")

  /// The name used in messages.
  var name: String {
    switch self {
    case .file(let path): path
    case .postgreSQL(let address): address.uri
    }
  }

  /// Opens the database, and upgrades it.
  /// - Parameter connections: The number of connections that write to PostgreSQL.
  func open(connections: Int = 1) throws(ProgramFailure) -> any SyncStore {
    do throws(SyncStoreError) {
      switch self {
      case .file(let path): return try SQLiteSyncStore(path: path)
      case .postgreSQL(let address): return try PostgreSQLSyncStore(address, writers: connections)
      }
    } catch {
      throw ProgramFailure(error, database: name)
    }
  }
}
