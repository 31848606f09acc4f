// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Determines the provider whose credentials a client may hand over, and the providers that may receive them.
enum ExchangeJudge {
  /// Returns the exporting provider.
  ///
  /// A provider's process speaks for itself. A program speaks for the provider in whose folder it is installed, as Apple's apps do for the
  /// extensions they contain.
  /// - Parameters:
  ///   - client: The requesting client.
  ///   - name: The identifier of a provider; nil for the client's own.
  /// - Throws: `notAllowedHere`: its detail is `notTheProvider`, or `exchangeNotDeclared`.
  static func exporter(_ client: Clients.Client, named name: String?, among providers: Providers) throws(ClientFailure) -> HostedProvider {
    let own = client.provider.flatMap { providers[$0] } ?? providers.inOrder.first { $0.bundle.holds(client.caller) }
    guard let own, name == nil || name == own.bundle.identifier else { throw ClientFailure(.notAllowedHere, detail: "notTheProvider") }
    guard own.bundle.capabilities.exchangesCredentials else { throw ClientFailure(.notAllowedHere, detail: "exchangeNotDeclared") }
    return own
  }

  /// Returns an enabled provider that takes part in exchanges.
  ///
  /// - Throws: `providerUnknown`, or `notAllowedHere` with the detail `exchangeNotDeclared`.
  static func participant(_ identifier: String, among providers: Providers) throws(ClientFailure) -> HostedProvider {
    guard let provider = providers[identifier] else { throw ClientFailure(.providerUnknown) }
    guard provider.bundle.capabilities.exchangesCredentials else { throw ClientFailure(.notAllowedHere, detail: "exchangeNotDeclared") }
    return provider
  }
}

extension ProviderBundle {
  /// Whether a program is in the bundle's folder.
  fileprivate func holds(_ caller: CallerIdentity) -> Bool {
    guard let folder, let program = caller.executable, caller.packaging == nil, caller.isRunning() else { return false }
    return program.hasPrefix(folder + "/")
  }
}
