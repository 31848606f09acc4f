// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import GRDB

/// Why the store could not do what was asked; it says nothing of what is stored.
package struct SyncStoreError: Error, Hashable, Sendable {
  /// The kinds of failure; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String

    private init(_ description: String) { self.description = description }

    /// The database did not answer, or the disk did not take a write; what was asked may be stored or not.
    package static let unavailable = Code("unavailable")
    /// The file is a database of another program, or none.
    package static let foreignFile = Code("foreignFile")
    /// A newer build wrote the file.
    package static let newerSchema = Code("newerSchema")
    /// A backup would overwrite a file.
    package static let fileExists = Code("fileExists")
    /// What is to be filled holds accounts already.
    package static let notEmpty = Code("notEmpty")
    /// A row is not what this store writes.
    package static let damaged = Code("damaged")
  }

  /// The kind of failure.
  package let code: Code
  /// SQLite's result code, for the operator's log; nil where SQLite has no part in it.
  package let resultCode: Int32?
  /// PostgreSQL's SQLSTATE, likewise.
  package let state: String?

  /// Makes the error of a code.
  package init(_ code: Code, resultCode: Int32? = nil, state: String? = nil) {
    self.code = code
    self.resultCode = resultCode
    self.state = state
  }

  /// What a database failed with, without its words.
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
