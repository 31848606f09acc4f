// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import GRDB

/// Wrong passwords, counted per guesser: some are free, then each causes a longer wait (NIST SP 800-63B-4 §3.2.2).
struct PasswordGuesses: Sendable {
  /// The source of a password attempt. Each has separate attempts, so that nobody can use up those of others.
  enum Guesser: Sendable {
    /// A browser in which the account has been signed in before.
    case device(Data, of: Account)
    /// A signed-in user who is asked again.
    case signedIn(Account)
    /// Anyone else, by the typed user name and the network.
    case stranger(userName: String, network: String)
  }

  /// The number of wrong passwords without a wait.
  static let free = 5
  /// The maximum wait, in seconds.
  static let longestWait: TimeInterval = 60 * 60
  /// The time after which a guesser's failures are forgotten, in seconds.
  static let memory: TimeInterval = 24 * 60 * 60

  let database: any DatabaseWriter
  let environment: SiteEnvironment

  /// Counts an attempt before the password is checked.
  ///
  /// - Returns: Nil if the attempt was counted, otherwise the wait. An attempt that comes too early is not counted.
  func admit(_ guesser: Guesser) async throws -> Duration? {
    let now = environment.now().timeIntervalSince1970
    return try await database.write { database in
      try database.execute(sql: "DELETE FROM password_guess WHERE expires <= ?", arguments: [now])
      let row = try Row.fetchOne(database, sql: "SELECT failures, next_try FROM password_guess WHERE guesser = ?", arguments: [guesser.key])
      let next: Double = row?["next_try"] ?? 0
      guard next <= now else { return .milliseconds(Int64(min(next - now, Self.longestWait) * 1000)) }
      let failures: Int = (row?["failures"] ?? 0) + 1
      try database.execute(
        sql: "INSERT OR REPLACE INTO password_guess (guesser, failures, next_try, expires) VALUES (?, ?, ?, ?)",
        arguments: [guesser.key, failures, now + Self.wait(after: failures), now + Self.memory])
      return nil
    }
  }

  /// Clears the failures of a guesser who knew the password.
  func forget(_ guesser: Guesser) async throws {
    try await database.write { try $0.execute(sql: "DELETE FROM password_guess WHERE guesser = ?", arguments: [guesser.key]) }
  }

  /// Takes back a counted attempt whose password was not checked after all.
  func takeBack(_ guesser: Guesser) async throws {
    try await database.write { database in
      try database.execute(
        sql: "UPDATE password_guess SET failures = failures - 1, next_try = 0 WHERE guesser = ?", arguments: [guesser.key])
      try database.execute(sql: "DELETE FROM password_guess WHERE guesser = ? AND failures <= 0", arguments: [guesser.key])
    }
  }

  /// 30 seconds after the last free attempt, doubled each time.
  private static func wait(after failures: Int) -> TimeInterval {
    failures < free ? 0 : min(TimeInterval(30 << min(failures - free, 10)), longestWait)
  }
}

extension PasswordGuesses.Guesser {
  /// A hash, so that the table contains neither names nor networks.
  fileprivate var key: Data {
    var hash = SHA256()
    let parts: [Data] =
      switch self {
      case .device(let id, let account): [Data("device".utf8), account.id, id]
      case .signedIn(let account): [Data("signed in".utf8), account.id]
      case .stranger(let userName, let network): [Data("stranger".utf8), Data(Accounts.foldedName(userName).utf8), Data(network.utf8)]
      }
    for part in parts {
      hash.update(data: Data("\(part.count):".utf8))
      hash.update(data: part)
    }
    return Data(hash.finalize())
  }
}
