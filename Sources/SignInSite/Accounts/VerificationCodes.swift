// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OneTimeCodes
import SecretMemory

/// The verification codes (second factors) of the accounts.
///
/// A secret is pending until one right code has confirmed it, and is thrown away when that takes longer than fifteen minutes.
struct VerificationCodes: Sendable {
  static let confirmationTime: TimeInterval = 15 * 60

  let database: any DatabaseWriter
  let environment: SiteEnvironment
  let box: SecretBox

  /// Whether signing in takes a code.
  func isOn(for account: Data) async throws -> Bool {
    try await database.read {
      try Row.fetchOne($0, sql: "SELECT 1 FROM verification_code WHERE account = ? AND confirmed = 1", arguments: [account]) != nil
    }
  }

  /// The secret that waits for confirmation: the one shown last if it is still fresh, otherwise a new one; `nil` when codes are on.
  func pending(for account: Data) async throws -> OneTimeCodeParameters? {
    if try await isOn(for: account) { return nil }
    if let parameters = try await parameters(for: account, confirmed: false) { return parameters }
    let secret = SharedSecret(copying: environment.randomBytes(OneTimeCodeAlgorithm.sha1.secretByteCount))
    let sealed = try box.seal(secret, account: account)
    let now = environment.now().timeIntervalSince1970
    try await database.write {
      try $0.execute(
        sql: """
          INSERT INTO verification_code (account, sealed_secret, confirmed, created) VALUES (?, ?, 0, ?)
          ON CONFLICT (account) DO UPDATE
          SET sealed_secret = excluded.sealed_secret, created = excluded.created, last_step = NULL WHERE confirmed = 0
          """, arguments: [account, sealed, now])
    }
    return try await parameters(for: account, confirmed: false)
  }

  /// Judges the first code; a right one turns codes on.
  func confirm(_ typed: String, for account: Data) async throws -> OneTimeCodeVerdict {
    guard let parameters = try await parameters(for: account, confirmed: false) else { return .wrong }
    let verdict = try await judge(typed, parameters, account)
    guard verdict == .accepted else { return verdict }
    try await database.write {
      try $0.execute(sql: "UPDATE verification_code SET confirmed = 1 WHERE account = ?", arguments: [account])
    }
    return .accepted
  }

  /// Judges a code at sign-in.
  func verify(_ typed: String, for account: Data) async throws -> OneTimeCodeVerdict {
    guard let parameters = try await parameters(for: account, confirmed: true) else { return .wrong }
    return try await judge(typed, parameters, account)
  }

  private func judge(_ typed: String, _ parameters: OneTimeCodeParameters, _ account: Data) async throws -> OneTimeCodeVerdict {
    try await OneTimeCodeVerifier(store: VerificationCodeStore(database: database))
      .verify(typed, for: account, parameters: parameters, at: environment.now())
  }

  private func parameters(for account: Data, confirmed: Bool) async throws -> OneTimeCodeParameters? {
    let oldest = confirmed ? 0 : environment.now().timeIntervalSince1970 - Self.confirmationTime
    let sealed = try await database.read {
      try Data.fetchOne(
        $0, sql: "SELECT sealed_secret FROM verification_code WHERE account = ? AND confirmed = ? AND created > ?",
        arguments: [account, confirmed, oldest])
    }
    guard let sealed else { return nil }
    return try OneTimeCodeParameters(secret: box.open(sealed, account: account))
  }
}

/// Attempts and last steps in the site's database.
struct VerificationCodeStore: OneTimeCodeVerificationStore {
  let database: any DatabaseWriter

  func updateAttempts<Result: Sendable>(
    of account: Data, _ change: @escaping @Sendable (inout OneTimeCodeAttempts) -> Result
  ) async throws -> Result {
    try await database.write { database in
      let row = try Row.fetchOne(database, sql: "SELECT failures, next_try FROM verification_code WHERE account = ?", arguments: [account])
      let nextTry: Double? = row?["next_try"]
      var attempts = OneTimeCodeAttempts(failures: row?["failures"] ?? 0, nextTry: nextTry.map(Date.init(timeIntervalSince1970:)))
      let result = change(&attempts)
      try database.execute(
        sql: "UPDATE verification_code SET failures = ?, next_try = ? WHERE account = ?",
        arguments: [attempts.failures, attempts.nextTry?.timeIntervalSince1970, account])
      return result
    }
  }

  func advanceLastStep(of account: Data, to step: UInt64) async throws -> Bool {
    try await database.write { database in
      try database.execute(
        sql: "UPDATE verification_code SET last_step = :step WHERE account = :account AND (last_step IS NULL OR last_step < :step)",
        arguments: ["step": Int64(clamping: step), "account": account])
      return database.changesCount == 1
    }
  }
}
