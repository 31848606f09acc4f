// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import GRDB
import Hummingbird
import WebAuthnModel

/// The browsers in which an account has been signed in before, so that a stranger's wrong passwords do not count against them.
///
/// The cookie does not sign anybody in: it only gives separate attempts. The database stores a hash of it.
struct KnownDevices: Sendable {
  static let cookieName = "__Host-device"
  static let lifetime: TimeInterval = 180 * 24 * 60 * 60
  /// The least recently used ones are removed.
  static let mostPerAccount = 20

  let database: any DatabaseWriter
  let environment: SiteEnvironment

  /// Returns the device that a cookie identifies, if the account knows it.
  func find(token: String?, of account: Account?) async throws -> Data? {
    let id = Self.id(forToken: token ?? "")
    let oldest = environment.now().timeIntervalSince1970 - Self.lifetime
    return try await database.read {
      try Data.fetchOne(
        $0, sql: "SELECT id FROM known_device WHERE account = ? AND id = ? AND last_used > ?",
        arguments: [account?.id ?? Data(), id, oldest])
    }
  }

  /// Records a sign-in, and returns the cookie that the device has from now on.
  func note(token: String?, of account: Account) async throws -> String {
    let fresh = Base64URL(environment.randomBytes(32)).text
    let now = environment.now().timeIntervalSince1970
    return try await database.write { database in
      // One cookie serves all accounts of a browser. A cookie that the site did not issue is ignored.
      let given = try token.flatMap { token in
        try Row.fetchOne(database, sql: "SELECT 1 FROM known_device WHERE id = ?", arguments: [Self.id(forToken: token)]).map { _ in token }
      }
      let kept = given ?? fresh
      try database.execute(
        sql: "INSERT OR REPLACE INTO known_device (account, id, last_used) VALUES (?, ?, ?)",
        arguments: [account.id, Self.id(forToken: kept), now])
      try database.execute(
        sql: """
          DELETE FROM known_device WHERE account = ?1 AND (last_used <= ?2 OR id IN
            (SELECT id FROM known_device WHERE account = ?1 ORDER BY last_used DESC LIMIT -1 OFFSET ?3))
          """, arguments: [account.id, now - Self.lifetime, Self.mostPerAccount])
      return kept
    }
  }

  /// Deletes all devices of an account except one, for example after a change of the password.
  func forgetOthers(than token: String?, of account: Account) async throws {
    try await database.write {
      try $0.execute(
        sql: "DELETE FROM known_device WHERE account = ? AND id <> ?", arguments: [account.id, Self.id(forToken: token ?? "")])
    }
  }

  private static func id(forToken token: String) -> Data { Data(SHA256.hash(data: Data(token.utf8))) }
}

extension Response {
  /// Sets the device's cookie.
  mutating func setDevice(_ token: String) {
    setCookie(
      Cookie(
        name: KnownDevices.cookieName, value: token, maxAge: Int(KnownDevices.lifetime), path: "/", secure: true, httpOnly: true,
        sameSite: .lax))
  }
}
