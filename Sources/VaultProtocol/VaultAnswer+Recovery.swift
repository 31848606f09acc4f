// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultAnswer {
  /// The contents of a recovery kit besides the key, which is the secret part.
  package struct RecoveryKit: Codable, Hashable, Sendable {
    /// The account that the key belongs to: 32 hexadecimal digits.
    package var account: String
    /// The time at which the key was created, in seconds since 1970.
    package var made: Double

    /// Creates a kit.
    package init(account: String, made: Double) {
      self.account = account
      self.made = made
    }
  }
}
