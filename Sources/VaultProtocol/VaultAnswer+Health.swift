// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// How one password stands.
  package struct PasswordHealth: Codable, Hashable, Sendable {
    /// Below so many bits a password is easy to guess: 10^10 guesses, less than a stolen list of fast hashes takes in a second.
    package static let weakBelow = 33.2
    /// After so many seconds, which are five years, a password is called old; nobody has to change it for that alone.
    package static let oldAfter = 5 * 365.25 * 86_400

    /// The login.
    package var entry: VaultEntry
    /// The binary logarithm of the guesses that the password withstands, by zxcvbn's method, to a tenth.
    package var bits: Double
    /// When it was set, in seconds since 1970.
    package var changed: Double
    /// The same text for the same passwords of one run, 24 hexadecimal digits; it says nothing else.
    package var likeness: String
    /// Whether it stands in the person's list of passwords that strangers have learned; nil where there is none, or it does not tell.
    package var breached: Bool?

    /// Whether it is easy to guess.
    package var isWeak: Bool { bits < Self.weakBelow }

    /// Whether it is called old at a time in seconds since 1970.
    package func isOld(at now: Double) -> Bool { now - changed > Self.oldAfter }

    /// Describes a password.
    package init(entry: VaultEntry, bits: Double, changed: Double, likeness: String, breached: Bool? = nil) {
      self.entry = entry
      self.bits = bits
      self.changed = changed
      self.likeness = likeness
      self.breached = breached
    }
  }

  /// How a part of the passwords stand.
  package struct HealthPage: Codable, Hashable, Sendable {
    /// The most passwords of one answer, since each takes about a millisecond.
    package static let longest = 100

    /// The passwords of this part, in the order of the list.
    package var rows: [PasswordHealth]
    /// How many passwords there are in all.
    package var total: Int
    /// By what the next part is asked for, once and within a minute; nil after the last.
    package var next: String?
    /// Where the person can put a list of passwords that strangers have learned; nil where one is there.
    package var breachListMissing: String?

    /// Describes a part.
    package init(rows: [PasswordHealth], total: Int, next: String? = nil, breachListMissing: String? = nil) {
      self.rows = rows
      self.total = total
      self.next = next
      self.breachListMissing = breachListMissing
    }
  }
}
