// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodeStorage
import OneTimeCodes
import SecretMemory

/// The accounts' second factors: the verifier of one-time codes, adapted to this site.
struct SecondFactor: Sendable {
  let verifier: OneTimeCodeVerifier<SQLiteOneTimeCodeStore>
  let environment: SiteEnvironment

  /// Returns whether signing in requires a code.
  func isOn(for account: Account) async throws -> Bool { try await verifier.credential(of: user(account)) != nil }

  /// Returns the secret that waits for confirmation: the last one shown if it has not expired, otherwise a new one if codes are off; `nil`
  /// if they are on and no replacement has begun.
  func pending(for account: Account) async throws -> PendingOneTimeCode? {
    let user = try user(account)
    if let pending = try await verifier.pendingEnrolment(of: user) { return pending }
    if try await isOn(for: account) { return nil }
    var generator = environment.generator
    return try await verifier.beginEnrolment(of: user, using: &generator)
  }

  /// Begins replacing the active factor.
  func replace(with fresh: OneTimeCodeFreshFactor) async throws {
    var generator = environment.generator
    _ = try await verifier.beginEnrolment(of: fresh.user, replacingBy: fresh, using: &generator)
  }

  /// Checks the first code of the pending set-up.
  func confirm(_ typed: String, in session: Session, from client: String) async throws -> OneTimeCodeVerdict {
    let login = try login(session, client)
    guard let pending = try await verifier.pendingEnrolment(of: login.user) else { return .wrong }
    return try await verifier.activate(pending, firstCode: typed, in: login)
  }

  /// Checks a code.
  func verify(_ typed: String, in session: Session, from client: String) async throws -> OneTimeCodeVerdict {
    let login = try login(session, client)
    guard let credential = try await verifier.credential(of: login.user) else { return .wrong }
    return try await verifier.verify(typed, of: credential, in: login)
  }

  /// Checks a recovery code.
  func redeem(_ typed: String, in session: Session, from client: String) async throws -> OneTimeCodeVerdict {
    try await verifier.redeem(recoveryCode: typed, in: login(session, client))
  }

  /// Makes ten recovery codes and invalidates all others.
  func makeRecoveryCodes(with fresh: OneTimeCodeFreshFactor) async throws -> [String] {
    var generator = environment.generator
    return try await verifier.makeRecoveryCodes(with: fresh, using: &generator).shownCodes
  }

  /// Turns codes off.
  func remove(for account: Account, with fresh: OneTimeCodeFreshFactor) async throws {
    guard let credential = try await verifier.credential(of: user(account)) else { return }
    try await verifier.remove(credential, with: fresh)
  }

  /// Returns the number of recovery codes left.
  func recoveryCodesLeft(for account: Account) async throws -> Int { try await verifier.recoveryCodesLeft(of: user(account)) }

  /// Returns the second factor recently presented in this session; `nil` if it must be presented again before a factor is changed.
  func fresh(_ session: Session) throws -> OneTimeCodeFreshFactor? {
    guard let account = session.signedIn, let instant = session.freshFactor else { return nil }
    let age = environment.now().timeIntervalSince(instant)
    guard age >= 0, age < Self.freshness else { return nil }
    return OneTimeCodeFreshFactor(vouchingFor: try user(account), transaction: session.id, at: instant)
  }

  /// The time for which a factor counts as fresh, in seconds.
  static let freshness: TimeInterval = 5 * 60

  /// Returns the login. The session is the login transaction: its identifier changes with every stage, and it exists only after a correct
  /// password.
  private func login(_ session: Session, _ client: String) throws -> OneTimeCodeLogin {
    guard let account = session.awaitingCode ?? session.signedIn else { throw SecondFactorError.noFirstFactor }
    return OneTimeCodeLogin(afterFirstFactorOf: try user(account), transaction: session.id, client: client)
  }

  private func user(_ account: Account) throws -> OneTimeCodeUserID {
    guard let user = OneTimeCodeUserID(account.id) else { throw SecondFactorError.accountIdentifier }
    return user
  }
}

/// Programming errors that must not be treated as a wrong code.
enum SecondFactorError: Error {
  /// A code was checked in a session without a first factor.
  case noFirstFactor
  /// The verifier does not accept an account's identifier.
  case accountIdentifier
}

extension OneTimeCodeVerdict {
  /// The message for a code that was not accepted. It is the same for a wrong code, a used code, and a wrong name or password.
  var words: String {
    switch clientAnswer {
    case .later(let wait): "Too many tries. Wait \(wait.components.seconds + 1) seconds, then enter a new code."
    case .useAnotherFactor: "Too many wrong codes. Use a recovery code."
    case .outOfService: "Codes cannot be checked at the moment. Try again later."
    case .accepted, .notAccepted: SignInPages.notAccepted
    }
  }
}
