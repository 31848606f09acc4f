// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The key that replaces the passphrase, unlocked by a PIN or a fingerprint, and the number of tries left.
///
/// It exists from the typing of a passphrase until sleep, `passfold lock`, 12 hours, three wrong tries, or the end of the process. A short
/// lock keeps it: the vault's keys are gone then, and only the TPM restores them, with the PIN or after the fingerprint.
struct QuickUnlock<Key: Sendable>: Sendable {
  static var tries: Int { 3 }

  private(set) var key: Key?
  private(set) var triesLeft = tries
  /// The number of starts and ends, so that a key that arrives late is not accepted.
  private(set) var generation = 0

  /// Stores a key that was requested in a generation.
  mutating func take(_ new: Key?, asked: Int) {
    guard asked == generation, let new else { return }
    generation += 1
    key = new
    triesLeft = Self.tries
  }

  /// Resets the tries after a correct one, or after the passphrase.
  mutating func succeed() { triesLeft = Self.tries }

  /// Counts a wrong try; the last one drops the key.
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
