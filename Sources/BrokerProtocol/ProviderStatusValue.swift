// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How a provider stands, for people.
package struct ProviderStatusValue: Codable, Hashable, Sendable {
  /// The provider's name.
  package var name: String
  /// `starting`, `ready`, `resting`, `locked`, `unlocked`, `noVault`, `failed`, `disabled` or `notAgreed`.
  package var state: String
  /// Why its process has no sandbox, as in ``ProviderSettingsValue/sandbox``; nil where it has one.
  package var unconfined: String?
  /// Whether it makes passkeys, locked or not; nil where it does not.
  package var makesPasskeys: Bool?

  /// Makes a row.
  package init(name: String, state: String, unconfined: String? = nil, makesPasskeys: Bool = false) {
    self.name = name
    self.state = state
    self.unconfined = unconfined
    self.makesPasskeys = makesPasskeys ? true : nil
  }
}
