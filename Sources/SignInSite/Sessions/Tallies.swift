// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// Counts of tries per window of time, to slow guessing and mass sign-ups down.
struct Tallies: Sendable {
  /// What is counted, how many are free, and how long a window lasts.
  struct Limit: Sendable {
    let name: String
    let most: Int
    let window: TimeInterval

    static let signInPerAccount = Limit(name: "sign-in/account", most: 10, window: 15 * 60)
    static let signInPerAddress = Limit(name: "sign-in/address", most: 100, window: 15 * 60)
    static let signUpPerAddress = Limit(name: "sign-up/address", most: 60, window: 60 * 60)
    static let passkeyPerAddress = Limit(name: "passkey/address", most: 300, window: 15 * 60)
  }

  let database: any DatabaseWriter
  let environment: SiteEnvironment

  /// Counts one try before it is evaluated; `false` when the window's tries are used up.
  func admit(_ limit: Limit, _ key: String) async throws -> Bool {
    let bucket = Self.bucket(limit, key)
    let now = environment.now().timeIntervalSince1970
    return try await database.write { database in
      try database.execute(sql: "DELETE FROM tally WHERE ends <= ?", arguments: [now])
      try database.execute(
        sql: "INSERT INTO tally VALUES (?, 1, ?) ON CONFLICT (bucket) DO UPDATE SET count = count + 1 WHERE count < ?",
        arguments: [bucket, now + limit.window, limit.most])
      return database.changesCount == 1
    }
  }

  /// Gives a try back that turned out right.
  func refund(_ limit: Limit, _ key: String) async throws {
    let bucket = Self.bucket(limit, key)
    try await database.write { try $0.execute(sql: "UPDATE tally SET count = max(0, count - 1) WHERE bucket = ?", arguments: [bucket]) }
  }

  private static func bucket(_ limit: Limit, _ key: String) -> String { limit.name + "/" + key.lowercased() }
}
