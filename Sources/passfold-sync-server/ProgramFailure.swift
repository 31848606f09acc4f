// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import SyncServerStore

/// The failure of a command, in words for its operator.
struct ProgramFailure: Error, CustomStringConvertible {
  let description: String

  /// Describes a database error.
  init(_ error: SyncStoreError, database: String, target: String? = nil) {
    switch error.code {
    case .foreignFile: description = "\(database) is not the database of a sync server"
    case .newerSchema: description = "\(database) was written by a newer version; use that one"
    case .fileExists: description = "\(target ?? database) already exists; specify a new file"
    case .notEmpty: description = "\(database) already contains accounts; specify an empty database"
    default:
      let reason = error.resultCode.map { " (SQLite: \($0))" } ?? error.state.map { " (SQLSTATE \($0))" }
      description = "cannot use \(database)\(reason ?? "")"
    }
  }

  init(_ description: String) { self.description = description }
}
