// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The session table.
struct Sessions: Sendable {
  /// A session and the cookie value that names it, which is never stored.
  struct Issued: Sendable {
    let session: Session
    let token: String
  }

  let database: any DatabaseWriter
  let environment: SiteEnvironment

  /// Starts a session, and ends the one it takes the place of: a session never changes its stage under the same cookie.
  func start(_ stage: SessionStage, account: Account? = nil, freshFactor: Date? = nil, flash: String? = nil, replacing old: Session? = nil)
    async throws -> Issued
  {
    let token = Data(environment.randomBytes(32)).base64URLText
    let session = Session(
      id: Session.id(forToken: token), csrfToken: Data(environment.randomBytes(32)).base64URLText, stage: stage, account: account,
      flash: flash, freshFactor: freshFactor)
    let now = environment.now().timeIntervalSince1970
    try await database.write { database in
      try database.execute(sql: "DELETE FROM session WHERE expires <= ? OR id = ?", arguments: [now, old?.id])
      try database.execute(
        sql: "INSERT INTO session (id, csrf_token, stage, account, flash, expires, fresh_factor) VALUES (?, ?, ?, ?, ?, ?, ?)",
        arguments: [
          session.id, session.csrfToken, stage.rawValue, account?.id, flash, now + Self.lifetime(of: stage),
          freshFactor?.timeIntervalSince1970,
        ])
    }
    return Issued(session: session, token: token)
  }

  /// The living session that a cookie names.
  func find(token: String) async throws -> Session? {
    let id = Session.id(forToken: token)
    let now = environment.now().timeIntervalSince1970
    return try await database.read { database in
      let row = try Row.fetchOne(
        database,
        sql:
          "SELECT session.*, user_name FROM session LEFT JOIN account ON account.id = session.account WHERE session.id = ? AND expires > ?",
        arguments: [id, now])
      guard let row, let stage = SessionStage(rawValue: row["stage"]) else { return nil }
      let account: Data? = row["account"]
      let userName: String? = row["user_name"]
      let freshFactor: Double? = row["fresh_factor"]
      return Session(
        id: id, csrfToken: row["csrf_token"], stage: stage,
        account: account.flatMap { id in userName.map { Account(id: id, userName: $0) } }, flash: row["flash"],
        freshFactor: freshFactor.map(Date.init(timeIntervalSince1970:)))
    }
  }

  /// Leaves a message for the next page.
  func setFlash(_ text: String?, of session: Session) async throws {
    try await database.write { try $0.execute(sql: "UPDATE session SET flash = ? WHERE id = ?", arguments: [text, session.id]) }
  }

  /// Notes that a second factor was shown in a session.
  func setFreshFactor(_ instant: Date, of session: Session) async throws {
    try await database.write {
      try $0.execute(sql: "UPDATE session SET fresh_factor = ? WHERE id = ?", arguments: [instant.timeIntervalSince1970, session.id])
    }
  }

  /// Seconds until a session ends by itself.
  private static func lifetime(of stage: SessionStage) -> TimeInterval {
    switch stage {
    case .visitor: 60 * 60
    case .awaitingCode: 10 * 60
    case .signedIn: 8 * 60 * 60
    }
  }
}

extension Data {
  /// Base64url without padding (RFC 4648 §5).
  var base64URLText: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
