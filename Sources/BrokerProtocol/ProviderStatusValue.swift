// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The state of a provider, for display.
package struct ProviderStatusValue: Codable, Hashable, Sendable {
  /// The provider's name.
  package var name: String
  /// `starting`, `ready`, `resting`, `locked`, `unlocked`, `noVault`, `failed`, `disabled` or `notAgreed`.
  package var state: String
  /// The reason that its process has no sandbox, as in ``ProviderSettingsValue/sandbox``; nil if it has one.
  package var unconfined: String?
  /// Whether it creates passkeys, locked or not; nil if it does not.
  package var makesPasskeys: Bool?

  /// Creates a row.
  package init(name: String, state: String, unconfined: String? = nil, makesPasskeys: Bool = false) {
    self.name = name
    self.state = state
    self.unconfined = unconfined
    self.makesPasskeys = makesPasskeys ? true : nil
  }
}
