// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodeStorage
import OneTimeCodes
import SecretMemory

/// The second factors of the accounts: the verifier of one-time codes, in this site's words.
struct SecondFactor: Sendable {
  let verifier: OneTimeCodeVerifier<SQLiteOneTimeCodeStore>
  let environment: SiteEnvironment

  /// Whether signing in takes a code.
  func isOn(for account: Account) async throws -> Bool { try await verifier.credential(of: user(account)) != nil }

  /// The secret that waits for confirmation: the one shown last if it is still fresh, otherwise a new one where codes are off; `nil` where
  /// they are on and no replacement has been begun.
  func pending(for account: Account) async throws -> PendingOneTimeCode? {
    let user = try user(account)
    if let pending = try await verifier.pendingEnrolment(of: user) { return pending }
    if try await isOn(for: account) { return nil }
    var generator = environment.generator
    return try await verifier.beginEnrolment(of: user, using: &generator)
  }

  /// Begins to replace the active factor.
  func replace(with fresh: OneTimeCodeFreshFactor) async throws {
    var generator = environment.generator
    _ = try await verifier.beginEnrolment(of: fresh.user, replacingBy: fresh, using: &generator)
  }

  /// Judges the first code of the pending set-up.
  func confirm(_ typed: String, in session: Session, from client: String) async throws -> OneTimeCodeVerdict {
    let login = try login(session, client)
    guard let pending = try await verifier.pendingEnrolment(of: login.user) else { return .wrong }
    return try await verifier.activate(pending, firstCode: typed, in: login)
  }

  /// Judges a code.
  func verify(_ typed: String, in session: Session, from client: String) async throws -> OneTimeCodeVerdict {
    let login = try login(session, client)
    guard let credential = try await verifier.credential(of: login.user) else { return .wrong }
    return try await verifier.verify(typed, of: credential, in: login)
  }

  /// Judges a recovery code.
  func redeem(_ typed: String, in session: Session, from client: String) async throws -> OneTimeCodeVerdict {
    try await verifier.redeem(recoveryCode: typed, in: login(session, client))
  }

  /// Makes ten recovery codes and voids all others.
  func makeRecoveryCodes(with fresh: OneTimeCodeFreshFactor) async throws -> [String] {
    var generator = environment.generator
    return try await verifier.makeRecoveryCodes(with: fresh, using: &generator).shownCodes
  }

  /// Turns codes off.
  func remove(for account: Account, with fresh: OneTimeCodeFreshFactor) async throws {
    guard let credential = try await verifier.credential(of: user(account)) else { return }
    try await verifier.remove(credential, with: fresh)
  }

  /// How many recovery codes are left.
  func recoveryCodesLeft(for account: Account) async throws -> Int { try await verifier.recoveryCodesLeft(of: user(account)) }

  /// The second factor that this session has shown lately; `nil` where it has to be shown again before a factor is changed.
  func fresh(_ session: Session) throws -> OneTimeCodeFreshFactor? {
    guard let account = session.signedIn, let instant = session.freshFactor else { return nil }
    let age = environment.now().timeIntervalSince(instant)
    guard age >= 0, age < Self.freshness else { return nil }
    return OneTimeCodeFreshFactor(vouchingFor: try user(account), transaction: session.id, at: instant)
  }

  /// Seconds for which a factor counts as fresh.
  static let freshness: TimeInterval = 5 * 60

  /// The login transaction is the session: it changes its identifier whenever it changes its stage, and is there only after a right password.
  private func login(_ session: Session, _ client: String) throws -> OneTimeCodeLogin {
    guard let account = session.awaitingCode ?? session.signedIn else { throw SecondFactorError.noFirstFactor }
    return OneTimeCodeLogin(afterFirstFactorOf: try user(account), transaction: session.id, client: client)
  }

  private func user(_ account: Account) throws -> OneTimeCodeUserID {
    guard let user = OneTimeCodeUserID(account.id) else { throw SecondFactorError.accountIdentifier }
    return user
  }
}

/// Programming errors that must not pass as a wrong code.
enum SecondFactorError: Error {
  /// A code was judged in a session that has passed no first factor.
  case noFirstFactor
  /// An account's identifier is none that the verifier takes.
  case accountIdentifier
}

extension OneTimeCodeVerdict {
  /// What the person reads when a code was not accepted. Of a wrong one and one used before, and of a wrong name or password, the same.
  var words: String {
    switch clientAnswer {
    case .later(let wait): "Too many tries. Wait \(wait.components.seconds + 1) seconds, then enter a new code."
    case .useAnotherFactor: "Too many wrong codes. Use a recovery code."
    case .outOfService: "Codes cannot be checked at the moment. Try again later."
    case .accepted, .notAccepted: SignInPages.notAccepted
    }
  }
}
