// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import WebAuthnRelyingParty

/// The passkey ceremonies begun in one session for one purpose. Each can be used once, within ten minutes.
struct SessionChallenges: ChallengeStore {
  static let lifetime: TimeInterval = 10 * 60
  /// More than a page needs at the same time. Older ones of the same session are removed.
  static let mostPerSession = 8

  let database: any DatabaseWriter
  let environment: SiteEnvironment
  let session: Session
  let purpose: CeremonyPurpose

  func keep(_ ceremony: PendingCeremony) async throws {
    let now = environment.now().timeIntervalSince1970
    let encoded = try JSONEncoder().encode(ceremony)
    try await database.write { database in
      if session.stage == .visitor { try Sessions.keepVisitor(session, at: now, in: database) }
      try database.execute(
        sql: """
          DELETE FROM challenge WHERE expires <= ? OR challenge IN
          (SELECT challenge FROM challenge WHERE session = ? ORDER BY expires DESC LIMIT -1 OFFSET ?)
          """, arguments: [now, session.id, Self.mostPerSession - 1])
      try database.execute(
        sql: "INSERT INTO challenge (challenge, session, ceremony, expires, purpose) VALUES (?, ?, ?, ?, ?)",
        arguments: [Data(ceremony.challenge.bytes), session.id, encoded, now + Self.lifetime, purpose.text])
    }
  }

  func take(_ challenge: Challenge) async throws -> PendingCeremony? {
    let now = environment.now().timeIntervalSince1970
    let encoded = try await database.write { database in
      // Read and delete in one statement, so that only one of two concurrent requests gets it.
      try Data.fetchOne(
        database, sql: "DELETE FROM challenge WHERE challenge = ? AND session = ? AND expires > ? AND purpose = ? RETURNING ceremony",
        arguments: [Data(challenge.bytes), session.id, now, purpose.text])
    }
    return try encoded.map { try JSONDecoder().decode(PendingCeremony.self, from: $0) }
  }
}
