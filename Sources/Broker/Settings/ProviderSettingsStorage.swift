// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Where the person's decisions about providers are kept.
package struct ProviderSettingsStorage: Sendable {
  /// Reads them.
  package var load: @Sendable () throws(BrokerError) -> ProviderSettings
  /// Keeps them.
  package var save: @Sendable (ProviderSettings) throws(BrokerError) -> Void

  /// Keeps them by the two functions given.
  package init(
    load: @escaping @Sendable () throws(BrokerError) -> ProviderSettings,
    save: @escaping @Sendable (ProviderSettings) throws(BrokerError) -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// Keeps them in a file.
  package init(_ file: ProviderSettingsFile) {
    self.init { () throws(BrokerError) in
      try file.load()
    } save: { settings throws(BrokerError) in
      try file.save(settings)
    }
  }

  /// Keeps nothing beyond the broker's life: for a session without a home folder.
  package static let none = ProviderSettingsStorage {
    ProviderSettings()
  } save: { _ in
  }
}
