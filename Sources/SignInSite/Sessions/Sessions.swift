// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import WebAuthnModel

/// The session table.
struct Sessions: Sendable {
  /// A session and its cookie value, which is never stored.
  struct Issued: Sendable {
    let session: Session
    let token: String
  }

  /// The maximum number of visitors stored per network, and in total. Older ones are removed.
  static let mostVisitorsPerNetwork = 300
  static let mostVisitors = 20_000
  /// The maximum number of sessions per account.
  static let mostPerAccount = 100

  let database: any DatabaseWriter
  let environment: SiteEnvironment

  /// A new cookie's value.
  func makeToken() -> String { Base64URL(environment.randomBytes(32)).text }

  /// Returns whether a text has the form of the site's cookies.
  static func isToken(_ text: String) -> Bool {
    text.utf8.count == 43 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_" }
  }

  /// Returns the session of a visitor of whom only the cookie is known. Nothing is stored.
  func visitor(token: String, _ visitor: Visitor) -> Session {
    let now = environment.now()
    return Session(
      id: Session.id(forToken: token), csrfToken: Session.csrfToken(forToken: token), stage: .visitor, account: nil, flash: nil,
      freshFactor: nil, freshPassword: nil, offersUpgrade: false, visitor: visitor, created: now, lastSeen: now)
  }

  /// Stores a visitor's session for the duration of a ceremony, once there is something to remember. If there are too many, the oldest are
  /// deleted, but never this one: others may have arrived at the same instant.
  static func keepVisitor(_ session: Session, at now: TimeInterval, in database: Database) throws {
    try database.execute(sql: "DELETE FROM session WHERE expires <= ?", arguments: [now])
    try database.execute(
      sql: """
        INSERT INTO session (id, stage, expires, created, last_seen, device, address) VALUES (?, 'visitor', ?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET expires = excluded.expires WHERE stage = 'visitor'
        """,
      arguments: [session.id, now + lifetime(of: .visitor), now, now, session.visitor.browser, session.visitor.address])
    try database.execute(
      sql: """
        DELETE FROM session WHERE id IN
          (SELECT id FROM session WHERE stage = 'visitor' AND address = ? ORDER BY id = ? DESC, expires DESC LIMIT -1 OFFSET ?)
        """, arguments: [session.visitor.address, session.id, mostVisitorsPerNetwork])
    try database.execute(
      sql: """
        DELETE FROM session WHERE id IN
          (SELECT id FROM session WHERE stage = 'visitor' ORDER BY id = ? DESC, expires DESC LIMIT -1 OFFSET ?)
        """, arguments: [session.id, mostVisitors])
  }

  /// Starts a session and ends the one that it replaces. A session never changes its stage under the same cookie.
  func start(
    _ stage: SessionStage, account: Account? = nil, proof: SessionProof = .none, flash: String? = nil, replacing old: Session? = nil,
    for visitor: Visitor
  ) async throws -> Issued {
    let token = makeToken()
    let now = environment.now()
    let session = Session(
      id: Session.id(forToken: token), csrfToken: Session.csrfToken(forToken: token), stage: stage, account: account,
      flash: flash, freshFactor: proof.factor, freshPassword: proof.password, offersUpgrade: proof.offersUpgrade, visitor: visitor,
      created: now, lastSeen: now)
    let instant = now.timeIntervalSince1970
    try await database.write { database in
      try database.execute(sql: "DELETE FROM session WHERE expires <= ? OR id = ?", arguments: [instant, old?.id])
      try database.execute(
        sql: """
          INSERT INTO session (id, stage, account, flash, expires, fresh_factor, fresh_password, offers_upgrade, created, last_seen, device,
            address) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          session.id, stage.rawValue, account?.id, flash, instant + Self.lifetime(of: stage),
          proof.factor?.timeIntervalSince1970, proof.password?.timeIntervalSince1970, proof.offersUpgrade, instant, instant,
          visitor.browser, visitor.address,
        ])
      guard let account else { return }
      try database.execute(
        sql: """
          DELETE FROM session WHERE id IN
            (SELECT id FROM session WHERE account = ? ORDER BY id = ? DESC, last_seen DESC LIMIT -1 OFFSET ?)
          """, arguments: [account.id, session.id, Self.mostPerAccount])
    }
    return Issued(session: session, token: token)
  }

  /// Returns the valid session for a cookie.
  func find(token: String) async throws -> Session? {
    let id = Session.id(forToken: token)
    let now = environment.now().timeIntervalSince1970
    return try await database.read { database in
      try Row.fetchOne(database, sql: Self.selection + " WHERE session.id = ? AND expires > ?", arguments: [id, now]).flatMap {
        Session($0, csrfToken: Session.csrfToken(forToken: token))
      }
    }
  }

  /// Returns an account's sessions, latest visit first.
  func list(of account: Data) async throws -> [Session] {
    let now = environment.now().timeIntervalSince1970
    return try await database.read { database in
      try Row.fetchAll(
        database,
        sql: Self.selection + " WHERE session.account = ? AND stage = ? AND expires > ? ORDER BY last_seen DESC, session.created DESC",
        arguments: [account, SessionStage.signedIn.rawValue, now]
      ).compactMap { Session($0, csrfToken: nil) }
    }
  }

  /// Ends one session of an account.
  func end(_ id: Data, of account: Data) async throws {
    try await database.write { try $0.execute(sql: "DELETE FROM session WHERE id = ? AND account = ?", arguments: [id, account]) }
  }

  /// Ends all sessions of an account except one, including those that wait for a second step.
  func endOthers(than session: Session, of account: Data) async throws {
    try await database.write {
      try $0.execute(sql: "DELETE FROM session WHERE account = ? AND id <> ?", arguments: [account, session.id])
    }
  }

  /// Records a visit, to the minute.
  func noteVisit(_ session: Session) async throws {
    let now = environment.now()
    guard now.timeIntervalSince(session.lastSeen) >= 60 else { return }
    try await database.write {
      try $0.execute(sql: "UPDATE session SET last_seen = ? WHERE id = ?", arguments: [now.timeIntervalSince1970, session.id])
    }
  }

  /// Takes the offer of a passkey from a session. Only one of several concurrent callers gets it.
  func takeUpgrade(of session: Session) async throws -> Bool {
    try await database.write {
      try $0.execute(sql: "UPDATE session SET offers_upgrade = 0 WHERE id = ? AND offers_upgrade = 1", arguments: [session.id])
      return $0.changesCount == 1
    }
  }

  /// Sets a message for the next page.
  func setFlash(_ text: String?, of session: Session) async throws {
    try await database.write { try $0.execute(sql: "UPDATE session SET flash = ? WHERE id = ?", arguments: [text, session.id]) }
  }

  /// Records that a second factor was presented in a session.
  func setFreshFactor(_ instant: Date, of session: Session) async throws {
    try await database.write {
      try $0.execute(sql: "UPDATE session SET fresh_factor = ? WHERE id = ?", arguments: [instant.timeIntervalSince1970, session.id])
    }
  }

  /// Records that the password was presented again in a session.
  func setFreshPassword(_ instant: Date, of session: Session) async throws {
    try await database.write {
      try $0.execute(sql: "UPDATE session SET fresh_password = ? WHERE id = ?", arguments: [instant.timeIntervalSince1970, session.id])
    }
  }

  private static let selection = "SELECT session.*, user_name FROM session LEFT JOIN account ON account.id = session.account"

  /// Returns the time until a session expires, in seconds.
  private static func lifetime(of stage: SessionStage) -> TimeInterval {
    switch stage {
    case .visitor: SessionChallenges.lifetime
    case .awaitingCode: 10 * 60
    case .signedIn: 8 * 60 * 60
    }
  }
}

/// The proof that a visitor has just presented.
struct SessionProof: Sendable {
  var factor: Date?
  var password: Date?
  var offersUpgrade = false

  static let none = SessionProof()
}

extension Session {
  /// `nil` for an unknown stage.
  fileprivate init?(_ row: Row, csrfToken: String?) {
    guard let stage = SessionStage(rawValue: row["stage"]) else { return nil }
    let account: Data? = row["account"]
    let userName: String? = row["user_name"]
    let freshFactor: Double? = row["fresh_factor"]
    let freshPassword: Double? = row["fresh_password"]
    let created: Double = row["created"]
    let lastSeen: Double = row["last_seen"]
    self.init(
      id: row["id"], csrfToken: csrfToken, stage: stage,
      account: account.flatMap { id in userName.map { Account(id: id, userName: $0) } }, flash: row["flash"],
      freshFactor: freshFactor.map(Date.init(timeIntervalSince1970:)), freshPassword: freshPassword.map(Date.init(timeIntervalSince1970:)),
      offersUpgrade: row["offers_upgrade"], visitor: Visitor(browser: row["device"], address: row["address"]),
      created: Date(timeIntervalSince1970: created), lastSeen: Date(timeIntervalSince1970: lastSeen))
  }
}
