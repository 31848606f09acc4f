// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// Sign-ins that come while providers have only just been started, such as the first of a session.
///
/// What such a provider could fill is not known yet, and an app would be told that there is nothing.
extension Broker {
  /// Goes on with an app's sign-in as soon as every provider has said what it could fill, or at the end of the time that an answer may take.
  func signInWhenProvidersArrived(_ call: Int) {
    guard isExpectingProviders else { return showPicker(call) }
    requests[call]?.waitsForProviders = true
    Task { [weak self, environment] in
      try await environment.wait(environment.limits.withoutInteraction)
      await self?.goOnWithSignIn(call)
    }
  }

  /// Takes note that a provider has said what it could fill.
  func providerArrived(_ identifier: String) {
    providers[identifier]?.arrived()
    goOnIfProvidersArrived()
  }

  /// Goes on with the sign-ins that wait, unless somebody is still to come.
  func goOnIfProvidersArrived() {
    guard !isExpectingProviders else { return }
    for call in requests.filter(\.value.waitsForProviders).keys.sorted() { goOnWithSignIn(call) }
  }

  private var isExpectingProviders: Bool {
    let now = environment.now()
    return providers.values.contains { provider in
      (provider.bundle.capabilities.passkeys || provider.bundle.capabilities.passwords)
        && provider.isArriving(at: now, limits: environment.limits)
    }
  }

  private func goOnWithSignIn(_ call: Int) {
    guard requests[call]?.waitsForProviders == true else { return }
    requests[call]?.waitsForProviders = false
    showPicker(call)
  }
}
