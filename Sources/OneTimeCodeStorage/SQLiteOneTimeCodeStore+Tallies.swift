// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import OneTimeCodes

extension SQLiteOneTimeCodeStore {
  private static let client = "code/client"
  private static let overall = "code/overall"

  /// Reads and writes the three rows in one transaction. A refused attempt writes nothing.
  public func updateTallies<Result: Sendable>(
    _ keys: OneTimeCodeTallyKeys, at now: Date, _ change: @escaping @Sendable (inout OneTimeCodeTallies) -> Result
  ) async throws -> Result {
    try await database.write { database in try Self.updateTallies(keys, in: database, at: now, change) }
  }

  /// Deletes the failures of codes and recovery codes.
  public func clearFailures(of user: OneTimeCodeUserID) async throws {
    try await database.write { try Self.clearFailures(of: user, in: $0) }
  }

  /// Counts an attempt at any other action that the service limits, such as sign-ups or passwords, before it is evaluated.
  ///
  /// - Parameters:
  ///   - kind: The name that the service gives to the limited action; `code/…` is reserved.
  ///   - name: The subject whose attempts are counted: an address or an account.
  /// - Returns: Whether the attempt was counted; `false` if the span's attempts are used up.
  public func admit(_ limit: OneTimeCodeAttemptLimit, kind: String, name: String, at now: Date) async throws -> Bool {
    try await database.write { database in
      var count = try Self.count(kind, name, in: database)
      guard count.admit(at: now, limit: limit) else { return false }
      try Self.forgetEnded(at: now, in: database)
      try Self.save(count, kind, name, in: database)
      return true
    }
  }

  /// Takes back an attempt counted by ``admit(_:kind:name:at:)`` that turned out to be correct.
  public func giveBack(kind: String, name: String) async throws {
    try await database.write { database in
      var count = try Self.count(kind, name, in: database)
      count.giveBack()
      try Self.save(count, kind, name, in: database)
    }
  }

  static func updateTallies<Result>(
    _ keys: OneTimeCodeTallyKeys, in database: Database, at now: Date? = nil, _ change: (inout OneTimeCodeTallies) -> Result
  ) throws -> Result {
    let before = OneTimeCodeTallies(
      factor: try failures(keys, in: database), client: try count(client, keys.client, in: database),
      overall: try count(overall, "", in: database))
    var tallies = before
    let result = change(&tallies)
    guard tallies != before else { return result }
    if let now { try forgetEnded(at: now, in: database) }
    try database.execute(
      sql: "INSERT OR REPLACE INTO one_time_code_failures (user, factor, failures, next_try) VALUES (?, ?, ?, ?)",
      arguments: [keys.user.data, keys.factor.data, tallies.factor.failures, tallies.factor.nextTry?.timeIntervalSince1970])
    try save(tallies.client, client, keys.client, in: database)
    try save(tallies.overall, overall, "", in: database)
    return result
  }

  static func clearFailures(of user: OneTimeCodeUserID, in database: Database) throws {
    try database.execute(sql: "DELETE FROM one_time_code_failures WHERE user = ?", arguments: [user.data])
  }

  private static func failures(_ keys: OneTimeCodeTallyKeys, in database: Database) throws -> OneTimeCodeAttempts {
    let row = try Row.fetchOne(
      database, sql: "SELECT failures, next_try FROM one_time_code_failures WHERE user = ? AND factor = ?",
      arguments: [keys.user.data, keys.factor.data])
    guard let row else { return OneTimeCodeAttempts() }
    let nextTry: Double? = row["next_try"]
    return OneTimeCodeAttempts(failures: row["failures"], nextTry: nextTry.map(Date.init(timeIntervalSince1970:)))
  }

  private static func count(_ kind: String, _ name: String, in database: Database) throws -> OneTimeCodeAttemptCount {
    let row = try Row.fetchOne(
      database, sql: "SELECT count, ends FROM one_time_code_attempts WHERE kind = ? AND name = ?", arguments: [kind, name])
    guard let row else { return OneTimeCodeAttemptCount() }
    let ends: Double = row["ends"]
    return OneTimeCodeAttemptCount(count: row["count"], ends: Date(timeIntervalSince1970: ends))
  }

  private static func save(_ count: OneTimeCodeAttemptCount, _ kind: String, _ name: String, in database: Database) throws {
    guard let ends = count.ends else { return }
    try database.execute(
      sql: "INSERT OR REPLACE INTO one_time_code_attempts (kind, name, count, ends) VALUES (?, ?, ?, ?)",
      arguments: [kind, name, count.count, ends.timeIntervalSince1970])
  }

  /// Deletes ended spans, so that addresses are stored no longer than they are counted.
  private static func forgetEnded(at now: Date, in database: Database) throws {
    try database.execute(sql: "DELETE FROM one_time_code_attempts WHERE ends <= ?", arguments: [now.timeIntervalSince1970])
  }
}

extension OneTimeCodeTallyKeys.Factor {
  /// The credential's identifier; empty for recovery codes.
  fileprivate var data: Data {
    switch self {
    case .code(let id): id.data
    case .recoveryCode: Data()
    }
  }
}
