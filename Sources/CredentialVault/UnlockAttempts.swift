// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// Slows down guessing at the prompt: three wrong passphrases are free, then each costs twice the wait of the one before.
struct UnlockAttempts: Sendable {
  private static let free = 3
  private static let longestWait: TimeInterval = 300

  private var failures = 0
  private var blockedUntil: Date?

  /// Counts an attempt before it is made, so that parallel attempts do not share one place.
  /// - Throws: `tooManyAttempts` while the wait lasts.
  mutating func begin(at now: Date) throws(CredentialVaultError) {
    if let blockedUntil, now < blockedUntil { throw CredentialVaultError(.tooManyAttempts, retryAfter: blockedUntil) }
    failures += 1
    guard failures >= Self.free else { return }
    // 2, 4, 8 … seconds; the exponent is held small enough not to overflow.
    let wait = min(Self.longestWait, TimeInterval(1 << min(failures - Self.free + 1, 9)))
    blockedUntil = now.addingTimeInterval(wait)
  }

  /// Forgets the failures after a right passphrase.
  mutating func succeed() { self = UnlockAttempts() }

  /// Takes back an attempt that failed for a reason other than the passphrase.
  mutating func retract() {
    failures = max(0, failures - 1)
    if failures < Self.free { blockedUntil = nil }
  }
}
