// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

extension VaultCall {
  /// After how much time without use the vault is to close.
  package struct IdleTimeChoice: Codable, Hashable, Sendable {
    /// The time in seconds, from a minute to twelve hours.
    package var seconds: Int

    /// Chooses a time.
    package init(seconds: Int) { self.seconds = seconds }
  }
}
