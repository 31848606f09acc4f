// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What opens the vault in the passphrase's place, by a PIN or a finger, and how many tries are left.
///
/// It comes with a passphrase that was typed and goes with sleep, with `passfold lock`, after 12 hours, after three wrong tries, and with the
/// process. A lock for a while leaves it: keys are gone then, and only the TPM brings them back, with the PIN or after the finger.
struct QuickUnlock<Key: Sendable>: Sendable {
  static var tries: Int { 3 }

  private(set) var key: Key?
  private(set) var triesLeft = tries
  /// Counts beginnings and ends, so that a key which comes late is not taken.
  private(set) var generation = 0

  /// Takes a key that was asked for in a generation.
  mutating func take(_ new: Key?, asked: Int) {
    guard asked == generation, let new else { return }
    generation += 1
    key = new
    triesLeft = Self.tries
  }

  /// What was tried, or the passphrase, was right.
  mutating func succeed() { triesLeft = Self.tries }

  /// Counts a wrong try; the last one ends it.
  mutating func fail() {
    triesLeft -= 1
    if triesLeft <= 0 { drop() }
  }

  /// Forgets the key.
  mutating func drop() {
    generation += 1
    key = nil
  }
}
