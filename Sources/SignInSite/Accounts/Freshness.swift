// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether somebody who is signed in has shown lately that it is them; asked before whatever changes how the account is protected.
extension Site {
  /// A second factor or a passkey within five minutes; the password counts only where nothing more is needed to sign in.
  func isFresh(_ session: Session, for account: Account) async throws -> Bool {
    if isRecent(session.freshFactor) { return true }
    guard isRecent(session.freshPassword) else { return false }
    return try await !hasSecondStep(account)
  }

  /// Whether signing in by password takes a second step: a code, or a key that was added for it.
  func hasSecondStep(_ account: Account) async throws -> Bool {
    if try await codes.isOn(for: account) { return true }
    return try await hasSecurityKey(account)
  }

  /// Whether the account has a key for the step after the password.
  func hasSecurityKey(_ account: Account) async throws -> Bool {
    try await passkeys.list(of: account.id).contains(where: \.isSecondStepOnly)
  }

  private func isRecent(_ instant: Date?) -> Bool {
    guard let age = instant.map({ environment.now().timeIntervalSince($0) }) else { return false }
    return age >= 0 && age < SecondFactor.freshness
  }
}
