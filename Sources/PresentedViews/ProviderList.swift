// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The installed providers as settings show them, and the changes that the controls make.
package struct ProviderList: Equatable, Sendable {
  /// The providers in the broker's order: enabled ones in the user's order, then the others.
  package let providers: [ProviderSettingsValue]

  /// Uses the broker's report.
  package init(_ providers: [ProviderSettingsValue]) { self.providers = providers }

  /// The providers that can create passkeys, in order.
  package var passkeyMakers: [ProviderSettingsValue] {
    providers.filter { $0.isEnabled && $0.capabilities.contains("ProvidesPasskeys") }
  }

  /// The index in ``passkeyMakers`` of the provider that creates them.
  package var defaultMaker: Int? { passkeyMakers.firstIndex(where: \.isDefaultForPasskeys) }

  /// Turns a provider on or off; nil if it already is, or if it requires agreement first.
  package func turning(_ identifier: String, on: Bool) -> ProviderSettingsChange? {
    guard !on || !asksForAgreement(identifier) else { return nil }
    return provider(identifier).flatMap { $0.isEnabled == on ? nil : ProviderSettingsChange(identifier: identifier, enabled: on) }
  }

  /// Whether the user has to agree to a provider's access before it is turned on.
  package func asksForAgreement(_ identifier: String) -> Bool { provider(identifier)?.agreement != nil }

  /// Turns a provider on for a user who has been shown its access, as in this list.
  package func agreeing(to identifier: String) -> ProviderSettingsChange? {
    provider(identifier).flatMap { provider in
      provider.agreement.map { ProviderSettingsChange(identifier: identifier, enabled: true, agreement: $0) }
    }
  }

  /// Moves a provider among the enabled ones, upwards if negative; nil if it would leave them.
  package func moving(_ identifier: String, by offset: Int) -> ProviderSettingsChange? {
    guard let position = provider(identifier)?.position, (0..<providers.count(where: \.isEnabled)).contains(position + offset) else {
      return nil
    }
    return ProviderSettingsChange(identifier: identifier, position: position + offset)
  }

  /// Makes the provider at an index of ``passkeyMakers`` create new passkeys; nil if it already does.
  package func makingPasskeys(at place: Int) -> ProviderSettingsChange? {
    guard passkeyMakers.indices.contains(place), place != defaultMaker else { return nil }
    return ProviderSettingsChange(identifier: passkeyMakers[place].identifier, defaultForPasskeys: true)
  }

  private func provider(_ identifier: String) -> ProviderSettingsValue? { providers.first { $0.identifier == identifier } }
}
