// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Logging
import OneTimeCodes

/// An event that the account's owner should know about, because someone else may have caused it.
struct Notice: Sendable {
  let text: String
  let instant: Date
}

/// The table of notices. A service that knows an e-mail address also sends them there.
struct Notices: Sendable {
  /// The number of notices on the account page.
  static let mostShown = 5

  let database: any DatabaseWriter
  let environment: SiteEnvironment
  let logger: Logger

  /// Returns an account's latest notices, newest first.
  func list(of account: Data) async throws -> [Notice] {
    try await database.read { database in
      try Row.fetchAll(
        database, sql: "SELECT text, instant FROM notice WHERE account = ? ORDER BY id DESC LIMIT ?", arguments: [account, Self.mostShown]
      ).map { row in
        let instant: Double = row["instant"]
        return Notice(text: row["text"], instant: Date(timeIntervalSince1970: instant))
      }
    }
  }

  /// Stores a notice about events that concern a user, and logs those that concern the service.
  func take(_ event: OneTimeCodeEvent) async {
    switch event {
    case .enrolled(let user, _, let replaced):
      await add(replaced ? "Your authenticator was replaced. The old one no longer works." : "Verification codes were turned on.", user)
    case .removed(let user, _): await add("Verification codes were turned off.", user)
    case .duplicateUse(let user, _, let client):
      await add("A code was entered a second time, from \(client). If that was not you, change your password.", user)
    case .hardStop(let user, _, let client):
      await add("After 100 wrong codes, the last from \(client), codes are shut. Somebody knows your password: change it.", user)
    case .recoveryCodesMade(let user): await add("New recovery codes were made. All older ones are void.", user)
    case .recoveryCodeUsed(let user, let left, let client):
      await add("A recovery code was used, from \(client); \(left) \(left == 1 ? "is" : "are") left.", user)
    case .recoveryCodesLow: break  // The account page shows this as long as it applies.
    case .overallLimitReached: logger.critical("the whole service has reached its limit of wrong codes")
    case .clockAlarm(let jump):
      logger.critical("the clock jumped; no codes are judged", metadata: ["seconds": "\(jump.components.seconds)"])
    }
  }

  private func add(_ text: String, _ user: OneTimeCodeUserID) async { await add(text, to: Data(user.bytes)) }

  /// Stores a notice. A failure must not undo the event itself.
  func add(_ text: String, to account: Data) async {
    let now = environment.now().timeIntervalSince1970
    do {
      try await database.write { database in
        try database.execute(
          sql: "INSERT INTO notice (account, text, instant) VALUES (?, ?, ?)", arguments: [account, text, now])
      }
    } catch { logger.error("a notice could not be kept", metadata: ["error": "\(type(of: error))"]) }
  }
}
