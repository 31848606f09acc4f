// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Slows down guessing at the prompt: three wrong passphrases are free, then each wait is twice the previous one.
struct UnlockAttempts: Sendable {
  private static let free = 3
  private static let longestWait: TimeInterval = 300

  private var failures = 0
  private var blockedUntil: Date?

  /// Counts an attempt before it is made, so that parallel attempts do not share one.
  /// - Throws: `tooManyAttempts` while the wait lasts.
  mutating func begin(at now: Date) throws(CredentialVaultError) {
    if let blockedUntil, now < blockedUntil {
      // A clock that was set back must not extend the wait beyond its length from now on.
      let end = min(blockedUntil, now.addingTimeInterval(wait))
      self.blockedUntil = end
      throw CredentialVaultError(.tooManyAttempts, retryAfter: end)
    }
    failures += 1
    guard failures >= Self.free else { return }
    blockedUntil = now.addingTimeInterval(wait)
  }

  /// 2, 4, 8 … seconds; the exponent is limited to prevent overflow.
  private var wait: TimeInterval { min(Self.longestWait, TimeInterval(1 << min(max(failures - Self.free, 0) + 1, 9))) }

  /// Resets the failures after a right passphrase.
  mutating func succeed() { self = UnlockAttempts() }

  /// Uncounts an attempt that failed for a reason other than the passphrase.
  mutating func retract() {
    failures = max(0, failures - 1)
    if failures < Self.free { blockedUntil = nil }
  }
}
