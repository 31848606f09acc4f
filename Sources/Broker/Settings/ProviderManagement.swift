// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import FoundationEssentials
import Logging

/// The person's decisions about providers, and what follows from them.
extension Broker {
  /// What is installed, in the person's order, enabled or not.
  var installedInOrder: [ProviderBundle] { settings.ordered(installed) }

  /// The provider that a new passkey is offered to first, then the others that could make it.
  var providersForNewPasskeys: [String] {
    let able = order.filter { providers[$0]?.bundle.capabilities.passkeys == true }
    guard let chosen = settings.defaultForPasskeys, able.contains(chosen) else { return able }
    return [chosen] + able.filter { $0 != chosen }
  }

  /// Turns a provider off for a reason of the broker's own; where that cannot be kept, it holds until the broker ends.
  func turnOff(_ identifier: String, notice: ProviderSettings.Notice) {
    settings.turn(identifier, on: false, among: installedInOrder, notice: notice)
    if settingsAreReadable { try? environment.settings.save(settings) }
    applySettings()
  }

  /// Brings the running providers in line with what is installed and decided.
  func applySettings() {
    let enabled = installedInOrder.filter(settings.isEnabled)
    order = enabled.map(\.identifier)
    for identifier in providers.keys.sorted() where !order.contains(identifier) { withdrawProvider(identifier) }
    for bundle in enabled where providers[bundle.identifier] == nil {
      providers[bundle.identifier] = HostedProvider(bundle: bundle)
      startProvider(bundle.identifier)
    }
  }

  /// Looks again which providers are installed.
  func refreshInstalled() {
    guard let found = environment.installedProviders?(), found != installed else { return }
    installed = found
    applySettings()
  }
}
