// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodeStorage
import OneTimeCodes

/// Counts of tries other than codes, to slow guessing and mass sign-ups down; kept where the codes' own are.
struct Tallies: Sendable {
  /// What is counted, how many are free, and how long a stretch lasts.
  struct Limit: Sendable {
    let kind: String
    let limit: OneTimeCodeAttemptLimit

    /// Wrong passwords from one network, whatever the user name.
    static let signInPerNetwork = Limit(kind: "sign-in/network", limit: .init(most: 100, per: .seconds(15 * 60)))
    /// Wrong passwords for one user name from all devices that its account does not know (NIST SP 800-63B-4 §3.2.2: at most 100).
    static let signInByStrangers = Limit(kind: "sign-in/strangers", limit: .init(most: 100, per: .seconds(24 * 60 * 60)))
    static let signUpPerAddress = Limit(kind: "sign-up/address", limit: .init(most: 60, per: .seconds(60 * 60)))
    static let passkeyPerAddress = Limit(kind: "passkey/address", limit: .init(most: 300, per: .seconds(15 * 60)))
    static let ceremoniesPerAddress = Limit(kind: "passkey/options", limit: .init(most: 600, per: .seconds(15 * 60)))
  }

  let store: SQLiteOneTimeCodeStore
  let environment: SiteEnvironment

  /// Counts one try before it is evaluated; `false` when the stretch's tries are used up.
  func admit(_ limit: Limit, _ name: String) async throws -> Bool {
    try await store.admit(limit.limit, kind: limit.kind, name: Accounts.foldedName(name), at: environment.now())
  }

  /// Gives a try back that turned out right.
  func refund(_ limit: Limit, _ name: String) async throws {
    try await store.giveBack(kind: limit.kind, name: Accounts.foldedName(name))
  }
}
