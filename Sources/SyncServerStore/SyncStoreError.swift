// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// The reason that a store operation failed. It contains nothing of the stored data.
package struct SyncStoreError: Error, Hashable, Sendable {
  /// The kinds of failure; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The database did not reply, or the disk refused a write; the write may be stored or not.
    package static let unavailable = Code("unavailable")
    /// The file is another program's database, or not a database.
    package static let foreignFile = Code("foreignFile")
    /// A newer build wrote the file.
    package static let newerSchema = Code("newerSchema")
    /// A backup would overwrite a file.
    package static let fileExists = Code("fileExists")
    /// The target database already has accounts.
    package static let notEmpty = Code("notEmpty")
    /// A row has another form than this store writes.
    package static let damaged = Code("damaged")
  }

  /// The kind of failure.
  package let code: Code
  /// SQLite's result code, for the operator's log; nil if the error is not SQLite's.
  package let resultCode: Int32?
  /// PostgreSQL's SQLSTATE; nil if the error is not PostgreSQL's.
  package let state: String?

  /// Creates an error.
  package init(_ code: Code, resultCode: Int32? = nil, state: String? = nil) {
    self.code = code
    self.resultCode = resultCode
    self.state = state
  }

  /// What the operator's log says: the code, and the database's own in its words for it, such as "13 (database or disk is full)".
  package var reason: String {
    let database = resultCode.map { ResultCode(rawValue: $0).description } ?? state.map { "SQLSTATE \($0)" }
    return database.map { "\(code): \($0)" } ?? code.description
  }

  /// Translates a database error, without its message.
  init(reading error: any Error) {
    switch error {
    case let error as SyncStoreError: self = error
    case let error as DatabaseError where error.resultCode == .SQLITE_NOTADB:
      self.init(.foreignFile, resultCode: error.extendedResultCode.rawValue)
    case let error as DatabaseError: self.init(.unavailable, resultCode: error.extendedResultCode.rawValue)
    case PostgreSQLFailure.damaged: self.init(.damaged)
    case PostgreSQLFailure.refused(let state): self.init(.unavailable, state: state)
    default: self.init(.unavailable)
    }
  }
}
