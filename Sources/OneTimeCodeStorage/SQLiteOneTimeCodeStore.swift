// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import GRDB
public import OneTimeCodes

#if !canImport(GRDB)
  #error("OneTimeCodeStorage needs GRDB: write traits: [\"OneTimeCodeStorage\"] into the .package line of passfold")
#endif

/// The verifier's store in an SQLite database, which several processes may have open at the same time.
///
/// Every operation is one immediate transaction, so that two operations never act on the same state.
public struct SQLiteOneTimeCodeStore: OneTimeCodeVerificationStore {
  let database: any DatabaseWriter
  let key: OneTimeCodeStorageKey

  /// Creates a store in a database that the service has already opened, and creates missing tables (`one_time_code…`, `recovery_code`).
  ///
  /// If other processes also write to the database, open it with a busy timeout, as ``init(path:key:)`` does.
  public init(database: any DatabaseWriter, key: OneTimeCodeStorageKey) throws {
    try Self.migrate(database)
    self.database = database
    self.key = key
  }

  /// Opens or creates a separate database file, in WAL mode, with a busy timeout of five seconds.
  public init(path: String, key: OneTimeCodeStorageKey) throws {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    try self.init(database: DatabasePool(path: path, configuration: configuration), key: key)
  }

  /// Stores the credential with its secret encrypted, replacing any other pending one and its failures.
  public func insertPending(_ credential: StoredOneTimeCode) async throws {
    let sealed = try key.seal(credential)
    try await database.write { database in
      try Self.removePending(of: credential.user, in: database)
      try database.execute(
        sql: "INSERT INTO one_time_code (user, id, active, sealed, drift, expires, replaces) VALUES (?, ?, 0, ?, ?, ?, ?)",
        arguments: [
          credential.user.data, credential.id.data, sealed, credential.drift.steps, credential.expires.timeIntervalSince1970,
          credential.replaces?.data,
        ])
    }
  }

  /// Reads and decrypts the pending credential. Throws ``OneTimeCodeStorageError`` if it cannot be decrypted.
  public func pending(of user: OneTimeCodeUserID, at now: Date) async throws -> StoredOneTimeCode? {
    try await credential("user = ? AND active = 0 AND expires > ?", [user.data, now.timeIntervalSince1970], of: user)
  }

  /// Reads and decrypts the active credential. Throws ``OneTimeCodeStorageError`` if it cannot be decrypted.
  public func active(of user: OneTimeCodeUserID) async throws -> StoredOneTimeCode? {
    try await credential("user = ? AND active = 1", [user.data], of: user)
  }

  /// Deletes the pending credential and its failures.
  public func removePending(of user: OneTimeCodeUserID) async throws {
    try await database.write { try Self.removePending(of: user, in: $0) }
  }

  /// Deletes the active credential, the recovery codes and every failure, only if this credential is still the active one.
  public func removeActive(_ id: OneTimeCodeCredentialID, of user: OneTimeCodeUserID) async throws -> Bool {
    try await database.write { database in
      try database.execute(
        sql: "DELETE FROM one_time_code WHERE user = ? AND id = ? AND active = 1", arguments: [user.data, id.data])
      guard database.changesCount == 1 else { return false }
      try database.execute(sql: "DELETE FROM recovery_code WHERE user = ?", arguments: [user.data])
      try database.execute(sql: "DELETE FROM one_time_code_failures WHERE user = ?", arguments: [user.data])
      return true
    }
  }

  /// Deletes the replaced credential and activates the pending one, only if neither has changed.
  public func activate(_ use: OneTimeCodeUse) async throws -> OneTimeCodeUseResult {
    let user = use.keys.user.data
    return try await database.write { database in
      let replaces = try Row.fetchOne(
        database, sql: "SELECT replaces FROM one_time_code WHERE user = ? AND id = ? AND active = 0 AND expires > ?",
        arguments: [user, use.credential.data, use.instant.timeIntervalSince1970])
      guard let replaces else { return .gone }
      let replaced: Data? = replaces["replaces"]
      let active = try Data.fetchOne(database, sql: "SELECT id FROM one_time_code WHERE user = ? AND active = 1", arguments: [user])
      guard active == replaced else { return .gone }
      if let replaced {
        try database.execute(sql: "DELETE FROM one_time_code WHERE user = ? AND id = ?", arguments: [user, replaced])
        try database.execute(sql: "DELETE FROM one_time_code_failures WHERE user = ? AND factor = ?", arguments: [user, replaced])
      }
      try database.execute(
        sql: "UPDATE one_time_code SET active = 1, replaces = NULL, last_step = ?, drift = ? WHERE user = ? AND id = ? AND active = 0",
        arguments: [use.step, use.drift.steps, user, use.credential.data])
      guard database.changesCount == 1 else { return .gone }
      try Self.updateTallies(use.keys, in: database) { $0.noteSuccess() }
      return .used
    }
  }

  /// Records the use in one conditional `UPDATE … WHERE last_step < step`. The attempt counts change in the same transaction.
  public func use(_ use: OneTimeCodeUse) async throws -> OneTimeCodeUseResult {
    let user = use.keys.user.data
    return try await database.write { database in
      try database.execute(
        sql: """
          UPDATE one_time_code SET last_step = :step, drift = :drift
          WHERE user = :user AND id = :id AND active = 1 AND last_step < :step
          """, arguments: ["step": use.step, "drift": use.drift.steps, "user": user, "id": use.credential.data])
      if database.changesCount == 1 {
        try Self.updateTallies(use.keys, in: database) { $0.noteSuccess() }
        return .used
      }
      let exists = try Row.fetchOne(
        database, sql: "SELECT 1 FROM one_time_code WHERE user = ? AND id = ? AND active = 1", arguments: [user, use.credential.data])
      return exists == nil ? .gone : .usedBefore
    }
  }

  private func credential(_ condition: String, _ arguments: StatementArguments, of user: OneTimeCodeUserID) async throws
    -> StoredOneTimeCode?
  {
    try await database.read { [key] database in
      let sql = "SELECT * FROM one_time_code WHERE " + condition
      guard let row = try Row.fetchOne(database, sql: sql, arguments: arguments) else { return nil }
      let bytes: Data = row["id"]
      let replaces: Data? = row["replaces"]
      let expires: Double = row["expires"]
      guard let id = OneTimeCodeCredentialID(bytes) else { throw OneTimeCodeStorageError(.secretNotOpenable) }
      return StoredOneTimeCode(
        user: user, id: id, parameters: try key.open(row["sealed"], user: user, id: id), drift: OneTimeCodeDrift(steps: row["drift"]),
        expires: Date(timeIntervalSince1970: expires), replaces: replaces.flatMap { OneTimeCodeCredentialID($0) })
    }
  }

  private static func removePending(of user: OneTimeCodeUserID, in database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM one_time_code_failures
        WHERE user = :user AND factor IN (SELECT id FROM one_time_code WHERE user = :user AND active = 0)
        """, arguments: ["user": user.data])
    try database.execute(sql: "DELETE FROM one_time_code WHERE user = ? AND active = 0", arguments: [user.data])
  }
}

extension OneTimeCodeUserID {
  var data: Data { Data(bytes) }
}

extension OneTimeCodeCredentialID {
  var data: Data { Data(bytes) }
}
