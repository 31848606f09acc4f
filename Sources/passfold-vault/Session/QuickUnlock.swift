// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault

/// What a PIN opens the vault with, and how many tries it has left.
///
/// It comes with a passphrase that was typed and goes with sleep, with `passfold lock`, after 12 hours, after three wrong PINs, and with the
/// process. A lock for a while leaves it: keys are gone then, and only PIN and TPM together bring them back.
struct QuickUnlock: Sendable {
  static let tries = 3

  private(set) var key: QuickKey?
  private(set) var triesLeft = tries
  /// Counts beginnings and ends, so that a key which comes late is not taken.
  private(set) var generation = 0
  /// Waits for the end of the 12 hours.
  var end: Task<Void, Never>?

  /// Takes a key that was asked for in a generation.
  mutating func take(_ new: QuickKey?, asked: Int) {
    guard asked == generation, let new else { return }
    generation += 1
    key = new
    triesLeft = Self.tries
  }

  /// The PIN or the passphrase was right.
  mutating func succeed() { triesLeft = Self.tries }

  /// Counts a wrong PIN; the last one ends it.
  mutating func fail() {
    triesLeft -= 1
    if triesLeft <= 0 { drop() }
  }

  /// Forgets the key.
  mutating func drop() {
    generation += 1
    key = nil
    end?.cancel()
    end = nil
  }
}
