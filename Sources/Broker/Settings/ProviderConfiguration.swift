// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol

/// What a provider shows once, when the person has enabled it (Apple: `ShowsConfigurationUI`).
extension Broker {
  /// Carries out a decision of the person; a provider that is enabled by it and wants to be set up shows its interface then, and the answer
  /// waits for the end of that. However it ends, the decision holds.
  ///
  /// - Throws: as ``decide(_:)``.
  func setProvider(_ change: ProviderSettingsChange, id: Int, client: Int) throws(ClientFailure) {
    let wasEnabled = providers[change.identifier] != nil
    try decide(change)
    guard !wasEnabled, let provider = providers[change.identifier], provider.bundle.capabilities.showsConfigurationUI else {
      return tell(.done(id: id), client: client)
    }
    var request = OpenRequest(client: client, id: id, purpose: .configure)
    request.provider = change.identifier
    request.expectation = .configuration
    request.machine = .beginWithInterface()
    if let terminal = change.terminal { surfaces.note(terminal, of: request.key) }
    let call = open(request)
    ask(change.identifier, call: call, .prepareInterfaceForExtensionConfiguration(call: call))
  }
}
