// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Whether a signed-in user has recently confirmed their identity. Checked before every change to how the account is protected.
extension Site {
  /// Returns whether a second factor or passkey was presented within five minutes. The password counts only if signing in requires nothing
  /// more.
  func isFresh(_ session: Session, for account: Account) async throws -> Bool {
    if isRecent(session.freshFactor) { return true }
    guard isRecent(session.freshPassword) else { return false }
    return try await !hasSecondStep(account)
  }

  /// Returns whether signing in with a password requires a second step: a code, or a security key added for it.
  func hasSecondStep(_ account: Account) async throws -> Bool {
    if try await codes.isOn(for: account) { return true }
    return try await hasSecurityKey(account)
  }

  /// Returns whether the account has a security key for the step after the password.
  func hasSecurityKey(_ account: Account) async throws -> Bool {
    try await passkeys.list(of: account.id).contains(where: \.isSecondStepOnly)
  }

  private func isRecent(_ instant: Date?) -> Bool {
    guard let age = instant.map({ environment.now().timeIntervalSince($0) }) else { return false }
    return age >= 0 && age < SecondFactor.freshness
  }
}
