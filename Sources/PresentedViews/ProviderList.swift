// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol

/// The installed providers as settings show them, and the changes that controls stand for.
package struct ProviderList: Equatable, Sendable {
  /// The providers in the broker's order: the person's, then those that are off.
  package let providers: [ProviderSettingsValue]

  /// Takes what the broker told.
  package init(_ providers: [ProviderSettingsValue]) { self.providers = providers }

  /// Those that could make new passkeys, in order.
  package var passkeyMakers: [ProviderSettingsValue] {
    providers.filter { $0.isEnabled && $0.capabilities.contains("ProvidesPasskeys") }
  }

  /// The place among ``passkeyMakers`` of the one that makes them.
  package var defaultMaker: Int? { passkeyMakers.firstIndex(where: \.isDefaultForPasskeys) }

  /// Turns a provider on or off; nil when it is so already, and for one that asks for agreement first.
  package func turning(_ identifier: String, on: Bool) -> ProviderSettingsChange? {
    guard !on || !asksForAgreement(identifier) else { return nil }
    return provider(identifier).flatMap { $0.isEnabled == on ? nil : ProviderSettingsChange(identifier: identifier, enabled: on) }
  }

  /// Whether the person has to agree to what a provider reaches before it is on.
  package func asksForAgreement(_ identifier: String) -> Bool { provider(identifier)?.agreement != nil }

  /// Turns a provider on by a person who has been shown what it reaches, as it stands in this list.
  package func agreeing(to identifier: String) -> ProviderSettingsChange? {
    provider(identifier).flatMap { provider in
      provider.agreement.map { ProviderSettingsChange(identifier: identifier, enabled: true, agreement: $0) }
    }
  }

  /// Moves a provider among the enabled ones, upwards when negative; nil where it would leave them.
  package func moving(_ identifier: String, by offset: Int) -> ProviderSettingsChange? {
    guard let position = provider(identifier)?.position, (0..<providers.count(where: \.isEnabled)).contains(position + offset) else {
      return nil
    }
    return ProviderSettingsChange(identifier: identifier, position: position + offset)
  }

  /// Lets the provider at a place of ``passkeyMakers`` make new passkeys; nil when it does already.
  package func makingPasskeys(at place: Int) -> ProviderSettingsChange? {
    guard passkeyMakers.indices.contains(place), place != defaultMaker else { return nil }
    return ProviderSettingsChange(identifier: passkeyMakers[place].identifier, defaultForPasskeys: true)
  }

  private func provider(_ identifier: String) -> ProviderSettingsValue? { providers.first { $0.identifier == identifier } }
}
