// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// The health of one password.
  package struct PasswordHealth: Codable, Hashable, Sendable {
    /// The number of bits below which a password is easy to guess: 10^10 guesses, which take less than a second against a stolen list of
    /// fast hashes.
    package static let weakBelow = 33.2
    /// The age in seconds, five years, after which a password is called old; age alone is no reason to change it.
    package static let oldAfter = 5 * 365.25 * 86_400

    /// The login.
    package var entry: VaultEntry
    /// The binary logarithm of the number of guesses needed, by zxcvbn's method, to a tenth.
    package var bits: Double
    /// The time at which it was set, in seconds since 1970.
    package var changed: Double
    /// A text that is the same for equal passwords in one run, 24 hexadecimal digits; it reveals nothing else.
    package var likeness: String
    /// Whether the user's list of breached passwords contains it; nil if there is no list, or it gives no answer.
    package var breached: Bool?

    /// Whether it is easy to guess.
    package var isWeak: Bool { bits < Self.weakBelow }

    /// Whether it is called old at a time in seconds since 1970.
    package func isOld(at now: Double) -> Bool { now - changed > Self.oldAfter }

    /// Creates a value.
    package init(entry: VaultEntry, bits: Double, changed: Double, likeness: String, breached: Bool? = nil) {
      self.entry = entry
      self.bits = bits
      self.changed = changed
      self.likeness = likeness
      self.breached = breached
    }
  }

  /// The health of a part of the passwords.
  package struct HealthPage: Codable, Hashable, Sendable {
    /// The maximum number of passwords in one answer, since each takes about a millisecond.
    package static let longest = 100

    /// The passwords of this part, in the order of the list.
    package var rows: [PasswordHealth]
    /// The total number of passwords.
    package var total: Int
    /// The identifier for requesting the next part, once and within a minute; nil after the last.
    package var next: String?
    /// The path where the user can put a list of breached passwords; nil if there is one.
    package var breachListMissing: String?

    /// Creates a part.
    package init(rows: [PasswordHealth], total: Int, next: String? = nil, breachListMissing: String? = nil) {
      self.rows = rows
      self.total = total
      self.next = next
      self.breachListMissing = breachListMissing
    }
  }
}
