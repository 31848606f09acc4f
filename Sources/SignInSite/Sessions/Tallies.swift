// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodeStorage
import OneTimeCodes

/// Counts attempts other than codes, to slow down guessing and mass sign-ups. Stored together with those of the codes.
struct Tallies: Sendable {
  /// A kind of attempt, with its limit and time span.
  struct Limit: Sendable {
    let kind: String
    let limit: OneTimeCodeAttemptLimit

    /// Wrong passwords from one network, for any user name.
    static let signInPerNetwork = Limit(kind: "sign-in/network", limit: .init(maximumCount: 100, per: .seconds(15 * 60)))
    /// Wrong passwords for one user name from all devices unknown to its account (NIST SP 800-63B-4 §3.2.2: at most 100).
    static let signInByStrangers = Limit(kind: "sign-in/strangers", limit: .init(maximumCount: 100, per: .seconds(24 * 60 * 60)))
    static let signUpPerAddress = Limit(kind: "sign-up/address", limit: .init(maximumCount: 60, per: .seconds(60 * 60)))
    static let passkeyPerAddress = Limit(kind: "passkey/address", limit: .init(maximumCount: 300, per: .seconds(15 * 60)))
    static let ceremoniesPerAddress = Limit(kind: "passkey/options", limit: .init(maximumCount: 600, per: .seconds(15 * 60)))
  }

  let store: SQLiteOneTimeCodeStore
  let environment: SiteEnvironment

  /// Counts an attempt before it is evaluated. Returns `false` if the limit is reached.
  func admit(_ limit: Limit, _ name: String) async throws -> Bool {
    try await store.admit(limit.limit, kind: limit.kind, name: Accounts.foldedName(name), at: environment.now())
  }

  /// Takes back an attempt that turned out to be correct.
  func refund(_ limit: Limit, _ name: String) async throws {
    try await store.giveBack(kind: limit.kind, name: Accounts.foldedName(name))
  }
}
