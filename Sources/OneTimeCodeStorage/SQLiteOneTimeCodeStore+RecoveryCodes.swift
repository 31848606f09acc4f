// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import OneTimeCodes

extension SQLiteOneTimeCodeStore {
  /// Deletes all rows and inserts the new ones.
  public func replaceRecoveryCodes(of user: OneTimeCodeUserID, with codes: [StoredRecoveryCode]) async throws {
    try await database.write { database in
      try database.execute(sql: "DELETE FROM recovery_code WHERE user = ?", arguments: [user.data])
      for code in codes {
        try database.execute(
          sql: "INSERT INTO recovery_code (user, salt, hash) VALUES (?, ?, ?)", arguments: [user.data, Data(code.salt), Data(code.hash)])
      }
    }
  }

  /// Returns the remaining rows in the order of their random salts.
  public func recoveryCodes(of user: OneTimeCodeUserID) async throws -> [StoredRecoveryCode] {
    try await database.read { database in
      try Row.fetchAll(database, sql: "SELECT salt, hash FROM recovery_code WHERE user = ?", arguments: [user.data]).map { row in
        let salt: Data = row["salt"]
        let hash: Data = row["hash"]
        return StoredRecoveryCode(salt: Array(salt), hash: Array(hash))
      }
    }
  }

  /// Deletes the row in one conditional `DELETE`, so that only one of two concurrent callers finds it.
  public func takeRecoveryCode(_ code: StoredRecoveryCode, countedAs keys: OneTimeCodeTallyKeys) async throws -> Int? {
    try await database.write { database in
      try database.execute(
        sql: "DELETE FROM recovery_code WHERE user = ? AND salt = ? AND hash = ?",
        arguments: [keys.user.data, Data(code.salt), Data(code.hash)])
      guard database.changesCount == 1 else { return nil }
      try Self.updateTallies(keys, in: database) { $0.noteSuccess() }
      try Self.clearFailures(of: keys.user, in: database)
      return try Int.fetchOne(database, sql: "SELECT count(*) FROM recovery_code WHERE user = ?", arguments: [keys.user.data])
    }
  }
}
