// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The challenges that are out: each for one session, one kind of ceremony, one use and ten minutes.
struct Challenges: Sendable {
  enum Purpose: String, Sendable {
    case registration, authentication
  }

  static let lifetime: TimeInterval = 10 * 60
  /// More than a page needs at a time; older ones of the same session fall away.
  static let mostPerSession = 8

  let database: any DatabaseWriter
  let environment: SiteEnvironment

  /// Issues 32 unpredictable bytes.
  func issue(_ purpose: Purpose, to session: Session) async throws -> [UInt8] {
    let challenge = environment.randomBytes(32)
    let now = environment.now().timeIntervalSince1970
    try await database.write { database in
      try database.execute(
        sql: """
          DELETE FROM challenge WHERE expires <= ? OR challenge IN
          (SELECT challenge FROM challenge WHERE session = ? ORDER BY expires DESC LIMIT -1 OFFSET ?)
          """, arguments: [now, session.id, Self.mostPerSession - 1])
      try database.execute(
        sql: "INSERT INTO challenge VALUES (?, ?, ?, ?)",
        arguments: [Data(challenge), session.id, purpose.rawValue, now + Self.lifetime])
    }
    return challenge
  }

  /// Uses a challenge up; `false` when it was not issued to this session for this purpose, is too old or was used before.
  func redeem(_ challenge: [UInt8], _ purpose: Purpose, of session: Session) async throws -> Bool {
    let now = environment.now().timeIntervalSince1970
    return try await database.write { database in
      try database.execute(
        sql: "DELETE FROM challenge WHERE challenge = ? AND session = ? AND purpose = ? AND expires > ?",
        arguments: [Data(challenge), session.id, purpose.rawValue, now])
      return database.changesCount == 1
    }
  }
}
